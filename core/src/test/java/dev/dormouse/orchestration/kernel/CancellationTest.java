package dev.dormouse.orchestration.kernel;

import static dev.dormouse.orchestration.kernel.Play.OTHER;
import static dev.dormouse.orchestration.kernel.Play.WORK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.orchestration.DurableFuture;
import dev.dormouse.orchestration.ErrorDetails.Application;
import dev.dormouse.orchestration.OrchestrationCancelledException;
import dev.dormouse.orchestration.OrchestrationLimits;
import dev.dormouse.orchestration.kernel.TurnResult.End;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

class CancellationTest {

    private static final Application CANCELLED = Application.cancelled("enough");

    private final Message cancel = Play.cancel("enough");

    @Test
    void theAwaitThrowsAndTheOrchestrationHasFailedAsCancelled() {
        Play play = Play.of((ctx, in) -> ctx.activity(WORK, "a").await());
        play.start();
        assertThat(play.turn(cancel).end()).isEqualTo(new End.Failed(CANCELLED));
    }

    @Test
    void outstandingWorkIsCancelled() {
        Play play = Play.of((ctx, in) -> {
            ctx.timer(Duration.ofDays(1));
            ctx.child(OTHER, "c");
            return ctx.activity(WORK, "a").await();
        });
        play.start();
        TurnResult result = play.turn(cancel);
        assertThat(result.cancelled())
                .isEqualTo(new TurnResult.Cancelled(java.util.List.of(4L), java.util.List.of(2L)));
        assertThat(result.letters())
                .containsExactly(Letter.of(
                        "me::sub::1_3", new Message.Cancel("by its parent: the orchestration was cancelled")));
        assertThat(play.all(Event.ScheduleCancelled.class)).hasSize(3);
    }

    @Test
    void compensationMayScheduleAndAwait() {
        Play play = Play.of((ctx, in) -> {
            try {
                return ctx.activity(WORK, "a").await();
            } catch (OrchestrationCancelledException e) {
                ctx.activity(WORK, "undo " + e.reason()).await();
                return "undone";
            }
        });
        play.start();
        TurnResult undoing = play.turn(cancel);
        assertThat(undoing.end()).isEqualTo(new End.Waits());
        assertThat(undoing.activities())
                .extracting(Event.ActivityScheduled::input)
                .containsExactly(Payload.of("undo enough"));
        assertThat(play.turn(play.done(2, "")).end()).isEqualTo(new End.Failed(CANCELLED));
    }

    @Test
    void itIsThrownOnce() {
        Play play = Play.of((ctx, in) -> {
            DurableFuture<String> other = ctx.event("later", String.class);
            try {
                ctx.activity(WORK, "a").await();
            } catch (OrchestrationCancelledException e) {
                ctx.setStatus("cancelling");
            }
            ctx.timer(Duration.ofSeconds(1)).await();
            return other.isDone() + "";
        });
        play.start();
        assertThat(play.turn(cancel).end()).isEqualTo(new End.Waits());
        assertThat(play.turn(play.fired(3)).end()).isEqualTo(new End.Failed(CANCELLED));
    }

    @Test
    void codeThatIgnoresItEndsAllTheSame() {
        Play play = Play.of((ctx, in) -> {
            for (int i = 0; i < 1000; i++) {
                try {
                    ctx.event("never", String.class).await();
                } catch (OrchestrationCancelledException e) {
                    ctx.child(OTHER, "another one");
                }
            }
            return "at last";
        });
        play.limits = OrchestrationLimits.defaults().withUndoMax(Duration.ofHours(3));
        play.startAsChild();
        TurnResult ignoring = play.turn(cancel);
        assertThat(ignoring.end()).isEqualTo(new End.Waits());
        assertThat(ignoring.letters()).contains(new Letter("me", new Message.CancelOverdue(1), Duration.ofHours(3)));
        assertThat(play.turn(Play.raised("other", "")).letters())
                .as("it was told once when to end")
                .isEmpty();
        TurnResult end = play.turn(new Message.CancelOverdue(1));
        assertThat(Play.error(end)).isInstanceOfSatisfying(Application.class, error -> {
            assertThat(error.kind()).isEqualTo(Application.Kind.CANCELLED);
            assertThat(error.message()).isEqualTo("enough");
            assertThat(error.details()).contains("PT3H");
        });
        assertThat(end.letters()).extracting(Letter::instance).containsExactly("me::sub::1_5", "mother");
    }

    @Test
    void codeThatEndsInTheLastMomentHasEndedByItself() {
        Play play = Play.of((ctx, in) -> {
            try {
                return ctx.activity(WORK, "a").await();
            } catch (OrchestrationCancelledException e) {
                return ctx.activity(WORK, "undo").await();
            }
        });
        play.start();
        play.turn(cancel);
        assertThat(play.turn(new Message.CancelOverdue(1), play.done(2, "")).end())
                .isEqualTo(new End.Failed(CANCELLED));
    }

    @Test
    void theReminderOfAnotherExecutionOrOfNoCancellationMeansNothing() {
        Play play = Play.of((ctx, in) -> ctx.event("go", String.class).await());
        play.start();
        assertThat(play.turn(new Message.CancelOverdue(1)).end()).isEqualTo(new End.Waits());
        assertThat(play.turn(new Message.CancelOverdue(2)).end()).isEqualTo(new End.Waits());
        assertThat(Play.output(play.turn(Play.raised("go", "on")))).isEqualTo("on");
    }

    @Test
    void itTakesPrecedenceOverAResultInTheSameTurn() {
        Play play = Play.of((ctx, in) -> ctx.activity(WORK, "a").await());
        play.start();
        assertThat(play.turn(play.done(1, "x"), cancel).end()).isEqualTo(new End.Failed(CANCELLED));
    }

