package dev.dormouse.postgres;

import dev.dormouse.jobs.ClaimedJob;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * From where in its lanes a queue is looked at: a cache with a deadline, never the truth.
 *
 * <p>Rows that were claimed leave dead entries at the front of the index, and every look would step over them until they
 * are vacuumed away, which somebody else's long transaction can prevent for hours. So while claims come back full, the
 * next one begins where the last one ended. A row that committed late with a lower id, or a more urgent one, is then seen
 * by the next full look, at most half a second later; and a look that did not come back full is always followed by a full
 * one, so that nobody goes to sleep on the strength of a watermark. Used by one coordinator at a time.
 */
final class Watermarks {

    private static final long FULL_LOOK_NANOS = Duration.ofMillis(500).toNanos();

    private final long[] lanes;
    private final short[] priorities;
    private final long[] ids;
    private final Map<String, Integer> indexByKind = new HashMap<>();
    private long fullLookNanos;
    private boolean usable;

    Watermarks(String queue, List<String> kinds) {
        this.lanes = Lanes.of(queue, kinds);
        this.priorities = new short[lanes.length];
        this.ids = new long[lanes.length];
        for (int i = 0; i < lanes.length; i++) {
            indexByKind.put(kinds.get(i), i);
        }
        reset();
    }

    /** Call before a look. True if it is a full one. */
    boolean beginLook(long nowNanos) {
        if (usable && nowNanos - fullLookNanos < FULL_LOOK_NANOS) {
            return false;
        }
        reset();
        fullLookNanos = nowNanos;
        return true;
    }

    /** What the look brought, and whether that was as much as was asked for. */
    void looked(List<ClaimedJob> claimed, boolean full) {
        usable = full;
        for (ClaimedJob job : claimed) {
            Integer lane = indexByKind.get(job.kind());
            if (lane != null && after(job, lane)) {
                priorities[lane] = (short) job.priority();
                ids[lane] = job.id() + 1;
            }
        }
    }

    private boolean after(ClaimedJob job, int lane) {
        return job.priority() > priorities[lane] || (job.priority() == priorities[lane] && job.id() >= ids[lane]);
    }

    private void reset() {
        Arrays.fill(priorities, Short.MIN_VALUE);
        Arrays.fill(ids, 0);
    }

    long[] lanes() {
        return lanes;
    }

    short[] priorities() {
        return priorities;
    }

    long[] ids() {
        return ids;
    }
}
