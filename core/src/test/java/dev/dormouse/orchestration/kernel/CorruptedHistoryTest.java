package dev.dormouse.orchestration.kernel;

import static dev.dormouse.orchestration.kernel.Play.WORK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.orchestration.ErrorDetails;
import dev.dormouse.orchestration.ErrorDetails.Configuration;
import dev.dormouse.orchestration.ErrorDetails.Poison;
import dev.dormouse.orchestration.OrchestrationLimits;
import dev.dormouse.orchestration.kernel.TurnResult.End;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CorruptedHistoryTest {

    private static final Instant AT = Play.BEGINNING;
    private static final Event.Started STARTED = new Event.Started(
            1, AT, Event.Begin.of("self", Payload.EMPTY).withParent(new Event.Parent("mother", 1, 5)), "1.0.0", 1);

    @Test
    void aHistoryWithoutAStart() {
        assertCorrupted("a start comes first", activity(1));
    }

    @Test
    void aSecondStart() {
        assertCorrupted("a start comes first, and once", STARTED, new Event.Started(2, AT, STARTED.begin(), "1", 1));
    }

    @Test
    void aGapOrARepetitionInTheIds() {
        assertCorrupted("event 3", STARTED, activity(3));
        assertCorrupted("event 1", STARTED, activity(1));
        assertCorrupted("event 2", STARTED, activity(2), activity(2));
    }

    @Test
    void idsThatRunBackwards() {
        assertCorrupted("follows event 3", STARTED, activity(2), activity(3), activity(2));
    }

    @Test
    void anythingBehindTheEnd() {
        for (Event end : List.of(
                new Event.Completed(2, AT, Payload.EMPTY),
                new Event.Failed(2, AT, Play.failure("x")),
                new Event.ContinuedAsNew(2, AT, Payload.EMPTY, null))) {
            assertCorrupted("stands behind the end", STARTED, end, activity(3));
            assertCorrupted("stands behind the end", STARTED, end, new Event.Completed(3, AT, Payload.EMPTY));
        }
    }

    @Test
    void answersToNothing() {
        assertCorrupted("scheduled no such thing", STARTED, new Event.ActivityCompleted(2, AT, 9, Payload.EMPTY));
        assertCorrupted("scheduled no such thing", STARTED, new Event.ActivityFailed(2, AT, 2, Play.failure("x")));
        assertCorrupted("scheduled no such thing", STARTED, new Event.TimerFired(2, AT, 1));
        assertCorrupted("scheduled no such thing", STARTED, new Event.ChildCompleted(2, AT, 0, Payload.EMPTY));
        assertCorrupted("scheduled no such thing", STARTED, new Event.ChildFailed(2, AT, -1, Play.failure("x")));
    }

    @Test
    void answersOfTheWrongKind() {
        assertCorrupted("scheduled no such thing", STARTED, activity(2), new Event.TimerFired(3, AT, 2));
        assertCorrupted(
                "scheduled no such thing",
                STARTED,
                new Event.TimerCreated(2, AT, Duration.ZERO),
                new Event.ActivityCompleted(3, AT, 2, Payload.EMPTY));
        assertCorrupted(
                "scheduled no such thing", STARTED, activity(2), new Event.ChildCompleted(3, AT, 2, Payload.EMPTY));
    }

    @Test
    void answersBeforeTheQuestion() {
        assertCorrupted(
                "scheduled no such thing", STARTED, new Event.ActivityCompleted(2, AT, 3, Payload.EMPTY), activity(3));
    }

    @Test
    void aSecondAnswer() {
        assertCorrupted(
                "answered before",
                STARTED,
                activity(2),
                new Event.ActivityCompleted(3, AT, 2, Payload.EMPTY),
                new Event.ActivityFailed(4, AT, 2, Play.failure("x")));
    }

    @Test
    void cancellationsOfNothingOrTwice() {
        assertCorrupted("nothing scheduled", STARTED, new Event.ScheduleCancelled(2, AT, 7, "x"));
        assertCorrupted(
                "cancelled before",
                STARTED,
                activity(2),
                new Event.ScheduleCancelled(3, AT, 2, "x"),
                new Event.ScheduleCancelled(4, AT, 2, "x"));
        assertCorrupted("twice", STARTED, new Event.CancelRequested(2, AT, "x"), new Event.CancelRequested(3, AT, "x"));
    }

    @Test
    void theEndIsAppendedBehindEverything() {
        TurnResult result = run(STARTED, activity(2), activity(9), activity(4));
        assertThat(result.events()).extracting(Event::id).containsExactly(10L, 11L);
        assertThat(result.cancelled().activities()).containsExactly(2L);
    }

    @Test
    void aHistoryThatHasEndedAnswersWithItsEnd() {
        assertThat(run(STARTED, new Event.Completed(2, AT, Payload.of("x"))))
                .isEqualTo(TurnResult.nothing(new End.Completed(Payload.of("x"))));
        assertThat(run(STARTED, new Event.ContinuedAsNew(2, AT, Payload.of("x"), null)))
                .isEqualTo(TurnResult.nothing(new End.ContinuedAsNew()));
    }

    @Test
    void anInstanceCanBeFailedWithoutItsHistory() {
        ErrorDetails poison = new Poison(11, 10, "me", "unreadable");
        TurnResult result = Kernel.fail(input(), 17, poison);
        assertThat(result.events()).containsExactly(new Event.Failed(18, AT, poison));
        assertThat(result.letters()).isEmpty();
    }

    @Test
    void anInstanceCanBeFailedAndItsParentIsTold() {
        ErrorDetails poison = new Poison(11, 10, "me", "unreadable");
        TurnResult result = Kernel.fail(input(STARTED, activity(2)), 2, poison);
        assertThat(result.cancelled().activities()).containsExactly(2L);
        assertThat(result.letters()).containsExactly(Letter.of("mother", new Message.ChildFailed(1, 5, poison)));
    }

    @Test
    void anInstanceCanBeFailedBeforeItsFirstTurn() {
        Play play = Play.of((ctx, in) -> in);
        ErrorDetails unknown = new Configuration(Configuration.Kind.UNREGISTERED, "self 9.9.9", "nobody knows it");
        Message start = new Message.Start(STARTED.begin(), "9.9.9");
        TurnResult result = Kernel.fail(play.input(start), 0, unknown);
        assertThat(result.events()).hasExactlyElementsOfTypes(Event.Started.class, Event.Failed.class);
        assertThat(result.letters()).extracting(Letter::instance).containsExactly("mother");
    }

    private static Event activity(long id) {
        return new Event.ActivityScheduled(id, AT, "work", Payload.of("a"), null, null);
    }

    private static TurnInput input(Event... history) {
        return new TurnInput(
                new TurnInput.Execution("me", 1, "1.0.0"),
                List.of(history),
                List.of(Play.raised("e", "x")),
                Map.of(),
                new TurnInput.Moment(AT, 1),
                OrchestrationLimits.defaults());
    }

    private static TurnResult run(Event... history) {
        Play play = Play.of((ctx, in) -> ctx.activity(WORK, "a").await());
        return Kernel.run(input(history), play.body, play);
    }

    private static void assertCorrupted(String how, Event... history) {
        Configuration error = (Configuration) Play.error(run(history));
        assertThat(error.kind()).isEqualTo(Configuration.Kind.CORRUPTED);
        assertThat(error.message()).contains("execution 1", how);
    }
}
