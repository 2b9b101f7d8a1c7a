package dev.dormouse.jobs;

/** What became of a wish to retry a parked job. */
public enum RetryOutcome {
    /** It is ready, with all its attempts. */
    RETRIED,
    /** There is such a job, but it waits, runs or is over. */
    NOT_PARKED,
    /** It gave its unique key up when it was parked, and another job holds it now. The job stays parked. */
    KEY_TAKEN,
    NOT_FOUND
}
