package dev.dormouse.wake;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** When the node looks although nothing was heard. Guarded by the hub's lock. */
final class Fallback {

    private final WakeSettings settings;
    private long dueNanos;

    Fallback(WakeSettings settings, long nowNanos) {
        this.settings = settings;
        this.dueNanos = nowNanos + jittered(settings.fallbackInterval());
    }

    long dueNanos() {
        return dueNanos;
    }

    /** True for exactly one waiter per interval: that one makes the survey. */
    boolean take(long nowNanos) {
        if (nowNanos < dueNanos) {
            return false;
        }
        dueNanos = nowNanos + jittered(settings.fallbackInterval());
        return true;
    }

    /** The survey failed: not a whole interval may pass until the next. */
    void soon(long nowNanos) {
        dueNanos = Math.min(dueNanos, nowNanos + settings.idleBackoffMax().toNanos());
    }

    /** A tenth earlier or later, so that the nodes of a cluster do not all look at once. */
    private static long jittered(Duration interval) {
        double factor = 0.9 + 0.2 * ThreadLocalRandom.current().nextDouble();
        return (long) (interval.toNanos() * factor);
    }
}
