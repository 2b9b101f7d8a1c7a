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
 * @param direct not null: the turn was not fetched, and its lock is none
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
        List<ValueChange> values,
        @Nullable Direct direct) {

    /**
     * A turn that was taken without a fetch, by one who held work of the instance and knew its history: the end of that work
     * is what the turn was about. It counts only if nobody has the instance locked, nothing else is due for it, its history
     * still ends where the turn began and all of the work is still held; else it changes nothing and its lock counts as
     * lost. The work is taken off the queue in the same transaction.
     *
     * @param incarnation which instance of that id the history is of; 0: whichever there is
     * @param lastEventId where the history of the current execution ended
     */
    public record Direct(long incarnation, long lastEventId, List<WorkLock> ended) {

        /** For those who cannot know of another one. */
        public Direct(long lastEventId, List<WorkLock> ended) {
            this(0, lastEventId, ended);
        }

        public Direct {
            ended = List.copyOf(ended);
            if (ended.isEmpty()) {
                throw new IllegalArgumentException("a turn that was not fetched must be about work that ended");
            }
        }
    }

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
                lock,
                executionId,
                execution,
                events,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                null,
                List.of(),
                null);
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
                values,
                direct);
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
                values,
                direct);
    }

    public TurnAck withCancelledWork(List<ActivityKey> cancelled) {
        return new TurnAck(
                lock,
                executionId,
                execution,
                events,
                work,
                messages,
                cancelled,
                cancelledTimers,
                customStatus,
                values,
                direct);
    }

    public TurnAck withCancelledTimers(List<Long> cancelled) {
        return new TurnAck(
                lock,
                executionId,
                execution,
                events,
                work,
                messages,
                cancelledWork,
                cancelled,
                customStatus,
                values,
                direct);
    }

    public TurnAck withCustomStatus(CustomStatusChange change) {
        return new TurnAck(
                lock,
                executionId,
                execution,
                events,
                work,
                messages,
                cancelledWork,
                cancelledTimers,
                change,
                values,
                direct);
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
                changes,
                direct);
    }

    public TurnAck withDirect(Direct about) {
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
                values,
                about);
    }
}
