package dev.dormouse.orchestration.kernel;

import dev.dormouse.orchestration.ErrorDetails;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What is sent to an instance. */
public sealed interface Message {

    /** Begins an execution. */
    sealed interface Beginning extends Message {

        Event.Begin begin();

        /** Exactly this version; null: the policy decides. */
        @Nullable
        String version();
    }

    /** Becomes an event. */
    sealed interface Arrival extends Message {

        Event.Arrived asEvent(long id, Instant at);
    }

    /** The answer to a schedule of one execution. */
    sealed interface Answer extends Arrival {

        @Override
        Event.Completion asEvent(long id, Instant at);

        long executionId();

        /** The id of the event that scheduled it. */
        long schedule();
    }

    record Start(Event.Begin begin, @Nullable String version) implements Beginning {

        public static Start of(String name, Payload input) {
            return new Start(Event.Begin.of(name, input), null);
        }
    }

    /** The next execution of an instance that continued as new. */
    record Continue(Event.Begin begin, @Nullable String version) implements Beginning {}

    record ActivityCompleted(long executionId, long schedule, Payload result) implements Answer {
        @Override
        public Event.Completion asEvent(long id, Instant at) {
            return new Event.ActivityCompleted(id, at, schedule, result);
        }
    }

    record ActivityFailed(long executionId, long schedule, ErrorDetails error) implements Answer {
        @Override
        public Event.Completion asEvent(long id, Instant at) {
            return new Event.ActivityFailed(id, at, schedule, error);
        }
    }

    record TimerFired(long executionId, long schedule) implements Answer {
        @Override
        public Event.Completion asEvent(long id, Instant at) {
            return new Event.TimerFired(id, at, schedule);
        }
    }

    record ChildCompleted(long executionId, long schedule, Payload result) implements Answer {
        @Override
        public Event.Completion asEvent(long id, Instant at) {
            return new Event.ChildCompleted(id, at, schedule, result);
        }
    }

    record ChildFailed(long executionId, long schedule, ErrorDetails error) implements Answer {
        @Override
        public Event.Completion asEvent(long id, Instant at) {
            return new Event.ChildFailed(id, at, schedule, error);
        }
    }

    /** For whoever waits for an event of that name right then. */
    record Raise(String name, Payload data) implements Arrival {
        @Override
        public Event.Arrived asEvent(long id, Instant at) {
            return new Event.EventRaised(id, at, name, data);
        }
    }

    /** For a queue of the instance. */
    record Enqueue(String queue, Payload data) implements Arrival {
        @Override
        public Event.Arrived asEvent(long id, Instant at) {
            return new Event.QueueReceived(id, at, queue, data);
        }
    }

    /** To an instance itself, long after its cancellation: if its code has still not ended, it ends now. */
    record CancelOverdue(long executionId) implements Message {}

    record Cancel(String reason) implements Arrival {
        @Override
        public Event.Arrived asEvent(long id, Instant at) {
            return new Event.CancelRequested(id, at, reason);
        }
    }
}
