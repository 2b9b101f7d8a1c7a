package dev.dormouse.orchestration.runtime;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Histories that this node has seen, so that a turn reads only what is new. Thread-safe, bounded by bytes; the least recently
 * used go first.
 *
 * <p>A history is taken out for the turn that needs it and put back when that turn is committed, so that a turn whose fate is
 * unknown leaves nothing behind. What is here may be old: another node may have had the instance since. The fetch says where
 * the history ends now, and only what fits that is used.
 */
final class HistoryCache {

    private final long bytesMax;
    // Guarded by this.
    private final Map<String, History> histories = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    HistoryCache(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    /** Takes out what is known of this execution up to that event; null if nothing is. */
    synchronized @Nullable History take(String instance, long incarnation, long executionId, long lastEventId) {
        History known = histories.remove(instance);
        if (known == null) {
            return null;
        }
        bytes -= known.bytes();
        boolean fits = known.incarnation() == incarnation && known.executionId() == executionId;
        return fits && known.lastEventId() <= lastEventId ? known : null;
    }

    /** All that is known of this execution, for one who will be told if that is not true any more. It stays for others. */
    synchronized @Nullable History look(String instance, long executionId) {
        History known = histories.get(instance);
        return known != null && known.executionId() == executionId ? known : null;
    }

    /** The latest event that is known, or zero. */
    synchronized long reached(String instance) {
        History known = histories.get(instance);
        return known == null ? 0 : known.lastEventId();
    }

    synchronized void put(String instance, History history) {
        forget(instance);
        if (history.bytes() > bytesMax) {
            return;
        }
        histories.put(instance, history);
        bytes += history.bytes();
        Iterator<History> eldest = histories.values().iterator();
        while (bytes > bytesMax) {
            bytes -= eldest.next().bytes();
            eldest.remove();
        }
    }

    synchronized void forget(String instance) {
        History known = histories.remove(instance);
        if (known != null) {
            bytes -= known.bytes();
        }
    }

    synchronized long bytes() {
        return bytes;
    }

    synchronized int size() {
        return histories.size();
    }
}
