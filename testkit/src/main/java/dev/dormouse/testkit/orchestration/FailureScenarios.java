package dev.dormouse.testkit.orchestration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dormouse.orchestration.ActivityFailedException;
import dev.dormouse.orchestration.ChildFailedException;
import dev.dormouse.orchestration.ErrorDetails;
import dev.dormouse.orchestration.ErrorDetails.Application;
import dev.dormouse.orchestration.ErrorDetails.Configuration;
import dev.dormouse.orchestration.Orchestration;
import dev.dormouse.orchestration.OrchestrationCancelledException;
import dev.dormouse.orchestration.OrchestrationFailedException;
import dev.dormouse.orchestration.OrchestrationLimits;
import dev.dormouse.orchestration.OrchestrationNode;
import dev.dormouse.orchestration.SendOutcome;
import dev.dormouse.provider.NewMessage;
import dev.dormouse.telemetry.OrchestrationCounts;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What goes wrong in orchestrations and activities, and what others notice of it. */
public abstract class FailureScenarios extends ScenarioFixture {

    @Test
    void whatAnActivityThrowsReachesTheOrchestration() throws Exception {
        start(node().activity(WORK, (ctx, input) -> {
                    throw new IllegalStateException("out of paper");
                })
                .orchestration(MAIN, (ctx, input) -> {
                    try {
                        return ctx.activity(WORK, "").await();
                    } catch (ActivityFailedException e) {
                        return e.activity() + ": " + e.error().message();
                    }
                }));
        begin("a", "");
        assertThat(result("a")).startsWith("work: ").contains("out of paper");
    }

    @Test
    void whatAnOrchestrationThrowsFailsIt() throws Exception {
        start(node().orchestration(MAIN, (ctx, input) -> {
            throw new IllegalArgumentException("no such order");
        }));
        begin("a", "");
        assertThat(failure("a")).isInstanceOfSatisfying(Application.class, error -> {
            assertThat(error.kind()).isEqualTo(Application.Kind.THREW);
            assertThat(error.message()).contains("no such order");
        });
        assertThatThrownBy(() -> result("a"))
                .isInstanceOf(OrchestrationFailedException.class)
                .hasMessageContaining("instance a failed");
    }

    @Test
    void cancellingReachesChildrenAndRunningActivitiesAndLeavesTimeToUndo() throws Exception {
        CountDownLatch runs = new CountDownLatch(1);
        AtomicBoolean told = new AtomicBoolean();
        AtomicInteger undone = new AtomicInteger();
        start(node().activity(WORK, (ctx, input) -> {
                    if (input.equals("undo")) {
                        undone.incrementAndGet();
                        return "";
                    }
                    runs.countDown();
                    ctx.cancelled().toCompletableFuture().get();
                    told.set(true);
                    return "";
                })
                .orchestration(CHILD, (ctx, input) -> ctx.activity(WORK, "do").await())
                .orchestration(MAIN, (ctx, input) -> {
                    try {
                        return ctx.child(CHILD, "").await();
                    } catch (OrchestrationCancelledException e) {
                        return ctx.activity(WORK, "undo").await();
                    }
                }));
        begin("a", "");
        runs.await();
        assertThat(client().cancel("a", "not needed")).isEqualTo(SendOutcome.DELIVERED);
        assertThat(failure("a")).isEqualTo(Application.cancelled("not needed"));
        String child = client().admin().tree("a").get(1);
        assertThat(failure(child))
                .isInstanceOfSatisfying(
                        Application.class, error -> assertThat(error.kind()).isEqualTo(Application.Kind.CANCELLED));
        await("the activity is told", told::get);
        assertThat(undone.get()).isEqualTo(1);
        assertThat(client().cancel("a", "again")).isEqualTo(SendOutcome.FINISHED);
    }

    @Test
    void anActivityThatHeedsNothingLosesItsSlot() throws Exception {
        CountDownLatch forever = new CountDownLatch(1);
        AtomicInteger stuck = new AtomicInteger();
        start(node().options(quick().withActivityConcurrency(1))
                .activity(WORK, (ctx, input) -> {
                    stuck.incrementAndGet();
                    while (forever.getCount() > 0) {
                        awaitUninterruptibly(forever);
                    }
                    return "never seen";
                })
                .orchestration(MAIN, (ctx, input) -> {
                    var work = ctx.activity(WORK, "");
                    if (work.await(Duration.ofMillis(100)).isPresent()) {
                        return "too fast";
                    }
                    return ctx.activity(ECHO, "next").await();
                }));
        begin("a", "");
        assertThat(result("a")).isEqualTo("next");
        assertThat(stuck.get()).isEqualTo(1);
        forever.countDown();
    }

