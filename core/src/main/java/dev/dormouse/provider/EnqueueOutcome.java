package dev.dormouse.provider;

/** What became of a message. */
public enum EnqueueOutcome {
    /** It will be delivered. */
    ENQUEUED,
    /** It waits for the instance to be started. */
    BUFFERED,
    /** A start, but there is such an instance already: nothing was put in. */
    EXISTS,
    /** There is no such instance: nothing was put in. */
    UNKNOWN_INSTANCE,
    /** The instance has ended: nothing was put in. */
    FINISHED
}
