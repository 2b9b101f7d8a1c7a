package dev.dormouse.dispatch;

import java.util.concurrent.Semaphore;

/** What a node can still take of one queue. Thread-safe. A slot is taken by the coordinator and given back exactly once. */
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

    /** Whether nothing runs. */
    boolean idle() {
        return free() == total;
    }
}