    @Test
    void codeThatNeverEndsItsTurnIsInterruptedAndHarmsNobody() throws Exception {
        AtomicInteger loops = new AtomicInteger();
        OrchestrationCounts counts = new OrchestrationCounts();
        start(node().options(quick().withTurnConcurrency(1)
                        .withTurnTimeout(Duration.ofMillis(300))
                        .withAttemptsMax(2))
                .observer(counts)
                .orchestration(CHILD, (ctx, input) -> ctx.activity(ECHO, input).await())
                .orchestration(MAIN, (ctx, input) -> {
                    loops.incrementAndGet();
                    new CountDownLatch(1).await();
                    return "";
                }));
        begin("a", "");
        await("it hangs", () -> loops.get() > 0);
        client().start(CHILD, "b", "fine");
        assertThat(client().awaitCompletion(CHILD, "b", GENEROUS)).isEqualTo("fine");
        assertThat(failure("a")).isInstanceOf(ErrorDetails.Poison.class);
        assertThat(loops.get()).isEqualTo(2);
        await(
                "it is counted",
                () -> Long.valueOf(1).equals(counts.snapshot().failed().get(ErrorDetails.Category.POISON)));
    }

    @Test
    void codeThatHeedsNoInterruptLosesItsSlot() throws Exception {
        CountDownLatch forever = new CountDownLatch(1);
        start(node().options(quick().withTurnConcurrency(1).withTurnTimeout(Duration.ofMillis(200)))
                .orchestration(CHILD, (ctx, input) -> input)
                .orchestration(MAIN, (ctx, input) -> {
                    while (forever.getCount() > 0) {
                        awaitUninterruptibly(forever);
                    }
                    return "";
                }));
        begin("a", "");
        client().start(CHILD, "b", "fine");
        assertThat(client().awaitCompletion(CHILD, "b", GENEROUS)).isEqualTo("fine");
        forever.countDown();
    }

    @Test
    void codeThatDecidesOtherwiseThanItsHistorySaysFailsAndItsParentIsTold() throws Exception {
        OrchestrationNode old = start(node().orchestration(
                        MAIN, (ctx, input) -> ctx.child(CHILD, "").await())
                .orchestration(CHILD, (ctx, input) -> {
                    ctx.activity(ECHO, "first").await();
                    return ctx.event("go", String.class).await();
                }));
        begin("a", "");
        await("the child waits", () -> client().admin().tree("a").size() == 2 && historySize("a", 1) >= 4);
        old.stop(Duration.ofSeconds(5));
        start(node().orchestration(MAIN, (ctx, input) -> {
                    try {
                        return ctx.child(CHILD, "").await();
                    } catch (ChildFailedException e) {
                        return "reached the code: " + e;
                    }
                })
                .orchestration(
                        CHILD, (ctx, input) -> ctx.activity(ECHO, "changed").await()));
        String child = client().admin().tree("a").get(1);
        client().raiseEvent(child, "go", "x");
        assertThat(failure(child))
                .isInstanceOfSatisfying(
                        Configuration.class,
                        error -> assertThat(error.kind()).isEqualTo(Configuration.Kind.NONDETERMINISM));
        assertThat(failure("a").category()).isEqualTo(ErrorDetails.Category.CONFIGURATION);
    }

    @Test
    void whatCannotBeReadPoisonsItsOwnInstanceOnlyAndItsParentIsTold() throws Exception {
        start(node().options(quick().withAttemptsMax(1))
                .orchestration(MAIN, (ctx, input) -> ctx.child(CHILD, "").await())
                .orchestration(
                        CHILD, (ctx, input) -> ctx.event("go", String.class).await()));
        begin("a", "");
        begin("healthy", "");
        await("the children wait", () -> client().admin().tree("a").size() == 2 && historySize("a", 1) >= 2);
        String child = client().admin().tree("a").get(1);
        provider().enqueue(List.of(NewMessage.of(child, "{this is no message")));
        assertThat(failure(child))
                .isInstanceOfSatisfying(
                        ErrorDetails.Poison.class,
                        error -> assertThat(error.message()).contains("cannot be read"));
        assertThat(failure("a").category()).isEqualTo(ErrorDetails.Category.POISON);
        String other = client().admin().tree("healthy").get(1);
        client().raiseEvent(other, "go", "fine");
        assertThat(result("healthy")).isEqualTo("fine");
    }

