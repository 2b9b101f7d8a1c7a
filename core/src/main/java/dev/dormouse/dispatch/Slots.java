package dev.dormouse.dispatch;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** What a node can still take of one queue. Thread-safe. A slot is taken once and given back exactly once. */
final class Slots {

    private final int total;
    private final Semaphore free;

    Slots(int total) {
        if (total < 1) {
            throw new IllegalArgumentException("concurrency must be at least 1: " + total);
        }
        this.total = total;
        this.free = new Semaphore(total);
    }

    /** Takes every free slot, possibly none. */
    int takeAll() {
        return free.drainPermits();
    }

    /** Takes half of the free slots, at least one if there is one. */
    int takeHalf() {
        return take((free.availablePermits() + 1) / 2);
    }

    /** Takes up to so many free slots, possibly none. */
    int take(int max) {
        for (int wanted = Math.min(max, free.availablePermits()); wanted > 0; wanted--) {
            if (free.tryAcquire(wanted)) {
                return wanted;
            }
        }
        return 0;
    }

    void giveBack(int count) {
        if (count > 0) {
            free.release(count);
        }
        if (free.availablePermits() > total) {
            throw new IllegalStateException(
                    "more slots given back than taken: " + free.availablePermits() + " free of " + total);
        }
    }

    int free() {
        return free.availablePermits();
    }

    int total() {
        return total;
    }

    /** Waits until nothing runs, for at most so long; whoever takes slots must have ended. */
    boolean awaitIdle(long nanos) throws InterruptedException {
        if (!free.tryAcquire(total, Math.max(0, nanos), TimeUnit.NANOSECONDS)) {
            return false;
        }
        free.release(total);
        return true;
    }
}
