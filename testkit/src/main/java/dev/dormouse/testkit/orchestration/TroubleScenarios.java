package dev.dormouse.testkit.orchestration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.orchestration.ChildOptions;
import dev.dormouse.orchestration.ErrorDetails;
import dev.dormouse.orchestration.ErrorDetails.Poison;
import dev.dormouse.orchestration.kernel.Message;
import dev.dormouse.orchestration.kernel.Payload;
import dev.dormouse.orchestration.kernel.Texts;
import dev.dormouse.provider.AckOutcome;
import dev.dormouse.provider.ExecutionChange;
import dev.dormouse.provider.NewMessage;
import dev.dormouse.provider.StoredEvent;
import dev.dormouse.provider.TagFilter;
import dev.dormouse.provider.TurnAck;
import dev.dormouse.provider.TurnFetch;
import dev.dormouse.provider.TurnItem;
import dev.dormouse.provider.WorkFetch;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;

/** Nodes that die again and again, messages that come twice, stored text that is none; and what is not asked without need. */
public abstract class TroubleScenarios extends ScenarioFixture {

    private static final Duration SHORT = Duration.ofMillis(20);
    private static final int ATTEMPTS_MAX = 2;

    @Test
    void aTurnThatKillsItsNodesIsGivenUpAndItsParentIsTold() throws Exception {
        start(node().orchestration(
                        MAIN,
                        (ctx, input) -> ctx.child(CHILD, "", ChildOptions.withId("child"))
                                .await()));
        begin("a", "");
        TurnFetch dying = TurnFetch.of(1, SHORT, Duration.ZERO).withNames(Set.of("child"));
        fetchTooOften(() -> provider().fetchTurns(dying).items().size());
        start(node().options(quick().withAttemptsMax(ATTEMPTS_MAX)).orchestration(CHILD, (ctx, input) -> "never run"));
        assertPoison(failure("child"), "orchestration child");
        assertPoison(failure("a"), "orchestration child");
    }

    @Test
    void anActivityThatKillsItsNodesIsGivenUpAndItsOrchestrationEnds() throws Exception {
        start(node().orchestration(MAIN, (ctx, input) -> ctx.activity(WORK, "").await()));
        begin("a", "");
        WorkFetch dying = WorkFetch.of(1, SHORT, Duration.ZERO);
        fetchTooOften(() -> provider().fetchWork(dying).items().size());
        start(node().options(quick().withAttemptsMax(ATTEMPTS_MAX)).activity(WORK, (ctx, input) -> "never run"));
        assertPoison(failure("a"), "activity work of a");
    }

    /** As nodes would that die with what they fetched: nothing is given back, the locks end by themselves. */
    private static void fetchTooOften(IntSupplier fetch) {
        AtomicInteger fetched = new AtomicInteger();
        await("more attempts than allowed", () -> fetched.addAndGet(fetch.getAsInt()) > ATTEMPTS_MAX);
    }

    private static void assertPoison(ErrorDetails error, String what) {
        assertThat(error).isInstanceOfSatisfying(Poison.class, poison -> {
            assertThat(poison.attempts()).isGreaterThan(ATTEMPTS_MAX);
            assertThat(poison.resource()).isEqualTo(what);
            assertThat(poison.message()).contains("without an end");
        });
    }

    @Test
    void answersThatComeTwiceOrFromAnotherExecutionChangeNothing() throws Exception {
        start(node().orchestration(MAIN, (ctx, input) -> {
            String first = ctx.activity(ECHO, "echo").await();
            return first + ctx.event("go", String.class).await();
        }));
        begin("a", "");
        await("the answer is there", () -> client().admin().history("a").size() >= 4);
        send("a", new Message.ActivityCompleted(1, 2, Payload.of("\"again\"")));
        send("a", new Message.ActivityFailed(1, 2, ErrorDetails.Application.cancelled("late")));
        send("a", new Message.ActivityCompleted(7, 2, Payload.of("\"of another execution\"")));
        client().raiseEvent("a", "go", "!");
        assertThat(result("a")).isEqualTo("echo!");
    }

    @Test
    void anAnswerToNothingFailsTheInstanceWithClearWords() throws Exception {
        start(node().orchestration(
                        MAIN, (ctx, input) -> ctx.event("go", String.class).await()));
        begin("a", "");
        await("it waits", () -> client().admin().history("a").size() == 2);
        send("a", new Message.ActivityCompleted(1, 99, Payload.EMPTY));
        assertThat(failure("a").message()).contains("99");
    }

    private void send(String id, Message message) {
        assertThat(provider().enqueue(List.of(NewMessage.of(id, Texts.write(message)))))
                .hasSize(1);
    }

    @Test
    void aHistoryThatCannotBeReadPoisonsItsOwnInstanceOnly() throws Exception {
        begin("a", "");
        TurnItem item = provider()
                .fetchTurns(TurnFetch.of(1, GENEROUS, Duration.ZERO))
                .items()
                .get(0);
        ExecutionChange started = ExecutionChange.started("main", "1.0.0");
        List<StoredEvent> garbled = List.of(new StoredEvent(1, "{\"type\":\"sta"));
        assertThat(provider().ackTurns(List.of(TurnAck.of(item.lock(), 1, started, garbled))))
                .containsExactly(AckOutcome.COMMITTED);
        start(node().options(quick().withAttemptsMax(1)).orchestration(MAIN, (ctx, input) -> "fine"));
        client().raiseEvent("a", "go", "");
        begin("healthy", "");
        assertThat(result("healthy")).isEqualTo("fine");
        assertThat(failure("a"))
                .isInstanceOfSatisfying(
                        Poison.class, error -> assertThat(error.message()).contains("event 1"));
        assertThat(provider().readHistory("a"))
                .as("the end is appended behind it")
                .hasSize(2);
    }

    /** Who only executes activities needs no history; who asks for a status needs one look. */
    @Test
    void activitiesAndStatusReadNoHistory() throws Exception {
        start(node().options(quick().withoutEagerActivities())
                .orchestration(MAIN, (ctx, input) -> ctx.activity(WORK, "x").await()));
        FaultyProvider watched = new FaultyProvider(provider());
        start(node(watched.provider())
                .activity(WORK, (ctx, input) -> ctx.orchestration() + ctx.orchestrationVersion()));
        begin("a", "");
        assertThat(result("a")).isEqualTo("main1.0.0");
        assertThat(watched.calls("readHistories") + watched.calls("readHistory") + watched.calls("findStatus"))
                .isZero();
    }

    @Test
    void aNodeThatServesNoTagFetchesNoWork() throws Exception {
        FaultyProvider watched = new FaultyProvider(provider());
        start(node(watched.provider())
                .options(quick().withTags(TagFilter.NONE))
                .orchestration(MAIN, (ctx, input) -> ctx.activity(ECHO, "x").await()));
        begin("a", "");
        await("it waits", () -> client().admin().history("a").size() == 2);
        assertThat(watched.calls("fetchWork") + watched.calls("renewSessions") + watched.calls("forgetSessions"))
                .isZero();
        start(node());
        assertThat(result("a")).isEqualTo("x");
    }
}
