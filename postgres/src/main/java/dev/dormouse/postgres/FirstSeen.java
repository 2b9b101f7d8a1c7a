package dev.dormouse.postgres;

import dev.dormouse.outbox.Place;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Where the first message of each lane stood when all lanes were last looked at from their beginning: what lies before it is
 * dead, and whoever looks for lanes to take need not step over it. A hint with a deadline, never the truth: a message may
 * still appear before it, and is seen by the next full look.
 *
 * <p>Kept only where a full look is slow, as it is while a long transaction keeps dead rows from being vacuumed away; full
 * looks then take about a tenth of the time. Used by one coordinator at a time.
 */
final class FirstSeen {

    private static final long SLOW_NANOS = Duration.ofMillis(10).toNanos();
    private static final long FULL_LOOK_NANOS = Duration.ofMillis(500).toNanos();
    private static final int LOOKS_PER_FULL_LOOK = 10;

    private final Map<Integer, Long> byLane = new HashMap<>();
    private long fullLookDueNanos;

    /** Call before a look. True if it is a full one. */
    boolean beginLook(long nowNanos) {
        if (!byLane.isEmpty() && nowNanos - fullLookDueNanos >= 0) {
            byLane.clear();
        }
        return byLane.isEmpty();
    }

    /**
     * A full look has ended.
     *
     * @param firsts by lane; those of the routes that are missing had none
     * @param last the last place that had been given away
     */
    void looked(Map<Integer, Long> firsts, Collection<Integer> routes, long last, long beganNanos, long nowNanos) {
        long tookNanos = nowNanos - beganNanos;
        if (tookNanos < SLOW_NANOS) {
            return;
        }
        for (int route : routes) {
            int lane = route * Place.LANES_PER_ROUTE;
            for (int end = lane + Place.LANES_PER_ROUTE; lane < end; lane++) {
                byLane.put(lane, firsts.getOrDefault(lane, last));
            }
        }
        fullLookDueNanos = nowNanos + Math.max(FULL_LOOK_NANOS, tookNanos * LOOKS_PER_FULL_LOOK);
    }

    void clear() {
        byLane.clear();
    }

    int[] lanes() {
        return byLane.keySet().stream().mapToInt(Integer::intValue).toArray();
    }

    /** In the order of the lanes. */
    long[] seqs() {
        return byLane.values().stream().mapToLong(Long::longValue).toArray();
    }
}
