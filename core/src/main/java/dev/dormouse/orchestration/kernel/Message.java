package dev.dormouse.orchestration.kernel;

import dev.dormouse.orchestration.ErrorDetails;
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

    /** The answer to a schedule of one execution. */
    sealed interface Answer extends Message {

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

    record ActivityCompleted(long executionId, long schedule, Payload result) implements Answer {}

    record ActivityFailed(long executionId, long schedule, ErrorDetails error) implements Answer {}

    record TimerFired(long executionId, long schedule) implements Answer {}

    record ChildCompleted(long executionId, long schedule, Payload result) implements Answer {}

    record ChildFailed(long executionId, long schedule, ErrorDetails error) implements Answer {}

    /** For whoever waits for an event of that name right then. */
    record Raise(String name, Payload data) implements Message {}

    /** For a queue of the instance. */
    record Enqueue(String queue, Payload data) implements Message {}

    record Cancel(String reason) implements Message {}
}
