package dev.dormouse.provider;

/** Whether an attempt that is given back counts. */
public enum AttemptCount {
    KEEP,
    /** As if it had not been fetched. */
    UNDO
}
