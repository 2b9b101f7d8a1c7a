package dev.dormouse.orchestration.kernel;

import static dev.dormouse.orchestration.kernel.Play.OTHER;
import static dev.dormouse.orchestration.kernel.Play.WORK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dormouse.orchestration.ActivityFailedException;
import dev.dormouse.orchestration.ApplicationException;
import dev.dormouse.orchestration.ChildFailedException;
import dev.dormouse.orchestration.ErrorDetails;
import dev.dormouse.orchestration.ErrorDetails.Application;
import dev.dormouse.orchestration.ErrorDetails.Configuration;
import dev.dormouse.orchestration.ErrorDetails.Infrastructure;
import dev.dormouse.orchestration.ErrorDetails.Poison;
import dev.dormouse.orchestration.kernel.TurnResult.End;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How orchestrations end, and who is told. */
class EndingTest {

    @Test
    void theParentIsToldOfAResult() {
        assertThat(Play.of((ctx, in) -> "out").startAsChild().letters())
                .containsExactly(Letter.of("mother", new Message.ChildCompleted(3, 7, Payload.of("out"))));
    }

    @Test
    void whatIsStillUnderWayIsCancelledWithABreadcrumbEach() {
        Play play = Play.of((ctx, in) -> {
            ctx.activity(WORK, "a");
            ctx.timer(Duration.ofDays(1));
            ctx.child(OTHER, "c");
            ctx.event("e", String.class);
            ctx.queue("q", String.class).next();
            return ctx.event("go", String.class).await();
        });
        play.start();
        TurnResult result = play.turn(Play.raised("go", "x"));
        assertThat(Play.output(result)).isEqualTo("x");
        assertThat(result.cancelled()).isEqualTo(new TurnResult.Cancelled(List.of(2L), List.of(3L)));
        assertThat(result.letters()).extracting(Letter::instance).containsExactly("me::sub::1_4");
        assertThat(play.all(Event.ScheduleCancelled.class))
                .extracting(Event.ScheduleCancelled::schedule)
                .containsExactly(2L, 3L, 4L, 5L, 6L);
        assertThat(play.history().get(play.stored.size() - 1)).isInstanceOf(Event.Completed.class);
    }

    @Test
    void whatIsDecidedInTheLastTurnIsNotBegunButDetachedStartsAre() {
        Play play = Play.of((ctx, in) -> {
            ctx.activity(WORK, "a");
            ctx.child(OTHER, "c");
            ctx.startDetached(OTHER, "free", "d");
            ctx.setStatus("over");
            ctx.values().set("k", "v");
            return in;
        });
        TurnResult result = play.start();
        assertThat(result.activities()).isEmpty();
        assertThat(result.letters()).extracting(Letter::instance).containsExactly("free");
        assertThat(result.changes().status()).isNotNull();
        assertThat(result.changes().values()).hasSize(1);
    }

    @Test
    void theAnswerThatCameWithTheEndNeedsNoCancellation() {
        Play play = Play.of((ctx, in) -> {
            ctx.activity(WORK, "a");
            return ctx.activity(WORK, "b").await();
        });
        play.start();
        TurnResult result = play.turn(play.done(2, "x"), play.done(1, "y"));
        assertThat(Play.output(result)).isEqualTo("x");
        assertThat(result.cancelled()).isEqualTo(TurnResult.Cancelled.NONE);
    }

    // Failing.

    @Test
    void aFailedActivityReachesTheCodeTyped() {
        Play play = Play.of((ctx, in) -> {
            try {
                return ctx.activity(WORK, "a").await();
            } catch (ActivityFailedException e) {
                return e.activity() + "|" + e.error().message() + "|"
                        + e.error().details() + "|" + e.error().retryable();
            }
        });
        play.start();
        Application error = new Application(Application.Kind.ACTIVITY_FAILED, "no funds", "code 51", false);
        assertThat(Play.output(play.turn(play.failed(1, error)))).isEqualTo("work|no funds|code 51|false");
    }

