package dev.dormouse.jobs;

/** Where a job stands. */
public enum JobState {
    /** Waits for its time: a delay, a retry, a snooze. */
    SCHEDULED,
    /** Can be claimed. */
    READY,
    /** Claimed by a node. */
    RUNNING,
    /** Used up its attempts and waits for a person. Kept until somebody retries or discards it. */
    PARKED,
    SUCCEEDED,
    CANCELLED,
    /** Given up on purpose, by its handler or by a person. */
    DISCARDED;

    /** Over for good: kept only for the retention time. */
    public boolean finished() {
        return this == SUCCEEDED || this == CANCELLED || this == DISCARDED;
    }
}
