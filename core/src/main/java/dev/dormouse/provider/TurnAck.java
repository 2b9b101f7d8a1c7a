package dev.dormouse.provider;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that one turn decided, committed at once: history appended, new work put in and <em>then</em> cancelled work
 * taken out (so that what is scheduled and cancelled in one turn leaves nothing), messages put in, consumed messages taken
 * off, the lock released.
 *
 * @param executionId the execution that the events belong to; a higher one than before begins a new execution
 * @param events in ascending order of their ids; an id that exists already fails the turn
 * @param cancelledWork activities of this instance, of any execution
 * @param cancelledTimers numbers of timer messages of this instance and execution that are no longer wanted
 * @param customStatus null: unchanged
 */
public record TurnAck(
        TurnLock lock,
        long executionId,
        ExecutionChange execution,
        List<StoredEvent> events,
        List<NewWork> work,
        List<NewMessage> messages,
        List<ActivityKey> cancelledWork,
        List<Long> cancelledTimers,
        @Nullable CustomStatusChange customStatus,
        List<ValueChange> values) {

    public TurnAck {
        events = List.copyOf(events);
        work = List.copyOf(work);
        messages = List.copyOf(messages);
        cancelledWork = List.copyOf(cancelledWork);
        cancelledTimers = List.copyOf(cancelledTimers);
        values = List.copyOf(values);
    }

    /** A turn that changes nothing and only takes its messages off the queue. */
    public static TurnAck nothing(TurnItem item) {
        return of(item.lock(), item.executionId(), ExecutionChange.NONE, List.of());
    }

    public static TurnAck of(TurnLock lock, long executionId, ExecutionChange execution, List<StoredEvent> events) {
        return new TurnAck(
                lock, executionId, execution, events, List.of(), List.of(), List.of(), List.of(), null, List.of());
    }

    public TurnAck withWork(List<NewWork> added) {
        return new TurnAck(
                lock,
                executionId,
                execution,
                events,
                added,
                messages,
                cancelledWork,
                cancelledTimers,
                customStatus,
                values);
    }

    public TurnAck withMessages(List<NewMessage> added) {
        return new TurnAck(
                lock,
                executionId,
                execution,
                events,
                work,
                added,
                cancelledWork,
                cancelledTimers,
                customStatus,
                values);
    }

    public TurnAck withCancelledWork(List<ActivityKey> cancelled) {
        return new TurnAck(
                lock, executionId, execution, events, work, messages, cancelled, cancelledTimers, customStatus, values);
    }

    public TurnAck withCancelledTimers(List<Long> cancelled) {
        return new TurnAck(
                lock, executionId, execution, events, work, messages, cancelledWork, cancelled, customStatus, values);
    }

    public TurnAck withCustomStatus(CustomStatusChange change) {
        return new TurnAck(
                lock, executionId, execution, events, work, messages, cancelledWork, cancelledTimers, change, values);
    }

    public TurnAck withValues(List<ValueChange> changes) {
        return new TurnAck(
                lock,
                executionId,
                execution,
                events,
                work,
                messages,
                cancelledWork,
                cancelledTimers,
                customStatus,
                changes);
    }
}
