package dev.dormouse.orchestration.kernel;

import dev.dormouse.orchestration.kernel.Event.ActivityScheduled;
import dev.dormouse.orchestration.kernel.Event.ChildScheduled;
import dev.dormouse.orchestration.kernel.Event.Completion;
import dev.dormouse.orchestration.kernel.Event.Schedule;
import dev.dormouse.orchestration.kernel.Event.ScheduleCancelled;
import dev.dormouse.orchestration.kernel.Event.Started;
import dev.dormouse.orchestration.kernel.Event.TimerCreated;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What events schedule and what has become of it. Refuses events that contradict those before them. */
final class Ledger {

    private final Map<Long, Schedule> schedules = new LinkedHashMap<>();
    private final Set<Long> answered = new HashSet<>();
    private final Set<Long> cancelled = new HashSet<>();
    private @Nullable Event last;
    private boolean cancelRequested;

    /** A history that contradicts itself. */
    static final class CorruptedException extends Exception {
        private static final long serialVersionUID = 1L;

        CorruptedException(Event event, String message) {
            super("event " + event.id() + " (" + event.describe() + ") " + message);
        }
    }

    void add(Event event) throws CorruptedException {
        requireOrder(event);
        if (event instanceof Completion completion) {
            requireSchedule(completion);
        } else if (event instanceof ScheduleCancelled cancel) {
            requireCancellable(cancel);
        } else if (event instanceof Event.CancelRequested) {
            require(!cancelRequested, event, "stands there twice");
        }
        note(event);
    }

    /** Adds an event of the kernel's own, which needs no proof. */
    void note(Event event) {
        if (event instanceof Schedule schedule) {
            schedules.put(schedule.id(), schedule);
        } else if (event instanceof Completion completion) {
            answered.add(completion.schedule());
        } else if (event instanceof ScheduleCancelled cancel) {
            cancelled.add(cancel.schedule());
        } else if (event instanceof Event.CancelRequested) {
            cancelRequested = true;
        }
        last = event;
    }

    @Nullable
    Event last() {
        return last;
    }

    long lastId() {
        return last == null ? 0 : last.id();
    }

    boolean cancelRequested() {
        return cancelRequested;
    }

    @Nullable
    Schedule schedule(long id) {
        return schedules.get(id);
    }

    boolean open(long schedule) {
        return schedules.containsKey(schedule) && !answered.contains(schedule) && !cancelled.contains(schedule);
    }

    boolean cancelled(long schedule) {
        return cancelled.contains(schedule);
    }

    boolean answered(long schedule) {
        return answered.contains(schedule);
    }

    /** Activities, timers and children that nobody has answered or cancelled, oldest first. */
    List<Schedule> inFlight() {
        return schedules.values().stream()
                .filter(Ledger::isAnswered)
                .filter(schedule -> open(schedule.id()))
                .toList();
    }

    /** Whether the one is an answer to the other. */
    static boolean answers(Completion completion, @Nullable Event schedule) {
        if (completion instanceof Event.TimerFired) {
            return schedule instanceof TimerCreated;
        }
        if (completion instanceof Event.ChildCompleted || completion instanceof Event.ChildFailed) {
            return schedule instanceof ChildScheduled;
        }
        return schedule instanceof ActivityScheduled;
    }

    private static boolean isAnswered(Schedule schedule) {
        return schedule instanceof ActivityScheduled
                || schedule instanceof TimerCreated
                || schedule instanceof ChildScheduled;
    }

    private void requireOrder(Event event) throws CorruptedException {
        if (event.id() != lastId() + 1) {
            throw new CorruptedException(event, "follows event " + lastId());
        }
        require(event instanceof Started == (last == null), event, "cannot stand there: a start comes first, and once");
        require(!(last instanceof Event.Terminal), event, "stands behind the end");
    }

    private void requireSchedule(Completion event) throws CorruptedException {
        if (!answers(event, schedules.get(event.schedule()))) {
            throw new CorruptedException(
                    event, "answers event " + event.schedule() + ", which scheduled no such thing");
        }
        require(!answered.contains(event.schedule()), event, "answers what was answered before");
    }

    private void requireCancellable(ScheduleCancelled event) throws CorruptedException {
        require(schedules.containsKey(event.schedule()), event, "cancels what nothing scheduled");
        require(!cancelled.contains(event.schedule()), event, "cancels what was cancelled before");
    }

    private static void require(boolean sound, Event event, String otherwise) throws CorruptedException {
        if (!sound) {
            throw new CorruptedException(event, otherwise);
        }
    }
}
