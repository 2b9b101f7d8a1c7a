package dev.dormouse.outbox;

/** What becomes of the other messages of a key when one of them is parked. */
public enum WhenParked {
    /** They wait until a person has retried or skipped it, because order was asked for. */
    BLOCK_KEY,
    /** They are delivered without it. */
    CONTINUE_KEY
}
