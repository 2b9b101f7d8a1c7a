package dev.dormouse.orchestration.kernel;

import static dev.dormouse.orchestration.kernel.Play.OTHER;
import static dev.dormouse.orchestration.kernel.Play.WORK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.orchestration.Activity;
import dev.dormouse.orchestration.ActivityOptions;
import dev.dormouse.orchestration.ErrorDetails.Configuration;
import dev.dormouse.orchestration.OrchestrationContext;
import dev.dormouse.orchestration.OrchestrationHandler;
import dev.dormouse.orchestration.kernel.TurnResult.End;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Code that was changed under a history. */
class NondeterminismTest {

    private static final Activity<String, String> ELSE = Activity.of("else", String.class, String.class);

    @Test
    void anotherActivity() {
        assertDiverges(
                ctx -> ctx.activity(WORK, "a"),
                ctx -> ctx.activity(ELSE, "a"),
                "activity work was scheduled with input a",
                "activity else was scheduled with input a");
    }

    @Test
    void anotherInput() {
        assertDiverges(ctx -> ctx.activity(WORK, "a"), ctx -> ctx.activity(WORK, "b"), "input a", "input b");
    }

    @Test
    void anotherSessionOrTag() {
        assertDiverges(
                ctx -> ctx.activity(WORK, "a"),
                ctx -> ctx.activity(WORK, "a", ActivityOptions.defaults().withSession("s")),
                "input a,",
                "session s");
        assertDiverges(
                ctx -> ctx.activity(WORK, "a", ActivityOptions.defaults().withTag("t")),
                ctx -> ctx.activity(WORK, "a"),
                "tag t",
                "activity work");
    }

    @Test
    void anotherKind() {
        assertDiverges(
                ctx -> ctx.timer(Duration.ofSeconds(1)),
                ctx -> ctx.activity(WORK, "a"),
                "a timer of PT1S was created",
                "activity work");
    }

    @Test
    void anotherChildOrDetachedStart() {
        assertDiverges(ctx -> ctx.child(OTHER, "a"), ctx -> ctx.child(OTHER, "b"), "child other", "input b");
        assertDiverges(
                ctx -> ctx.startDetached(OTHER, "x", "a"), ctx -> ctx.startDetached(OTHER, "y", "a"), "as x", "as y");
    }

    @Test
    void anotherEventOrQueue() {
        assertDiverges(ctx -> ctx.event("a", String.class), ctx -> ctx.event("b", String.class), "event a", "event b");
        assertDiverges(
                ctx -> ctx.queue("a", String.class).next(),
                ctx -> ctx.queue("b", String.class).next(),
                "queue a",
                "queue b");
    }

    @Test
    void anotherValue() {
        assertDiverges(ctx -> ctx.values().set("k", "1"), ctx -> ctx.values().set("k", "2"), "set to 1", "set to 2");
        assertDiverges(ctx -> ctx.values().clear("k"), ctx -> ctx.values().clearAll(), "value k", "all values");
    }

    @Test
    void aDecisionThatIsMissing() {
        assertDiverges(ctx -> ctx.activity(WORK, "a"), ctx -> {}, "activity work", "event go was waited for");
        Play play = Play.of(then(ctx -> {
            ctx.event("go", String.class);
            ctx.activity(WORK, "a");
        }));
        play.start();
        play.replacedBy((ctx, in) -> ctx.event("go", String.class).await());
        assertThat(Play.error(play.turn(Play.raised("go", ""))).message())
                .contains("at event 3 of execution 1", "activity work", "the code decided nothing there");
    }

    @Test
    void anEndThatComesTooEarly() {
        Play play = Play.of(then(ctx -> ctx.activity(WORK, "a")));
        play.start();
        play.replacedBy((ctx, in) -> "done");
        assertThat(Play.error(play.turn(Play.raised("go", ""))).message())
                .contains("at event 2", "activity work", "the code had ended before: it returned");
    }

