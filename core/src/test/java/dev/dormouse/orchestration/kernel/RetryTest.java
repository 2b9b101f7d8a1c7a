package dev.dormouse.orchestration.kernel;

import static dev.dormouse.orchestration.kernel.Play.WORK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dormouse.orchestration.ActivityFailedException;
import dev.dormouse.orchestration.ActivityOptions;
import dev.dormouse.orchestration.ActivityRetry;
import dev.dormouse.orchestration.Backoff;
import dev.dormouse.orchestration.DurableFuture;
import dev.dormouse.orchestration.ErrorDetails.Application;
import dev.dormouse.orchestration.kernel.TurnResult.End;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RetryTest {

    private static final ActivityOptions RETRYING = ActivityOptions.defaults().withRetry(ActivityRetry.byDefault());

    static Play retrying() {
        return with(RETRYING);
    }

    private static Play with(ActivityOptions options) {
        return Play.of((ctx, in) -> {
            try {
                return ctx.activity(WORK, "a", options).await();
            } catch (ActivityFailedException e) {
                return "failed: " + e.error().kind() + " " + e.error().message();
            }
        });
    }

    @Test
    void aFailedAttemptIsTriedAgainAfterTheBackoff() {
        Play play = retrying();
        play.start();
        TurnResult pause = play.turn(play.failed(1, "bad"));
        assertThat(pause.letters())
                .containsExactly(new Letter("me", new Message.TimerFired(1, 4), Duration.ofMillis(100)));
        assertThat(pause.activities()).isEmpty();
        TurnResult again = play.turn(play.fired(2));
        assertThat(again.activities()).hasSize(1);
        assertThat(Play.output(play.turn(play.done(3, "good")))).isEqualTo("good");
        assertThat(play.log).hasSize(1).first().asString().contains("WARN", "bad");
    }

    @Test
    void theLastFailureReachesTheCode() {
        Play play = retrying();
        play.start();
        play.turn(play.failed(1, "1"));
        play.turn(play.fired(2));
        play.turn(play.failed(3, "2"));
        play.turn(play.fired(4));
        assertThat(Play.output(play.turn(play.failed(5, "3")))).isEqualTo("failed: ACTIVITY_FAILED 3");
        assertThat(play.all(Event.TimerCreated.class))
                .extracting(Event.TimerCreated::delay)
                .containsExactly(Duration.ofMillis(100), Duration.ofMillis(200));
    }

    @Test
    void aFailureThatIsNotRetryableIsNotTriedAgain() {
        Play play = retrying();
        play.start();
        Application fatal = new Application(Application.Kind.ACTIVITY_FAILED, "never", null, false);
        assertThat(Play.output(play.turn(play.failed(1, fatal)))).isEqualTo("failed: ACTIVITY_FAILED never");
    }

    @Test
    void withoutBackoffThereIsNoTimer() {
        Play play = with(ActivityOptions.defaults().withRetry(ActivityRetry.of(2, Backoff.none())));
        play.start();
        assertThat(play.turn(play.failed(1, "bad")).activities()).hasSize(1);
        assertThat(play.all(Event.TimerCreated.class)).isEmpty();
    }

    @Test
    void anAttemptThatTakesTooLongIsGivenUp() {
        Play play = with(RETRYING.withTimeout(Duration.ofSeconds(5)));
        play.start();
        TurnResult result = play.turn(play.fired(2));
        assertThat(Play.output(result)).startsWith("failed: TIMED_OUT");
        assertThat(result.cancelled().activities()).containsExactly(2L);
    }

    @Test
    void aTimeoutIsTriedAgainOnlyIfThePolicySaysSo() {
        Play play = with(ActivityOptions.defaults()
                .withRetry(ActivityRetry.of(2, Backoff.none()).retryingTimeouts())
                .withTimeout(Duration.ofSeconds(5)));
        play.start();
        assertThat(play.turn(play.fired(2)).activities()).hasSize(1);
        TurnResult done = play.turn(play.done(3, "x"));
        assertThat(Play.output(done)).isEqualTo("x");
        assertThat(done.cancelled().timers()).hasSize(1);
    }

    @Test
    void theTimerOfAnAttemptThatEndedIsCancelled() {
        Play play = with(ActivityOptions.defaults().withTimeout(Duration.ofSeconds(5)));
        play.start();
        TurnResult result = play.turn(play.done(1, "x"));
        assertThat(Play.output(result)).isEqualTo("x");
        assertThat(result.cancelled().timers()).containsExactly(3L);
    }

    @Test
    void tenRetriedActivitiesRunSideBySide() {
        Play play = Play.of((ctx, in) -> {
            List<DurableFuture<String>> all = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                all.add(ctx.activity(WORK, "n" + i, RETRYING));
            }
            return String.join("", ctx.all(all).await());
        });
        assertThat(play.start().activities()).hasSize(10);
        Message[] failures = IntStream.rangeClosed(1, 10)
                .mapToObj(i -> play.failed(i, "bad"))
                .toArray(Message[]::new);
        assertThat(play.turn(failures).letters()).hasSize(10);
        Message[] fired = IntStream.rangeClosed(11, 20).mapToObj(play::fired).toArray(Message[]::new);
        assertThat(play.turn(fired).activities()).hasSize(10);
        Message[] done = IntStream.rangeClosed(21, 30)
                .mapToObj(i -> play.done(i, "" + i % 10))
                .toArray(Message[]::new);
        assertThat(Play.output(play.turn(done))).isEqualTo("1234567890");
    }

    @Test
    void aRetryGoesOnWhileTheCodeAwaitsSomethingElse() {
        Play play = Play.of((ctx, in) -> {
            DurableFuture<String> work = ctx.activity(WORK, "a", RETRYING);
            ctx.event("go", String.class).await();
            return work.await();
        });
        play.start();
        play.turn(play.failed(1, "bad"));
        assertThat(play.turn(play.fired(3)).activities()).hasSize(1);
        play.turn(play.done(4, "x"));
        assertThat(Play.output(play.turn(Play.raised("go", "")))).isEqualTo("x");
    }

    @Test
    void aCancelledRetryStops() {
        Play play = Play.of((ctx, in) -> {
            DurableFuture<String> work = ctx.activity(WORK, "a", RETRYING.withTimeout(Duration.ofSeconds(5)));
            ctx.event("stop", String.class).await();
            work.cancel();
            return ctx.event("end", String.class).await();
        });
        play.start();
        TurnResult stopped = play.turn(Play.raised("stop", ""));
        assertThat(stopped.cancelled().activities()).hasSize(1);
        assertThat(stopped.cancelled().timers()).hasSize(1);
        assertThat(play.turn(play.failed(1, "late")).end()).isEqualTo(new End.Waits());
        assertThat(Play.output(play.turn(Play.raised("end", "e")))).isEqualTo("e");
    }

    @Test
    void backoffsGrowAsTheySay() {
        assertThat(delays(Backoff.none())).containsExactly(0L, 0L, 0L, 0L);
        assertThat(delays(Backoff.fixed(Duration.ofMillis(7)))).containsExactly(7L, 7L, 7L, 7L);
        assertThat(delays(Backoff.linear(Duration.ofMillis(10), Duration.ofMillis(25))))
                .containsExactly(10L, 20L, 25L, 25L);
        assertThat(delays(Backoff.exponential(Duration.ofMillis(100), 2, Duration.ofMillis(700))))
                .containsExactly(100L, 200L, 400L, 700L);
        assertThat(Backoff.exponential(Duration.ofMillis(100), 2, Duration.ofSeconds(30))
                        .delay(5000))
                .isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void nonsenseIsRefused() {
        assertThatThrownBy(() -> ActivityRetry.of(0, Backoff.none())).hasMessageContaining("at least 1: 0");
        assertThatThrownBy(() -> Backoff.fixed(Duration.ofSeconds(-1))).hasMessageContaining("negative");
        assertThatThrownBy(() -> ActivityOptions.defaults().withTimeout(Duration.ZERO))
                .hasMessageContaining("positive");
    }

    private static List<Long> delays(Backoff backoff) {
        return IntStream.rangeClosed(1, 4)
                .mapToObj(attempt -> backoff.delay(attempt).toMillis())
                .toList();
    }
}
