package dev.dormouse.postgres;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * From where a node reads its lanes. What was delivered leaves dead entries at the front of the index, and every read would
 * step over them until they are vacuumed away, which somebody else's long transaction can prevent for hours.
 *
 * <p>Unlike the {@link Watermarks} of jobs these must be exact, because a key has an order: if a mark passed a message whose
 * transaction commits late, one that was published after that commit would be read before it. So a lane's mark moves up to
 * what one read has brought only when a later read has seen the end of every transaction of that time. It cannot have missed
 * any: a transaction has its own number before it draws one for a message, so whoever drew a lower number than one that was
 * read had begun by then.
 *
 * <p>A mark stays true when the lane is given back, since that is done only when nothing of it is in hand, and nothing ever
 * appears below it. Used by one coordinator at a time.
 */
final class LaneMarks {

    /** The look with which a node goes to sleep comes sooner after the one before. */
    private static final long REST_NANOS = Duration.ofMillis(10).toNanos();

    private final Map<Integer, Mark> byLane = new HashMap<>();
    final FirstSeen firsts = new FirstSeen();
    /** When a look found nothing, if it was the last one. */
    private @Nullable Long emptyNanos;

    /**
     * Where one lane stands.
     *
     * @param from no message below this is still to be read
     * @param top the highest that had been read when the next transaction to begin was {@code xmax}
     */
    private record Mark(long from, long top, long xmax) {}

    /** What a read brought, and between which transactions: all below {@code xmin} had ended, none from {@code xmax} begun. */
    record Read(Map<Integer, Long> tops, long xmin, long xmax) {}

    void advance(Read read) {
        read.tops.forEach((lane, top) ->
                byLane.merge(lane, new Mark(0, top, read.xmax), (old, fresh) -> moved(old, fresh, read.xmin)));
    }

    private static Mark moved(Mark old, Mark fresh, long xmin) {
        boolean allEnded = xmin >= old.xmax;
        boolean passed = fresh.top >= old.top;
        return allEnded && passed ? new Mark(old.top + 1, fresh.top, fresh.xmax) : old;
    }

    void looked(boolean foundNothing, long nowNanos) {
        emptyNanos = foundNothing ? nowNanos : null;
    }

    /** Whether the last look found nothing and was a while ago. */
    boolean rested(long nowNanos) {
        return emptyNanos != null && nowNanos - emptyNanos > REST_NANOS;
    }

    /** These are read from the beginning next time. */
    void forget(Collection<Integer> lanes) {
        byLane.keySet().removeAll(lanes);
    }

    void clear() {
        byLane.clear();
        firsts.clear();
    }

    /** Whether any lane is not read from its beginning. */
    boolean inUse() {
        return byLane.values().stream().anyMatch(mark -> mark.from > 0);
    }

    int[] lanes() {
        return byLane.keySet().stream().mapToInt(Integer::intValue).toArray();
    }

    /** In the order of the lanes. */
    long[] marks() {
        return byLane.values().stream().mapToLong(Mark::from).toArray();
    }
}
