package dev.dormouse.wake;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One look for work, from just before the statement is sent until its answer is known. Tell it exactly one outcome. */
public final class Look {

    private final Waiter waiter;
    private final @Nullable WakeReason reason;
    private final long number;

    Look(Waiter waiter, @Nullable WakeReason reason, long number) {
        this.waiter = waiter;
        this.reason = reason;
        this.number = number;
    }

    /** Why this look is made; null if the waiter was already at work. */
    public @Nullable WakeReason reason() {
        return reason;
    }

    /** Work was found. If there is more than was taken, one other waiter is woken to help. */
    public void found(boolean more, @Nullable Duration nextDue) {
        waiter.looked(this, PollEvent.LOOK_FOUND_WORK, nanos(nextDue), more);
    }

    public void empty(@Nullable Duration nextDue) {
        waiter.looked(this, PollEvent.LOOK_FOUND_NOTHING, nanos(nextDue), false);
    }

    /** Nothing could be claimed yet, though there is something: the next look, soon, is made for the same reason. */
    public void again(@Nullable Duration nextDue) {
        waiter.looked(this, PollEvent.LOOK_FOUND_NOTHING, nanos(nextDue), true);
    }

    /** The look failed: nothing is known, so the waiter looks again soon by itself. */
    public void failed() {
        waiter.looked(this, PollEvent.LOOK_FAILED, DueTimes.NONE, false);
    }

    long number() {
        return number;
    }

    private long nanos(@Nullable Duration nextDue) {
        return waiter.hub.dueNanos(nextDue);
    }
}
