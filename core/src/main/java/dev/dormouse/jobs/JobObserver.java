package dev.dormouse.jobs;

/** Watches jobs on this node. Called from its threads: must be quick and must not throw. */
public interface JobObserver {

    JobObserver NONE = new JobObserver() {};

    default void started(ClaimedJob job) {}

    default void ended(JobOutcome outcome) {}

    /** An outcome was not written because this node no longer held the job. */
    default void refused(long jobId) {}
}
