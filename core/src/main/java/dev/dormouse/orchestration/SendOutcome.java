package dev.dormouse.orchestration;

import dev.dormouse.provider.EnqueueOutcome;

/** What became of something sent to an instance. */
public enum SendOutcome {
    /** The instance will get it. */
    DELIVERED,
    /** It waits for the instance to be started. */
    BUFFERED,
    /** There is no such instance: nothing was sent. */
    UNKNOWN,
    /** The instance has ended: nothing was sent. */
    FINISHED;

    static SendOutcome of(EnqueueOutcome outcome) {
        return switch (outcome) {
            case ENQUEUED, EXISTS -> DELIVERED;
            case BUFFERED -> BUFFERED;
            case UNKNOWN_INSTANCE -> UNKNOWN;
            case FINISHED -> FINISHED;
        };
    }
}
