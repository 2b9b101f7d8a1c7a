package dev.dormouse.postgres;

import dev.dormouse.jobs.ClaimedJob;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

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
    /** When the next scheduled job of these lanes becomes due, as the last look told; null: nothing was scheduled. */
    private @Nullable Long dueNanos;

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

    /** Whether something has become due since the last look, so that the next one may as well make it ready first. */
    boolean expectsDue(long nowNanos) {
        return dueNanos != null && nowNanos - dueNanos >= 0;
    }

    /** In how many milliseconds from then the next scheduled job is due, as a look told. */
    void toldDue(@Nullable Long scheduledMillis, long thenNanos) {
        // Saturates: something may be due in a thousand years.
        dueNanos = scheduledMillis == null
                ? null
                : Long.valueOf(thenNanos + TimeUnit.MILLISECONDS.toNanos(Math.max(0, scheduledMillis)));
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
