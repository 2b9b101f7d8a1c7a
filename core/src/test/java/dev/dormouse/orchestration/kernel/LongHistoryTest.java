package dev.dormouse.orchestration.kernel;

import static dev.dormouse.orchestration.kernel.Play.WORK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.orchestration.DurableFuture;
import dev.dormouse.orchestration.OrchestrationHandler;
import dev.dormouse.orchestration.OrchestrationLimits;
import dev.dormouse.orchestration.kernel.TurnResult.End;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** A replay costs what its history is long, and no more: 50,000 events here, two for each step. */
class LongHistoryTest {

    private static final int STEPS = 25_000;
    private static final Instant AT = Play.BEGINNING;

    /** Ten times the events take about ten times the time, or a hundred times if something is quadratic. */
    private static final int RATIO_MAX = 40;
    /** Others who run here can slow one of the two down, but not every time. */
    private static final int ATTEMPTS_MAX = 3;

    @Test
    void oneAfterTheOther() {
        assertLinear(
                count -> (ctx, in) -> {
                    for (int i = 0; i < count; i++) {
                        ctx.activity(WORK, "a").await();
                    }
                    return ctx.event("never", String.class).await();
                },
                LongHistoryTest::sequential);
    }

    @Test
    void allAtOnceAndAnsweredBackwards() {
        assertLinear(
                count -> (ctx, in) -> {
                    List<DurableFuture<String>> all = new ArrayList<>();
                    for (int i = 0; i < count; i++) {
                        all.add(ctx.activity(WORK, "a"));
                    }
                    ctx.all(all).await();
                    return ctx.event("never", String.class).await();
                },
                LongHistoryTest::backwards);
    }

    @Test
    void messagesThatWaitForTheirTakers() {
        assertLinear(
                count -> (ctx, in) -> {
                    ctx.event("go", String.class).await();
                    for (int i = 0; i < count; i++) {
                        ctx.queue("q", String.class).next().await();
                    }
                    return ctx.event("never", String.class).await();
                },
                LongHistoryTest::queued);
    }

    private static void assertLinear(
            IntFunction<OrchestrationHandler<String, String>> code, IntFunction<List<Event>> history) {
        double ratio = Double.MAX_VALUE;
        for (int attempt = 0; attempt < ATTEMPTS_MAX && ratio >= RATIO_MAX; attempt++) {
            long few = replayNanos(code.apply(STEPS / 10), history.apply(STEPS / 10), STEPS / 10);
            long many = replayNanos(code.apply(STEPS), history.apply(STEPS), STEPS);
            ratio = (double) many / few;
        }
        assertThat(ratio).as("time for ten times the events").isLessThan(RATIO_MAX);
    }

    /** The fastest of several, since whoever else runs here only ever slows it down. */
    private static long replayNanos(OrchestrationHandler<String, String> code, List<Event> history, int steps) {
        Play play = Play.of(code);
        play.limits = OrchestrationLimits.defaults().withHistoryBytesMax(Long.MAX_VALUE);
        int[] uses = new int[1];
        play.check = () -> uses[0]++;
        long best = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            uses[0] = 0;
            long start = System.nanoTime();
            assertThat(Kernel.run(input(play, history), play.body, play).end()).isEqualTo(new End.Waits());
            best = Math.min(best, System.nanoTime() - start);
            assertThat(uses[0]).as("uses of the context").isLessThan(3 * steps + 10);
        }
        return best;
    }

    private static TurnInput input(Play play, List<Event> history) {
        return new TurnInput(
                new TurnInput.Execution("me", 1, "1.0.0"),
                history,
                List.of(),
                play.values,
                new TurnInput.Moment(AT, 1),
                play.limits);
    }

    private static List<Event> beginning() {
        return new ArrayList<>(
                List.of(new Event.Started(1, AT, Event.Begin.of("self", Payload.of("in")), "1.0.0", 42)));
    }

    private static Event scheduled(long id) {
        return new Event.ActivityScheduled(id, AT, "work", Payload.of("a"), null, null);
    }

    private static List<Event> sequential(int steps) {
        List<Event> history = beginning();
        for (int i = 0; i < steps; i++) {
            long id = history.size() + 1L;
            history.add(scheduled(id));
            history.add(new Event.ActivityCompleted(id + 1, AT, id, Payload.of("r")));
        }
        return history;
    }

    private static List<Event> backwards(int steps) {
        List<Event> history = beginning();
        for (int i = 0; i < steps; i++) {
            history.add(scheduled(history.size() + 1L));
        }
        for (int i = steps; i > 0; i--) {
            history.add(new Event.ActivityCompleted(history.size() + 1L, AT, i + 1L, Payload.of("r")));
        }
        return history;
    }

    private static List<Event> queued(int steps) {
        List<Event> history = beginning();
        history.add(new Event.EventAwaited(2, AT, "go"));
        for (int i = 0; i < steps; i++) {
            history.add(new Event.QueueReceived(history.size() + 1L, AT, "q", Payload.of("m")));
        }
        history.add(new Event.EventRaised(history.size() + 1L, AT, "go", Payload.EMPTY));
        for (int i = 0; i < steps; i++) {
            history.add(new Event.QueueAwaited(history.size() + 1L, AT, "q"));
        }
        return history;
    }
}
