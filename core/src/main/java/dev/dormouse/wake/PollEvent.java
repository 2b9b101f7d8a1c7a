package dev.dormouse.wake;

import org.jspecify.annotations.Nullable;

/**
 * What can happen to a waiter that matters to its {@link PollMode}. Wakes within the node (local, chain) are no events:
 * they say nothing about the health of the database, and the look that follows them is one.
 */
public enum PollEvent {
    /** A wake arrived from the database. */
    NOTIFIED,
    /** The next due time came. */
    TIMER_FIRED,
    /** The fallback interval passed without any wake. */
    FALLBACK_FIRED,
    /** This node could not tell the others of work in the queue. */
    SEND_FAILED,
    /** A token was not taken within the notify delivery timeout. */
    DELIVERY_TIMED_OUT,
    /** The listener's connection broke. */
    LISTENER_LOST,
    /** The listener is connected and proven to deliver. */
    LISTENER_READY,
    /** The database cannot push to this node. */
    LISTEN_IMPOSSIBLE,
    /** A look at the database ended with an error. */
    LOOK_FAILED,
    /** A look found something to do. */
    LOOK_FOUND_WORK,
    /** A look succeeded and found nothing to do. */
    LOOK_FOUND_NOTHING,
    /** The waiter is being closed. */
    STOP;

    /** What a wake for this reason means to the mode; null if nothing. */
    static @Nullable PollEvent of(WakeReason reason) {
        return switch (reason) {
            case NOTIFY -> NOTIFIED;
            case DUE -> TIMER_FIRED;
            case FALLBACK -> FALLBACK_FIRED;
            case CHAIN, RECONNECT, LOCAL, NUDGE, AGGRESSIVE, POLL, STOP -> null;
        };
    }
}
