package dev.dormouse.dispatch;

import dev.dormouse.wake.Sleepers;
import java.time.Duration;

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
    private final String queue;
    private boolean set;
    private long busySinceNanos = Long.MIN_VALUE;

    SleepFlag(Sleepers sleepers, String queue) {
        this.sleepers = sleepers;
        this.queue = queue;
    }

    /** Sets the flag if it is not set. True if it was set already, so that the look just made is the last one needed. */
    boolean setBeforeWaiting() {
        busySinceNanos = Long.MIN_VALUE;
        if (set) {
            return true;
        }
        sleepers.sleep(queue);
        set = true;
        return false;
    }

    /** The queue has work. */
    void busy(long nowNanos) {
        if (busySinceNanos == Long.MIN_VALUE) {
            busySinceNanos = nowNanos;
        } else if (set && nowNanos - busySinceNanos > BUSY_NANOS) {
            sleepers.awake(queue);
            set = false;
        }
    }

    /** The register may have lost our entry (the server crashed, another node cleaned up): set it anew before waiting. */
    void doubt() {
        set = false;
    }
}
