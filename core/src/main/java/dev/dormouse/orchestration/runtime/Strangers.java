package dev.dormouse.orchestration.runtime;

import dev.dormouse.provider.TurnItem;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Instances that this node was given and has no code for: how often in a row, with nobody having gone on with them in between.
 * Thread-safe, bounded; those that it has not met for longest are forgotten first.
 *
 * <p>That is counted here and not as an attempt of theirs. In a deployment most nodes may lack a version, and those that
 * have it should not find its attempts used up.
 */
final class Strangers {

    private final int max;
    // Guarded by this.
    private final Map<String, Meeting> meetings = new LinkedHashMap<>(16, 0.75f, true);

    /** Where the instance stood, and how often it was met there. */
    private record Meeting(long incarnation, long executionId, long lastEventId, int times) {

        int timesBefore(TurnItem item) {
            boolean same = incarnation == item.incarnation()
                    && executionId == item.executionId()
                    && lastEventId == item.lastEventId();
            return same ? times : 0;
        }
    }

    Strangers(int max) {
        this.max = max;
    }

    /** Counts this one, too. */
    synchronized int met(TurnItem item) {
        Meeting last = meetings.get(item.instance());
        int times = last == null ? 1 : last.timesBefore(item) + 1;
        meetings.put(item.instance(), new Meeting(item.incarnation(), item.executionId(), item.lastEventId(), times));
        if (meetings.size() > max) {
            Iterator<Meeting> eldest = meetings.values().iterator();
            eldest.next();
            eldest.remove();
        }
        return times;
    }
}
