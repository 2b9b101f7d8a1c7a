package dev.dormouse.jobs;

/** What became of a wish to discard a parked job. */
public enum DiscardOutcome {
    DISCARDED,
    /** There is such a job, but it waits, runs or is over; a job that waits or runs can be cancelled. */
    NOT_PARKED,
    NOT_FOUND
}