    @Test
    void itTakesPrecedenceOverContinuingAsNewAndOverFailures() {
        Play next = Play.of((ctx, in) -> ctx.continueAsNew("next"));
        assertThat(next.start(cancel).end()).isEqualTo(new End.Failed(CANCELLED));
        Play throwing = Play.of((ctx, in) -> {
            try {
                return ctx.activity(WORK, "a").await();
            } finally {
                if (ctx.isReplaying()) {
                    ctx.setStatus("x");
                }
            }
        });
        throwing.start();
        assertThat(throwing.turn(cancel).end()).isEqualTo(new End.Failed(CANCELLED));
    }

    @Test
    void anInstanceThatHasNotBegunCanBeCancelled() {
        Play play = Play.of((ctx, in) -> ctx.activity(WORK, "a").await());
        TurnResult result = play.start(cancel);
        assertThat(result.end()).isEqualTo(new End.Failed(CANCELLED));
        assertThat(result.activities()).isEmpty();
        assertThat(result.cancelled()).isEqualTo(TurnResult.Cancelled.NONE);
    }

    @Test
    void theParentIsTold() {
        Play play = Play.of((ctx, in) -> ctx.activity(WORK, "a").await());
        play.startAsChild();
        assertThat(play.turn(cancel).letters())
                .containsExactly(Letter.of("mother", new Message.ChildFailed(3, 7, CANCELLED)));
    }

    @Test
    void whatWasOutstandingThrowsWhenItIsAwaitedAfterwards() {
        Play play = Play.of((ctx, in) -> {
            DurableFuture<String> a = ctx.activity(WORK, "a");
            try {
                ctx.timer(Duration.ofSeconds(1)).await();
            } catch (OrchestrationCancelledException e) {
                try {
                    a.await();
                } catch (OrchestrationCancelledException again) {
                    ctx.activity(WORK, "undo").await();
                }
            }
            return in;
        });
        play.start();
        assertThat(play.turn(cancel).activities()).hasSize(1);
    }

    @Test
    void retriesStopWhenTheOrchestrationIsCancelled() {
        Play play = RetryTest.retrying();
        play.start();
        play.turn(play.failed(1, "bad"));
        TurnResult result = play.turn(cancel);
        assertThat(result.end()).isEqualTo(new End.Failed(CANCELLED));
        assertThat(result.cancelled().timers()).hasSize(1);
        assertThat(result.activities()).isEmpty();
    }

    @Test
    void cancellationDuringReplayKeepsItsPlace() {
        Play play = Play.of((ctx, in) -> {
            String text = "";
            try {
                text += ctx.activity(WORK, "a").await();
                text += ctx.activity(WORK, "b").await();
            } catch (OrchestrationCancelledException e) {
                ctx.setStatus("had " + text);
            }
            ctx.activity(WORK, "undo1").await();
            ctx.activity(WORK, "undo2").await();
            return text;
        });
        play.start();
        play.turn(play.done(1, "x"), cancel);
        play.turn(play.done(3, ""));
        assertThat(play.turn(play.done(4, "")).end()).isEqualTo(new End.Failed(CANCELLED));
        assertThat(play.all(Event.StatusChanged.class))
                .extracting(Event.StatusChanged::status)
                .containsExactly("had x");
    }

    // Futures.

    @Test
    void aCancelledFutureThrowsAndItsWorkIsTakenOut() {
        Play play = Play.of((ctx, in) -> {
            DurableFuture<String> a = ctx.activity(WORK, "a");
            ctx.timer(Duration.ofSeconds(1)).await();
            a.cancel();
            a.cancel();
            try {
                return a.await();
            } catch (CancellationException e) {
                return ctx.activity(WORK, "b").await();
            }
        });
        play.start();
        assertThat(play.turn(play.fired(2)).cancelled().activities()).containsExactly(2L);
        assertThat(Play.output(play.turn(play.done(3, "b")))).isEqualTo("b");
    }

    @Test
    void whatIsScheduledAndCancelledInOneTurnLeavesNothing() {
        Play play = Play.of((ctx, in) -> {
            ctx.activity(WORK, "a").cancel();
            ctx.timer(Duration.ofDays(1)).cancel();
            ctx.child(OTHER, "c").cancel();
            return ctx.activity(WORK, "b").await();
        });
        TurnResult result = play.start();
        assertThat(result.activities())
                .extracting(Event.ActivityScheduled::input)
                .containsExactly(Payload.of("b"));
        assertThat(result.letters()).isEmpty();
        assertThat(result.cancelled()).isEqualTo(TurnResult.Cancelled.NONE);
        assertThat(play.all(Event.ScheduleCancelled.class)).hasSize(3);
    }

    @Test
    void cancellingAMappedFutureCancelsItsSource() {
        Play play = Play.of((ctx, in) -> {
            DurableFuture<Integer> length = ctx.activity(WORK, "a").map(String::length);
            ctx.timer(Duration.ofSeconds(1)).await();
            length.cancel();
            return ctx.activity(WORK, "b").await();
        });
        play.start();
        assertThat(play.turn(play.fired(2)).cancelled().activities()).containsExactly(2L);
    }

    @Test
    void cancellingWhatIsDoneChangesNothing() {
        Play play = Play.of((ctx, in) -> {
            DurableFuture<String> a = ctx.activity(WORK, "a");
            a.await();
            a.cancel();
            return a.await();
        });
        play.start();
        assertThat(Play.output(play.turn(play.done(1, "x")))).isEqualTo("x");
        assertThat(play.all(Event.ScheduleCancelled.class)).isEmpty();
    }
}