    @Test
    void aFailedChildReachesTheCodeTyped() {
        Play play = Play.of((ctx, in) -> {
            try {
                return ctx.child(OTHER, "a").await();
            } catch (ChildFailedException e) {
                return e.orchestration() + "|" + e.instance() + "|" + e.error().kind();
            }
        });
        play.start();
        assertThat(Play.output(play.turn(play.childFailed(1, Application.cancelled("x")))))
                .isEqualTo("other|me::sub::1_2|CANCELLED");
    }

    @Test
    void aFailureThatTheCodeLetsPassFailsTheOrchestration() {
        Play play = Play.of((ctx, in) -> ctx.activity(WORK, "a").await());
        play.startAsChild();
        TurnResult result = play.turn(play.failed(1, "no funds"));
        Application error = (Application) Play.error(result);
        assertThat(error.kind()).isEqualTo(Application.Kind.ORCHESTRATION_FAILED);
        assertThat(error.message()).isEqualTo("activity work failed: no funds");
        assertThat(result.letters()).containsExactly(Letter.of("mother", new Message.ChildFailed(3, 7, error)));
    }

    @Test
    void failingOnPurposeKeepsTheDetails() {
        Play play = Play.of((ctx, in) -> {
            throw new ApplicationException("rejected", "{\"code\":7}", false);
        });
        assertThat(play.start().end())
                .isEqualTo(new End.Failed(
                        new Application(Application.Kind.ORCHESTRATION_FAILED, "rejected", "{\"code\":7}", false)));
    }

    @Test
    void anExceptionFailsTheOrchestration() {
        Play play = Play.of((ctx, in) -> {
            throw new IllegalStateException("oops");
        });
        Application error = (Application) Play.error(play.start());
        assertThat(error.kind()).isEqualTo(Application.Kind.THREW);
        assertThat(error.message()).isEqualTo("java.lang.IllegalStateException: oops");
        assertThat(error.details()).contains("EndingTest");
    }

    @Test
    void endlessRecursionFailsTheOrchestrationOnly() {
        Play play = Play.of((ctx, in) -> endless(in));
        assertThat(Play.error(play.start()).message()).contains("StackOverflowError");
    }

    @Test
    void aMachineInTroubleIsNotTheOrchestrationsFault() {
        Play play = Play.of((ctx, in) -> {
            throw new OutOfMemoryError("pretended");
        });
        assertThatThrownBy(play::start).isInstanceOf(TurnInterruptedError.class).hasMessageContaining("pretended");
    }

    @Test
    void errorsThatAreNotTheApplicationsPassTheCodeBy() {
        List<ErrorDetails> errors = List.of(
                new Infrastructure("ack", "disk full", true),
                new Configuration(Configuration.Kind.UNREGISTERED, "work", "nobody knows it"),
                new Poison(11, 10, "work", "crashes"));
        for (ErrorDetails error : errors) {
            Play play = Play.of((ctx, in) -> {
                try {
                    return ctx.activity(WORK, "a").await();
                } catch (RuntimeException e) {
                    return "caught";
                }
            });
            play.startAsChild();
            TurnResult result = play.turn(play.failed(1, error));
            assertThat(result.end()).isEqualTo(new End.Failed(error));
            assertThat(result.letters()).hasSize(1);
        }
    }

    @Test
    void anInputThatCannotBeReadFailsTheOrchestration() {
        Play play = Play.of((ctx, in) -> in);
        play.body = Body.of(
                dev.dormouse.orchestration.Orchestration.of("self", Integer.class, String.class),
                (ctx, in) -> "never",
                new TextCodec());
        assertThat(Play.error(play.start()).message()).contains("not a number: in");
    }

    @SuppressWarnings("InfiniteRecursion")
    private static String endless(String text) {
        return endless(text + "x".charAt(0)) + text;
    }
}
