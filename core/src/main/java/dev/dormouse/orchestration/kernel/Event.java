package dev.dormouse.orchestration.kernel;

import dev.dormouse.orchestration.ErrorDetails;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One entry of a history. Ids count from 1 within an execution. What the code decided is {@link Decided}, what came from
 * outside is {@link Arrived}, what ends an execution is {@link Terminal}.
 */
public sealed interface Event {

    long id();

    /** The provider's clock at the fetch of the turn that appended it, to the millisecond. */
    Instant at();

    /** For messages about it: "activity charge was scheduled". */
    String describe();

    /** About how many bytes it takes; the same at every replay. */
    default long bytes() {
        return BYTES_AT_LEAST;
    }

    /** What an event takes that carries nothing. */
    long BYTES_AT_LEAST = 64;

    /** A decision of the code: it must make the same one at every replay. */
    sealed interface Decided extends Event {

        /** Whether the code, having decided the other, decided what the history says. Ids and times are the same. */
        default boolean sameAs(Decided other) {
            return equals(other);
        }
    }

    /** A decision that something outside answers, or that waits for something outside. */
    sealed interface Schedule extends Decided {}

    /** What came from outside: time goes on with it. */
    sealed interface Arrived extends Event {}

    /** The answer to a schedule. */
    sealed interface Completion extends Arrived {

        /** The id of the event that scheduled it. */
        long schedule();
    }

    /** The last event of an execution. */
    sealed interface Terminal extends Event {}

    // The execution.

    /**
     * Always the first.
     *
     * @param begin what to begin with
     * @param version the version that is pinned for this execution
     * @param seed of everything random
     */
    record Started(long id, Instant at, Begin begin, String version, long seed) implements Arrived {
        @Override
        public String describe() {
            return "orchestration " + begin.name() + " " + version + " was started";
        }

        @Override
        public long bytes() {
            return BYTES_AT_LEAST + begin.bytes();
        }
    }

    record Completed(long id, Instant at, Payload output) implements Terminal {
        @Override
        public String describe() {
            return "the orchestration completed";
        }

        @Override
        public long bytes() {
            return BYTES_AT_LEAST + output.size();
        }
    }

    record Failed(long id, Instant at, ErrorDetails error) implements Terminal {
        @Override
        public String describe() {
            return "the orchestration failed: " + error.describe();
        }

        @Override
        public long bytes() {
            return BYTES_AT_LEAST + error.message().length();
        }
    }

    /** The next execution asks for the version, if it is not null. */
    record ContinuedAsNew(
            long id, Instant at, Payload input, @Nullable String version) implements Terminal {
        @Override
        public String describe() {
            return "the orchestration continued as new";
        }

        @Override
        public long bytes() {
            return BYTES_AT_LEAST + input.size();
        }
    }

    record CancelRequested(long id, Instant at, String reason) implements Arrived {
        @Override
        public String describe() {
            return "cancellation was requested: " + reason;
        }
    }

    // Activities.

    record ActivityScheduled(
            long id,
            Instant at,
            String name,
            Payload input,
            @Nullable String session,
            @Nullable String tag) implements Schedule {
        @Override
        public String describe() {
            return "activity " + name + " was scheduled with input " + input
                    + (session == null ? "" : ", session " + session)
                    + (tag == null ? "" : ", tag " + tag);
        }

        @Override
        public long bytes() {
            return BYTES_AT_LEAST + input.size();
        }
    }

    record ActivityCompleted(long id, Instant at, long schedule, Payload result) implements Completion {
        @Override
        public String describe() {
            return "the activity of event " + schedule + " completed";
        }

        @Override
        public long bytes() {
            return BYTES_AT_LEAST + result.size();
        }
    }

    record ActivityFailed(long id, Instant at, long schedule, ErrorDetails error) implements Completion {
        @Override
        public String describe() {
            return "the activity of event " + schedule + " failed";
        }

        @Override
        public long bytes() {
            return BYTES_AT_LEAST + error.message().length();
        }
    }

    // Timers.

    /** The delay counts from the turn's commit. Only where the timer stands is compared, so code may change the delay. */
    record TimerCreated(long id, Instant at, Duration delay) implements Schedule {
        @Override
        public boolean sameAs(Decided other) {
            return other instanceof TimerCreated;
        }

        @Override
        public String describe() {
            return "a timer of " + delay + " was created";
        }
    }

    record TimerFired(long id, Instant at, long schedule) implements Completion {
        @Override
        public String describe() {
            return "the timer of event " + schedule + " fired";
        }
    }

    // Other orchestrations.

