package dev.dormouse.orchestration.kernel;

import dev.dormouse.orchestration.kernel.Event.ActivityScheduled;
import dev.dormouse.orchestration.kernel.Event.Begin;
import dev.dormouse.orchestration.kernel.Event.ChildScheduled;
import dev.dormouse.orchestration.kernel.Event.Parent;
import dev.dormouse.orchestration.kernel.Event.Schedule;
import dev.dormouse.orchestration.kernel.Event.ScheduleCancelled;
import dev.dormouse.orchestration.kernel.Event.TimerCreated;
import dev.dormouse.provider.CustomStatusChange;
import dev.dormouse.provider.ValueChange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What new events mean for the world outside. What one turn both schedules and cancels means nothing. */
final class Effects {

    private final TurnInput input;
    private final Ledger ledger;
    private final List<Event> events;
    private final long firstId;

    private final List<ActivityScheduled> activities = new ArrayList<>();
    private final List<Letter> letters = new ArrayList<>();
    private final List<Long> cancelledActivities = new ArrayList<>();
    private final List<Long> cancelledTimers = new ArrayList<>();
    private final List<ValueChange> values = new ArrayList<>();
    private @Nullable CustomStatusChange status;

    Effects(TurnInput input, Ledger ledger, List<Event> events) {
        this.input = input;
        this.ledger = ledger;
        this.events = events;
        this.firstId = events.isEmpty() ? Long.MAX_VALUE : events.get(0).id();
    }

    TurnResult result(List<Letter> last, TurnResult.End end) {
        events.forEach(this::effect);
        letters.addAll(last);
        return new TurnResult(
                events,
                activities,
                letters,
                new TurnResult.Cancelled(cancelledActivities, cancelledTimers),
                new TurnResult.Changes(status, values),
                end);
    }

    private void effect(Event event) {
        if (event instanceof Schedule schedule && !ledger.cancelled(schedule.id())) {
            scheduled(schedule);
        } else if (event instanceof ScheduleCancelled cancel) {
            cancelled(cancel);
        } else if (event instanceof Event.DetachedStarted start) {
            Begin begin = Begin.of(start.name(), start.input());
            letters.add(Letter.of(start.instance(), new Message.Start(begin, start.version())));
        } else if (event instanceof Event.StatusChanged change) {
            status = new CustomStatusChange(change.status());
        } else {
            valueChanged(event);
        }
    }

    private void scheduled(Schedule schedule) {
        if (schedule instanceof ActivityScheduled activity) {
            activities.add(activity);
        } else if (schedule instanceof TimerCreated timer) {
            letters.add(new Letter(
                    input.instance(), new Message.TimerFired(input.executionId(), timer.id()), timer.delay()));
        } else if (schedule instanceof ChildScheduled child) {
            Parent link = new Parent(input.instance(), input.executionId(), child.id());
            Begin begin = Begin.of(child.name(), child.input()).withParent(link);
            letters.add(Letter.of(child.instance(), new Message.Start(begin, child.version())));
        }
    }

    private void cancelled(ScheduleCancelled cancel) {
        Schedule schedule = ledger.schedule(cancel.schedule());
        if (cancel.schedule() >= firstId || ledger.answered(cancel.schedule())) {
            return;
        }
        if (schedule instanceof ActivityScheduled) {
            cancelledActivities.add(cancel.schedule());
        } else if (schedule instanceof TimerCreated) {
            cancelledTimers.add(cancel.schedule());
        } else if (schedule instanceof ChildScheduled child) {
            letters.add(Letter.of(child.instance(), new Message.Cancel("by its parent: " + cancel.reason())));
        }
    }

    private void valueChanged(Event event) {
        if (event instanceof Event.ValueSet set) {
            values.add(ValueChange.set(set.key(), set.value()));
        } else if (event instanceof Event.ValueCleared cleared) {
            values.add(ValueChange.clear(cleared.key()));
        } else if (event instanceof Event.ValuesCleared) {
            values.add(ValueChange.clearAll());
        }
    }
}
