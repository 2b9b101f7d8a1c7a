package dev.dormouse.dispatch;

import dev.dormouse.wake.Sleepers;
import java.time.Duration;
import java.util.List;
import java.util.function.IntSupplier;

/**
 * Whether producers are asked to tell this node about new work in one queue.
 *
 * <p>The flag is set before the last look that precedes a wait, and it stays set while work is sparse: such a node is
 * told, works, looks, waits, and never writes the flag again. Only a queue that has been busy for a while takes the flag
 * down, so that under load producers find nobody asleep and announce nothing. Used by the coordinator only.
 */
final class SleepFlag {

    private static final long BUSY_NANOS = Duration.ofMillis(100).toNanos();

    private final Sleepers sleepers;
    private final List<String> topics;
    private final IntSupplier generation;
    private boolean set;
    /** When and as whom the flag was set: after a reconnect or under a new identity it counts for nothing. */
    private int setInGeneration;

    private long setAs;
    private long busySinceNanos = Long.MIN_VALUE;

    SleepFlag(Sleepers sleepers, List<String> topics, IntSupplier generation) {
        this.sleepers = sleepers;
        this.topics = List.copyOf(topics);
        this.generation = generation;
    }

    /** Sets the flag if it is not set. True if it was set already, so that the look just made is the last one needed. */
    boolean setBeforeWaiting() {
        busySinceNanos = Long.MIN_VALUE;
        int now = generation.getAsInt();
        long as = sleepers.identity();
        if (set && setInGeneration == now && setAs == as) {
            return true;
        }
        topics.forEach(sleepers::sleep);
        set = true;
        setInGeneration = now;
        setAs = as;
        return false;
    }

    /** The queue has work. */
    void busy(long nowNanos) {
        if (busySinceNanos == Long.MIN_VALUE) {
            busySinceNanos = nowNanos;
        } else if (set && nowNanos - busySinceNanos > BUSY_NANOS) {
            topics.forEach(sleepers::awake);
            set = false;
        }
    }

    /** Something went wrong: set it anew before waiting. */
    void doubt() {
        set = false;
    }
}
