package dev.dormouse.jobs;

/** What became of a wish to cancel a job. */
public enum CancelOutcome {
    /** It was waiting, and is over now. */
    CANCELLED,
    /** It runs: its handler is told at once, on whatever node, and decides how it ends. It is not tried again. */
    REQUESTED,
    /** It was over already. */
    ALREADY_FINISHED,
    NOT_FOUND
}
