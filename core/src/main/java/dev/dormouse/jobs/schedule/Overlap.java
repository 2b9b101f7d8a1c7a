package dev.dormouse.jobs.schedule;

/** What a schedule does when its previous job is still unfinished at a tick. */
public enum Overlap {
    /** Enqueues the next one beside it. */
    ALLOW,
    /** Lets the tick pass. A job that waits for a retry is unfinished; one that is parked is not in the way. */
    SKIP
}