    @Test
    void anExceptionThatComesTooEarlyIsShown() {
        Play play = Play.of(then(ctx -> ctx.activity(WORK, "a")));
        play.start();
        play.replacedBy((ctx, in) -> {
            throw new IllegalStateException("surprise");
        });
        assertThat(Play.error(play.turn()).message()).contains("it threw", "surprise");
    }

    @Test
    void theOrderMatters() {
        assertDiverges(
                ctx -> {
                    ctx.activity(WORK, "a");
                    ctx.timer(Duration.ofSeconds(1));
                },
                ctx -> {
                    ctx.timer(Duration.ofSeconds(1));
                    ctx.activity(WORK, "a");
                },
                "activity work",
                "a timer of PT1S");
    }

    @Test
    void aTimerMayGetAnotherDelayAndAStatusAnotherText() {
        assertAgrees(ctx -> ctx.timer(Duration.ofSeconds(1)), ctx -> ctx.timer(Duration.ofSeconds(9)));
        assertAgrees(ctx -> ctx.setStatus("one"), ctx -> ctx.setStatus("two"));
        assertAgrees(ctx -> ctx.child(OTHER, "a"), ctx -> ctx.child(OTHER.withVersion("2.0.0"), "a"));
    }

    @Test
    void moreDecisionsAtTheEndAreNewWork() {
        Play play = Play.of(then(ctx -> ctx.activity(WORK, "a")));
        play.start();
        play.replacedBy((ctx, in) -> {
            ctx.activity(WORK, "a");
            ctx.event("go", String.class);
            return ctx.activity(ELSE, "more").await();
        });
        assertThat(play.turn().activities())
                .extracting(Event.ActivityScheduled::name)
                .containsExactly("else");
    }

    @Test
    void aCancellationThatIsNotRepeated() {
        Play play = Play.of(then(ctx -> ctx.activity(WORK, "a").cancel()));
        play.start();
        play.replacedBy(then(ctx -> ctx.activity(WORK, "a")));
        assertThat(Play.error(play.turn()).message()).contains("event 2 scheduled was cancelled", "event go");
    }

    @Test
    void whatTheTurnDecidedIsDroppedAndWhatIsUnderWayIsCancelled() {
        Play play = Play.of(then(ctx -> ctx.activity(WORK, "a")));
        play.startAsChild();
        play.replacedBy((ctx, in) -> {
            ctx.startDetached(OTHER, "x", "y");
            return ctx.activity(ELSE, "b").await();
        });
        TurnResult result = play.turn();
        assertThat(result.end()).isInstanceOf(End.Failed.class);
        assertThat(result.cancelled().activities()).containsExactly(2L);
        assertThat(result.activities()).isEmpty();
        assertThat(result.letters()).extracting(Letter::instance).containsExactly("mother");
    }

    /** Does something, then waits for an event. */
    private static OrchestrationHandler<String, String> then(Consumer<OrchestrationContext> deed) {
        return (ctx, in) -> {
            deed.accept(ctx);
            return ctx.event("go", String.class).await();
        };
    }

    private static void assertDiverges(
            Consumer<OrchestrationContext> before, Consumer<OrchestrationContext> after, String was, String is) {
        Configuration error = (Configuration) Play.error(changed(before, after));
        assertThat(error.kind()).isEqualTo(Configuration.Kind.NONDETERMINISM);
        assertThat(error.resource()).isEqualTo("me");
        assertThat(error.message()).containsSubsequence("at event 2", "history says", was, "but", is, "new version");
    }

    private static void assertAgrees(Consumer<OrchestrationContext> before, Consumer<OrchestrationContext> after) {
        assertThat(Play.output(changed(before, after))).isEqualTo("went");
    }

    private static TurnResult changed(Consumer<OrchestrationContext> before, Consumer<OrchestrationContext> after) {
        Play play = Play.of(then(before));
        play.start();
        return play.replacedBy(then(after)).turn(Play.raised("go", "went"));
    }
}
