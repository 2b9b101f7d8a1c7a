package dev.dormouse.orchestration.runtime;

import dev.dormouse.orchestration.kernel.Event;
import java.util.ArrayList;
import java.util.List;

/**
 * What is known of one execution, up to some event. Immutable.
 *
 * @param bytes how much text the events were written as, to bound what is kept
 */
record History(long executionId, List<Event> events, long bytes) {

    History {
        events = List.copyOf(events);
    }

    static History none(long executionId) {
        return new History(executionId, List.of(), 0);
    }

    /** Zero if there are no events. */
    long lastEventId() {
        return events.isEmpty() ? 0 : events.get(events.size() - 1).id();
    }

    History plus(List<Event> more, long moreBytes) {
        if (more.isEmpty()) {
            return this;
        }
        List<Event> all = new ArrayList<>(events.size() + more.size());
        all.addAll(events);
        all.addAll(more);
        return new History(executionId, all, bytes + moreBytes);
    }
}