    /** A version that is null is for the policy to decide. */
    record ChildScheduled(
            long id, Instant at, String name, @Nullable String version, String instance, Payload input)
            implements Schedule {
        @Override
        public boolean sameAs(Decided other) {
            return other instanceof ChildScheduled child
                    && name.equals(child.name)
                    && instance.equals(child.instance)
                    && input.equals(child.input);
        }

        @Override
        public String describe() {
            return "child " + name + " was started as " + instance + " with input " + input;
        }

        @Override
        public long bytes() {
            return BYTES_AT_LEAST + input.size();
        }
    }

    record ChildCompleted(long id, Instant at, long schedule, Payload result) implements Completion {
        @Override
        public String describe() {
            return "the child of event " + schedule + " completed";
        }

        @Override
        public long bytes() {
            return BYTES_AT_LEAST + result.size();
        }
    }

    record ChildFailed(long id, Instant at, long schedule, ErrorDetails error) implements Completion {
        @Override
        public String describe() {
            return "the child of event " + schedule + " failed";
        }

        @Override
        public long bytes() {
            return BYTES_AT_LEAST + error.message().length();
        }
    }

    record DetachedStarted(
            long id, Instant at, String name, @Nullable String version, String instance, Payload input)
            implements Decided {
        @Override
        public boolean sameAs(Decided other) {
            return other instanceof DetachedStarted start
                    && name.equals(start.name)
                    && instance.equals(start.instance)
                    && input.equals(start.input);
        }

        @Override
        public String describe() {
            return "orchestration " + name + " was started on its own as " + instance + " with input " + input;
        }

        @Override
        public long bytes() {
            return BYTES_AT_LEAST + input.size();
        }
    }

    // Events and queues.

    record EventAwaited(long id, Instant at, String name) implements Schedule {
        @Override
        public String describe() {
            return "event " + name + " was waited for";
        }
    }

    record EventRaised(long id, Instant at, String name, Payload data) implements Arrived {
        @Override
        public String describe() {
            return "event " + name + " was raised";
        }

        @Override
        public long bytes() {
            return BYTES_AT_LEAST + data.size();
        }
    }

    record QueueAwaited(long id, Instant at, String name) implements Schedule {
        @Override
        public String describe() {
            return "a message of queue " + name + " was asked for";
        }
    }

    record QueueReceived(long id, Instant at, String name, Payload data) implements Arrived {
        @Override
        public String describe() {
            return "a message came into queue " + name;
        }

        @Override
        public long bytes() {
            return BYTES_AT_LEAST + data.size();
        }
    }

    // Other decisions.

    /** The outcome of an earlier event is not wanted any more. */
    record ScheduleCancelled(long id, Instant at, long schedule, String reason) implements Decided {
        @Override
        public String describe() {
            return "what event " + schedule + " scheduled was cancelled (" + reason + ")";
        }
    }

    /** Null clears it. */
    record StatusChanged(long id, Instant at, @Nullable String status) implements Decided {
        @Override
        public boolean sameAs(Decided other) {
            return other instanceof StatusChanged;
        }

        @Override
        public String describe() {
            return "the status was changed";
        }

        @Override
        public long bytes() {
            return BYTES_AT_LEAST + (status == null ? 0 : status.length());
        }
    }

    record ValueSet(long id, Instant at, String key, String value) implements Decided {
        @Override
        public String describe() {
            return "value " + key + " was set to " + Payload.of(value);
        }

        @Override
        public long bytes() {
            return BYTES_AT_LEAST + value.length();
        }
    }

    record ValueCleared(long id, Instant at, String key) implements Decided {
        @Override
        public String describe() {
            return "value " + key + " was cleared";
        }
    }

    record ValuesCleared(long id, Instant at) implements Decided {
        @Override
        public String describe() {
            return "all values were cleared";
        }
    }

    // What a start brings.

    /**
     * What an execution begins with.
     *
     * @param parent null: it is nobody's child
     * @param carried what the execution before left in its queues
     * @param status the custom status that the execution before left; null: none
     */
    record Begin(
            String name,
            Payload input,
            @Nullable Parent parent,
            List<Carried> carried,
            @Nullable String status) {

        public Begin {
            carried = List.copyOf(carried);
        }

        public static Begin of(String name, Payload input) {
            return new Begin(name, input, null, List.of(), null);
        }

        public Begin withParent(Parent link) {
            return new Begin(name, input, link, carried, status);
        }

        long bytes() {
            long queued = carried.stream()
                    .mapToLong(each -> BYTES_AT_LEAST + each.data().size())
                    .sum();
            return input.size() + queued + (status == null ? 0 : status.length());
        }
    }

    /** Who is told of the end: the instance, its execution, and the event that started the child. */
    record Parent(String instance, long executionId, long schedule) {}

    /** A queue message that nobody took. */
    record Carried(String queue, Payload data) {}
}
