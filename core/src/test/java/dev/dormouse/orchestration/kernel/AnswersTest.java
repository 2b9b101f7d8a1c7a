package dev.dormouse.orchestration.kernel;

import static dev.dormouse.orchestration.kernel.Play.OTHER;
import static dev.dormouse.orchestration.kernel.Play.WORK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.orchestration.ErrorDetails.Configuration;
import dev.dormouse.orchestration.kernel.TurnResult.End;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Which messages become events. */
class AnswersTest {

    private final Play play = Play.of((ctx, in) -> {
        String first = ctx.activity(WORK, "a").await();
        return first + ctx.activity(WORK, "b").await();
    });

    @Test
    void anAnswerThatCameBeforeIsLeftOut() {
        play.start();
        play.turn(play.done(1, "x"));
        assertThat(play.turn(play.done(1, "again"))).isEqualTo(TurnResult.nothing(new End.Waits()));
        assertThat(Play.output(play.turn(play.done(2, "y")))).isEqualTo("xy");
    }

    @Test
    void anAnswerTwiceInOneBatchCountsOnce() {
        play.start();
        play.turn(play.done(1, "x"), play.done(1, "again"));
        assertThat(play.all(Event.ActivityCompleted.class)).hasSize(1);
    }

    @Test
    void aFailureAfterASuccessIsLeftOutAndTheOtherWayRound() {
        play.start();
        play.turn(play.done(1, "x"), play.failed(1, "late"));
        play.turn(play.failed(1, "later"));
        assertThat(play.all(Event.ActivityFailed.class)).isEmpty();
        Play failing = Play.of((ctx, in) -> {
            try {
                return ctx.activity(WORK, "a").await();
            } catch (RuntimeException e) {
                return ctx.activity(WORK, "b").await();
            }
        });
        failing.start();
        failing.turn(failing.failed(1, "bad"));
        failing.turn(failing.failed(1, "bad"), failing.done(1, "late"));
        assertThat(Play.output(failing.turn(failing.done(2, "good")))).isEqualTo("good");
    }

    @Test
    void answersToOtherExecutionsAreLeftOut() {
        play.start();
        assertThat(play.turn(new Message.ActivityCompleted(2, 2, Payload.of("x")))
                        .events())
                .isEmpty();
    }

    @Test
    void anAnswerToNothingIsNondeterminism() {
        play.start();
        TurnResult result = play.turn(new Message.ActivityCompleted(1, 99, Payload.of("x")));
        assertThat(((Configuration) Play.error(result)).kind()).isEqualTo(Configuration.Kind.NONDETERMINISM);
        assertThat(Play.error(result).message()).contains("activity of event 99 completed");
    }

    @Test
    void anAnswerOfTheWrongKindIsNondeterminism() {
        play.start();
        TurnResult result = play.turn(play.fired(1));
        assertThat(Play.error(result).message()).contains("timer of event 2 fired", "no such thing");
    }

    @Test
    void timersAndChildrenAreAnsweredOnceToo() {
        Play both = Play.of((ctx, in) -> {
            ctx.timer(Duration.ofSeconds(1)).await();
            return ctx.child(OTHER, "c").await() + ctx.activity(WORK, "a").await();
        });
        both.start();
        both.turn(both.fired(1), both.fired(1));
        both.turn(both.fired(1));
        both.turn(both.childDone(2, "x"), both.childFailed(2, Play.failure("no")));
        assertThat(Play.output(both.turn(both.childDone(2, "z"), both.done(3, "y"))))
                .isEqualTo("xy");
    }

    @Test
    void raisedEventsAreNeverTakenForDuplicates() {
        Play events = Play.of((ctx, in) -> ctx.event("e", String.class).await()
                + ctx.event("e", String.class).await());
        assertThat(Play.output(events.start(Play.raised("e", "same"), Play.raised("e", "same"))))
                .isEqualTo("samesame");
    }

    @Test
    void aSecondCancellationIsLeftOut() {
        Play undoing = Play.of((ctx, in) -> {
            try {
                return ctx.activity(WORK, "a").await();
            } catch (RuntimeException e) {
                return ctx.activity(WORK, "undo").await();
            }
        });
        undoing.start();
        undoing.turn(Play.cancel("one"), Play.cancel("two"));
        undoing.turn(Play.cancel("three"));
        assertThat(undoing.all(Event.CancelRequested.class))
                .extracting(Event.CancelRequested::reason)
                .containsExactly("one");
    }

    @Test
    void anEndedExecutionTakesNothingAnyMore() {
        play.start(Play.cancel("stop"));
        int events = play.stored.size();
        TurnResult result = play.turn(Play.raised("e", "x"), Play.cancel("again"));
        assertThat(result.end()).isInstanceOf(End.Failed.class);
        assertThat(play.stored).hasSize(events);
    }

    @Test
    void theLateAnswerToSomethingCancelledIsLeftOut() {
        Play race = Play.of((ctx, in) -> {
            ctx.race(ctx.activity(WORK, "a"), ctx.timer(Duration.ofSeconds(1))).await();
            return ctx.activity(WORK, "b").await();
        });
        race.start();
        race.turn(race.fired(2));
        assertThat(race.turn(race.done(1, "late")).events()).isEmpty();
        assertThat(Play.output(race.turn(race.done(3, "b")))).isEqualTo("b");
    }
}
