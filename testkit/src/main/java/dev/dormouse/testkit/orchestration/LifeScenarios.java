package dev.dormouse.testkit.orchestration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.dormouse.orchestration.ApplicationException;
import dev.dormouse.orchestration.ChildFailedException;
import dev.dormouse.orchestration.ChildOptions;
import dev.dormouse.orchestration.DurableFuture;
import dev.dormouse.orchestration.ErrorDetails.Application;
import dev.dormouse.orchestration.EventQueue;
import dev.dormouse.orchestration.OrchestrationCancelledException;
import dev.dormouse.orchestration.OrchestrationFailedException;
import dev.dormouse.orchestration.OrchestrationLimits;
import dev.dormouse.orchestration.OrchestrationNode;
import dev.dormouse.orchestration.Orchestrations;
import dev.dormouse.orchestration.PollOptions;
import dev.dormouse.orchestration.StartRequest;
import dev.dormouse.telemetry.OrchestrationCounts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** How instances begin, go on and end where that is not straightforward. */
public abstract class LifeScenarios extends ScenarioFixture {

    /** A node remembers the history of the old one, and has no part in the new one's beginning, which is just as long. */
    @Test
    void whatWasRemovedAndIsStartedAgainKnowsNothingOfItsFormerLife() throws Exception {
        FaultyProvider faulty = new FaultyProvider(provider()).withoutWakes(true);
        start(waiting(impatient(faulty)));
        begin("a", "old ");
        await("it waits", () -> client().admin().history("a").size() == 2);
        takesNoTurns(faulty);
        assertThat(client().admin().deleteEvenIfRunning("a").instances()).isEqualTo(1);
        OrchestrationNode other = waiting(node()).start();
        begin("a", "new ");
        await("it waits again", () -> client().admin().history("a").size() == 2);
        other.stop(Duration.ofSeconds(5));
        faulty.heal("fetchTurns");
        client().raiseEvent("a", "go", "life");
        assertThat(result("a")).isEqualTo("new life");
    }

    private static OrchestrationNode.Builder waiting(OrchestrationNode.Builder node) {
        return node.orchestration(
                MAIN, (ctx, input) -> input + ctx.event("go", String.class).await());
    }

    /** A node that comes back from each fetch soon. */
    private static OrchestrationNode.Builder impatient(FaultyProvider on) {
        PollOptions polling = PollOptions.defaults().withLongPollTimeout(Duration.ofMillis(50));
        return node(on.provider()).options(quick().withPolling(polling));
    }

    private static void takesNoTurns(FaultyProvider faulty) {
        faulty.fail("fetchTurns", Integer.MAX_VALUE / 2);
        int before = faulty.calls("fetchTurns");
        await("it takes no turns any more", () -> faulty.calls("fetchTurns") > before + 1);
    }

    /** One node remembers the old one's history and executes the new one's activity; the other took the new one's turn. */
    @Test
    void anActivityOfTheNewLifeDoesNotMeetTheHistoryOfTheOldOne() throws Exception {
        FaultyProvider faulty = new FaultyProvider(provider()).withoutWakes(true);
        start(eitherWay(impatient(faulty)).activity(WORK, (ctx, input) -> "life"));
        begin("a", "old ");
        await("it waits", () -> client().admin().history("a").size() == 2);
        takesNoTurns(faulty);
        client().admin().deleteEvenIfRunning("a");
        start(eitherWay(node()));
        begin("a", "new ");
        assertThat(result("a")).isEqualTo("new life");
    }

    /** Both histories are of the same length when it waits. */
    private static OrchestrationNode.Builder eitherWay(OrchestrationNode.Builder node) {
        return node.orchestration(
                MAIN,
                (ctx, input) -> input
                        + (input.equals("old ") ? ctx.event("go", String.class) : ctx.activity(WORK, "")).await());
    }

    @Test
    void whatIsSentBeforeADelayedStartIsThereWhenItBegins() throws Exception {
        OrchestrationCounts counts = new OrchestrationCounts();
        start(node().observer(counts).orchestration(MAIN, (ctx, input) -> {
            EventQueue<String> queue = ctx.queue("in", String.class);
            String first = queue.next().await(Duration.ofMillis(1)).orElse("nothing");
            return first + queue.next().await(Duration.ofMillis(1)).orElse("nothing");
        }));
        client().enqueueEventOrBuffer("a", "in", "early ");
        client().start(StartRequest.of(MAIN, "").withId("a").after(Duration.ofMillis(300)));
        client().enqueueEvent("a", "in", "bird");
        assertThat(result("a")).isEqualTo("early bird");
        assertThat(counts.snapshot().turnsAbandoned()).isZero();
    }

    @Test
    void whoIgnoresItsCancellationEndsAllTheSameAndItsParentIsTold() throws Exception {
        OrchestrationLimits limits = OrchestrationLimits.defaults().withUndoMax(Duration.ofMillis(300));
        start(node().options(quick().withLimits(limits))
                .orchestration(CHILD, (ctx, input) -> {
                    while (true) {
                        try {
                            ctx.event("never", String.class).await();
                        } catch (OrchestrationCancelledException e) {
                            ctx.setStatus("ignoring it");
                        }
                    }
                })
                .orchestration(MAIN, (ctx, input) -> {
                    try {
                        return ctx.child(CHILD, "", ChildOptions.withId("stubborn"))
                                .await();
                    } catch (ChildFailedException e) {
                        return e.error().kind() + ": " + e.error().message();
                    }
                }));
        begin("a", "");
        await("the child runs", () -> client().status("stubborn").isPresent());
        client().cancel("stubborn", "enough");
        assertThat(result("a")).isEqualTo("CANCELLED: enough");
        assertThat(failure("stubborn"))
                .isInstanceOfSatisfying(
                        Application.class,
                        error -> assertThat(error.details()).contains("had not ended PT0.3S after it was cancelled"));
    }

