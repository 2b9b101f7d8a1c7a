package dev.dormouse.provider;

/** Where an execution stands. */
public enum ExecutionStatus {
    RUNNING,
    COMPLETED,
    FAILED,
    CONTINUED_AS_NEW;

    public boolean finished() {
        return this == COMPLETED || this == FAILED;
    }
}
