package dev.dormouse.provider;

import dev.dormouse.wake.Sleepers;
import dev.dormouse.wake.WakeHub;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The queues on which this process has said that it sleeps. Said once, it stays said: until the listener connects anew or
 * the node goes on under a new identity, when nothing that was said before counts. Thread-safe.
 */
final class SleepMarks {

    private final WakeHub hub;
    private final Sleepers sleepers;
    private final Map<String, Mark> marks = new ConcurrentHashMap<>();

    private record Mark(int generation, long identity) {}

    SleepMarks(WakeHub hub, Sleepers sleepers) {
        this.hub = hub;
        this.sleepers = sleepers;
    }

    /** Sets what is not set. True if all were: a look made before this call saw whatever nobody will tell of. */
    boolean set(Collection<String> queues) {
        boolean all = true;
        for (String queue : queues) {
            all &= set(queue);
        }
        return all;
    }

    boolean set(String queue) {
        Mark now = new Mark(hub.generation(), sleepers.identity());
        if (now.equals(marks.get(queue))) {
            return true;
        }
        sleepers.sleep(queue);
        marks.put(queue, now);
        return false;
    }
}