    @Test
    void whatIsTooLargeFailsWithClearWords() throws Exception {
        OrchestrationLimits tight = OrchestrationLimits.defaults().withPayloadBytesMax(100);
        start(node().options(quick().withLimits(tight))
                .activity(WORK, (ctx, input) -> "x".repeat(200))
                .orchestration(MAIN, (ctx, input) -> ctx.activity(WORK, "").await()));
        begin("a", "");
        assertThat(failure("a").message()).contains("202 bytes").contains("limit is 100");
    }

    @Test
    void aVersionThatNobodyKnowsWaitsForANodeThatDoes() throws Exception {
        Orchestration<String, String> second = MAIN.withVersion("2.0.0");
        OrchestrationNode old = start(node().orchestration(MAIN, (ctx, input) -> "one"));
        client().start(second, "a", "");
        begin("b", "");
        assertThat(result("b")).isEqualTo("one");
        start(node().orchestration(MAIN, (ctx, input) -> "one").orchestration(second, (ctx, input) -> "two"));
        // As long as it is there it may be the one that fetches it, and gives it back for longer each time.
        old.stop(GENEROUS);
        assertThat(result("a")).isEqualTo("two");
    }

    @Test
    void nodesThatLackAVersionUseUpNoneOfItsAttempts() throws Exception {
        Orchestration<String, String> second = MAIN.withVersion("2.0.0");
        FaultyProvider watched = new FaultyProvider(provider());
        OrchestrationNode old = start(node(watched.provider())
                .options(quick().withStrangersInterval(Duration.ofNanos(1)))
                .orchestration(MAIN, (ctx, input) -> "one"));
        client().start(second, "a", "");
        await("the old node has met it twice", () -> watched.calls("abandonTurn") >= 2);
        old.stop(GENEROUS);
        start(node().options(quick().withAttemptsMax(1)).orchestration(second, (ctx, input) -> "two"));
        assertThat(result("a")).isEqualTo("two");
    }

    @Test
    void aVersionThatNobodyHasIsGivenUpInTheEnd() throws Exception {
        start(node().options(quick().withAttemptsMax(1).withStrangersInterval(Duration.ofNanos(1)))
                .orchestration(MAIN, (ctx, input) -> "one"));
        client().start(MAIN.withVersion("2.0.0"), "a", "");
        assertThat(failure("a"))
                .isInstanceOfSatisfying(
                        ErrorDetails.Poison.class,
                        error -> assertThat(error.message()).contains("version 2.0.0 of main is not registered"));
    }

    @Test
    void anOrchestrationThatNobodyKnowsIsNotEvenFetched() throws Exception {
        FaultyProvider watched = new FaultyProvider(provider());
        start(node(watched.provider()).orchestration(CHILD, (ctx, input) -> input));
        begin("a", "");
        client().start(CHILD, "b", "known");
        assertThat(client().awaitCompletion(CHILD, "b", GENEROUS)).isEqualTo("known");
        assertThat(watched.calls("abandonTurn")).isZero();
        start(node().orchestration(MAIN, (ctx, input) -> "now known"));
        assertThat(result("a")).isEqualTo("now known");
    }

    @Test
    void whatTheProviderRefusesForGoodFailsTheOrchestrationAndItsParentIsTold() throws Exception {
        FaultyProvider faulty = new FaultyProvider(provider());
        start(node(faulty.provider())
                .orchestration(MAIN, (ctx, input) -> ctx.child(CHILD, "").await())
                .orchestration(CHILD, (ctx, input) -> {
                    ctx.event("go", String.class).await();
                    return "never stored";
                }));
        begin("a", "");
        await("the child waits", () -> historySize("a", 1) >= 2);
        faulty.refuse("ackTurns", 1);
        String child = client().admin().tree("a").get(1);
        client().raiseEvent(child, "go", "");
        assertThat(failure(child))
                .isInstanceOfSatisfying(
                        ErrorDetails.Infrastructure.class,
                        error -> assertThat(error.message()).contains("was refused, says the test"));
        assertThat(failure("a").category()).isEqualTo(ErrorDetails.Category.INFRASTRUCTURE);
    }

    private int historySize(String root, int index) {
        List<String> tree = client().admin().tree(root);
        return tree.size() <= index
                ? 0
                : client().admin().history(tree.get(index)).size();
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ignored) {
            // This is what the test is about.
        }
    }
}
