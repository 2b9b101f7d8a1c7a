package dev.dormouse.provider;

/** What became of an ack. */
public enum AckOutcome {
    COMMITTED,
    /** The lock was not held any more: nothing was changed. */
    LOCK_LOST,
    /** An event id exists already: nothing was changed, and the lock is still held. */
    DUPLICATE_EVENT
}