    @Test
    void aMessageThatNobodyLookedAtGoesAlongWhenItContinuesAsNew() throws Exception {
        start(node().orchestration(MAIN, (ctx, input) -> {
            DurableFuture<String> next = ctx.queue("in", String.class).next();
            if (input.equals("first")) {
                ctx.event("go", String.class).await();
                return ctx.continueAsNew("second");
            }
            return next.await();
        }));
        begin("a", "first");
        client().enqueueEvent("a", "in", "kept");
        await("it is there", () -> client().admin().history("a").size() >= 4);
        client().raiseEvent("a", "go", "");
        assertThat(result("a")).isEqualTo("kept");
    }

    @Test
    void whoStartsItselfOrItsParentAsAChildIsToldSo() throws Exception {
        start(node().orchestration(
                        CHILD,
                        (ctx, input) -> refused(() ->
                                ctx.child(MAIN, "", ChildOptions.withId("a")).await()))
                .orchestration(
                        MAIN,
                        (ctx, input) -> refused(() -> ctx.child(MAIN, "", ChildOptions.withId("a"))
                                        .await())
                                + " " + ctx.child(CHILD, "").await()));
        begin("a", "");
        assertThat(result("a"))
                .isEqualTo("there is an instance a already: give the child another id"
                        + " there is an instance a already: give the child another id");
    }

    private static String refused(Supplier<String> child) {
        try {
            return "it ran: " + child.get();
        } catch (ChildFailedException e) {
            return e.error().message();
        }
    }

    /** Nobody looks before the commit: of many who want the same child at the same moment, all but one are told. */
    @Test
    void ofManyParentsOfOneChildOneGetsIt() throws Exception {
        start(node().orchestration(CHILD, (ctx, input) -> input)
                .orchestration(
                        MAIN,
                        (ctx, input) -> refused(() -> ctx.child(CHILD, input, ChildOptions.withId("shared"))
                                .await())));
        for (int i = 0; i < 10; i++) {
            begin("i" + i, "i" + i);
        }
        List<String> results = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            results.add(String.valueOf(result("i" + i)));
        }
        assertThat(results).filteredOn(each -> each.startsWith("it ran: ")).hasSize(1);
        assertThat(results)
                .filteredOn(each -> each.contains("instance shared already"))
                .hasSize(9);
    }

    @Test
    void aParentGathersItsManyChildren() throws Exception {
        int count = Integer.getInteger("dormouse.test.children", 1000);
        start(many(count));
        begin("a", "");
        assertThat(result("a")).isEqualTo("" + count);
        assertThat(client().admin().tree("a")).hasSize(count + 1);
    }

    private OrchestrationNode.Builder many(int count) {
        return node().options(quick().withTurnLockTimeout(Duration.ofSeconds(30)))
                .orchestration(CHILD, (ctx, input) -> input)
                .orchestration(MAIN, (ctx, input) -> {
                    List<DurableFuture<String>> children = new ArrayList<>();
                    for (int i = 0; i < count; i++) {
                        children.add(ctx.child(CHILD, "" + i));
                    }
                    return "" + ctx.all(children).await().stream().distinct().count();
                });
    }

    /** On a busy machine one or another ends before its caller has begun to wait for it, or much later. */
    @Test
    void whoAwaitsAnEndOnTheSameNodeIsToldAndNeedNotAsk() throws Exception {
        FaultyProvider counting = new FaultyProvider(provider());
        OrchestrationNode here = start(node(counting.provider()).orchestration(MAIN, (ctx, input) -> {
            String sum = input;
            for (int i = 0; i < 5; i++) {
                sum = ctx.activity(ECHO, sum + i).await();
            }
            return sum;
        }));
        int instances = 20;
        for (int i = 0; i < instances; i++) {
            here.orchestrations().start(MAIN, "a" + i, "");
            assertThat(here.orchestrations().awaitCompletion(MAIN, "a" + i, GENEROUS))
                    .isEqualTo("01234");
        }
        assertThat(counting.calls("findStatus")).as("looks at the storage").isLessThan(instances);
    }

    @Test
    void anEndElsewhereIsFoundThoughTheInstanceBeganHere() throws Exception {
        FaultyProvider faulty = new FaultyProvider(provider()).withoutWakes(true);
        OrchestrationNode here = start(waiting(impatient(faulty)));
        here.orchestrations().start(MAIN, "a", "there and ");
        takesNoTurns(faulty);
        start(waiting(node()));
        client().raiseEvent("a", "go", "back");
        long began = System.nanoTime();
        assertThat(here.orchestrations().awaitCompletion(MAIN, "a", GENEROUS)).isEqualTo("there and back");
        assertThat(Duration.ofNanos(System.nanoTime() - began))
                .as("found before the caller's time is over")
                .isLessThan(GENEROUS.dividedBy(2));
    }

    @Test
    void aFailureOnTheSameNodeIsToldAsItIsStored() throws Exception {
        OrchestrationNode here = start(node().orchestration(MAIN, (ctx, input) -> {
            ctx.activity(ECHO, "").await();
            throw new ApplicationException("broken", "beyond repair", false);
        }));
        here.orchestrations().start(MAIN, "a", "");
        OrchestrationFailedException told = failureOf(here.orchestrations());
        assertThat(told.error()).isEqualTo(failureOf(client()).error());
        assertThat(told.error().describe()).contains("broken");
    }

    private static OrchestrationFailedException failureOf(Orchestrations asked) {
        return catchThrowableOfType(
                OrchestrationFailedException.class, () -> asked.awaitCompletion(MAIN, "a", GENEROUS));
    }
}
