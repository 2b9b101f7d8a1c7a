package dev.dormouse.jobs;

/**
 * Does a job. May run more than once for the same job, so its effects should bear repetition, or be made with {@link
 * JobContext#completeIn}. Returning means done; throwing means try again later.
 */
@FunctionalInterface
public interface JobHandler<T> {

    void handle(JobContext job, T args) throws Exception;
}
