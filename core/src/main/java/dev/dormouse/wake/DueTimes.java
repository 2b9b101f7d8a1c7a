package dev.dormouse.wake;

/**
 * When something in one queue becomes claimable, as far as this node knows: a hint from the last look and from what was
 * announced since, never the truth.
 *
 * <p>The two sources are kept apart. A look sees everything committed before it began, so its answer replaces the answer
 * of every look that began earlier, and the announcements received until it began. An announcement that arrives while a
 * look is under way may be about work that the look did not see: it stays. A look that fails changes nothing. So no due
 * time is ever forgotten because another one fired.
 *
 * <p>Looks are numbered as they begin. Guarded by the hub's lock.
 */
final class DueTimes {

    static final long NONE = Long.MAX_VALUE;

    private long announcedNanos = NONE;
    /** The newest look that had begun when the last announcement came: it need not have seen what was announced. */
    private long announcedDuringLook;

    private long lookedNanos = NONE;
    private long newestLook;

    /** The earliest known due time, by the monotonic clock. */
    long earliest() {
        return Math.min(announcedNanos, lookedNanos);
    }

    void announced(long dueNanos, long newestLookBegun) {
        announcedNanos = Math.min(announcedNanos, dueNanos);
        announcedDuringLook = newestLookBegun;
    }

    /** A look that began as number {@code look} found this to be the next due time. */
    void looked(long look, long dueNanos) {
        if (look > announcedDuringLook) {
            announcedNanos = NONE;
        }
        if (look >= newestLook) {
            newestLook = look;
            lookedNanos = dueNanos;
        } else {
            lookedNanos = Math.min(lookedNanos, dueNanos);
        }
    }

    /** The earliest due time has come and one waiter goes to look; its look will tell the next one. */
    void fired(long nowNanos) {
        if (announcedNanos <= nowNanos) {
            announcedNanos = NONE;
        }
        if (lookedNanos <= nowNanos) {
            lookedNanos = NONE;
        }
    }
}
