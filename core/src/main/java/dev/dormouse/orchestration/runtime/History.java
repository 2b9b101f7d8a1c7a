package dev.dormouse.orchestration.runtime;

import dev.dormouse.orchestration.kernel.Event;
import dev.dormouse.provider.TurnItem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is known of one execution, up to some event. Immutable.
 *
 * @param incarnation one that was removed and started again under its old id must never meet what it was before
 * @param values the key-value state as it was when the execution began
 * @param bytes how much text it was written as, to bound what is kept
 */
record History(long incarnation, long executionId, Map<String, String> values, List<Event> events, long bytes) {

    History {
        events = List.copyOf(events);
    }

    static History none(TurnItem item) {
        return none(item.executionId(), item);
    }

    /** Of an execution that begins with this turn. */
    static History none(long executionId, TurnItem item) {
        long bytes = 0;
        for (Map.Entry<String, String> value : item.values().entrySet()) {
            bytes += value.getKey().length() + value.getValue().length();
        }
        return new History(item.incarnation(), executionId, item.values(), List.of(), bytes);
    }

    /** The same, of an instance that has become known by its number. */
    History of(long number) {
        return new History(number, executionId, values, events, bytes);
    }

    /** How it began. */
    Event.Started started() {
        return (Event.Started) events.get(0);
    }

    /** Zero if there are no events. */
    long lastEventId() {
        return last().map(Event::id).orElse(0L);
    }

    Optional<Event> last() {
        return events.isEmpty() ? Optional.empty() : Optional.of(events.get(events.size() - 1));
    }

    History plus(List<Event> more, long moreBytes) {
        if (more.isEmpty()) {
            return this;
        }
        List<Event> all = new ArrayList<>(events.size() + more.size());
        all.addAll(events);
        all.addAll(more);
        return new History(incarnation, executionId, values, all, bytes + moreBytes);
    }
}
