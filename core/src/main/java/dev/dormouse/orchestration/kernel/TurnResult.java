package dev.dormouse.orchestration.kernel;

import dev.dormouse.orchestration.ErrorDetails;
import dev.dormouse.provider.CustomStatusChange;
import dev.dormouse.provider.ValueChange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a turn decided, to be committed as one.
 *
 * @param events to be appended, with ids that go on from the history's
 * @param activities to be executed; those that the same turn cancelled are left out
 * @param letters to be sent
 */
public record TurnResult(
        List<Event> events,
        List<Event.ActivityScheduled> activities,
        List<Letter> letters,
        Cancelled cancelled,
        Changes changes,
        End end) {

    /** Schedules of earlier turns that are not wanted any more, by their event ids. Children are told by letter. */
    public record Cancelled(List<Long> activities, List<Long> timers) {
        public static final Cancelled NONE = new Cancelled(List.of(), List.of());

        public Cancelled {
            activities = List.copyOf(activities);
            timers = List.copyOf(timers);
        }
    }

    /**
     * What clients can see.
     *
     * @param status null: unchanged
     */
    public record Changes(@Nullable CustomStatusChange status, List<ValueChange> values) {
        public static final Changes NONE = new Changes(null, List.of());

        public Changes {
            values = List.copyOf(values);
        }
    }

    /** Where the execution stands after the turn. */
    public sealed interface End {
        /** It waits. */
        record Waits() implements End {}

        record Completed(Payload output) implements End {}

        record Failed(ErrorDetails error) implements End {}

        /** The letters hold what begins the next execution. */
        record ContinuedAsNew() implements End {}
    }

    /** A turn that changes nothing. */
    static TurnResult nothing(End end) {
        return new TurnResult(List.of(), List.of(), List.of(), Cancelled.NONE, Changes.NONE, end);
    }

    public TurnResult {
        events = List.copyOf(events);
        activities = List.copyOf(activities);
        letters = List.copyOf(letters);
    }
}
