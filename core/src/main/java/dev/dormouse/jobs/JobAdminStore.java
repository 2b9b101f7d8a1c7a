package dev.dormouse.jobs;

import dev.dormouse.node.Pruner.Pruned;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Looking at jobs and settling them by hand. Whatever makes a job claimable, or asks a running one to stop, is announced
 * in the same transaction, to all nodes.
 */
public interface JobAdminStore {

    Optional<JobInfo> find(long id);

    /** Newest first. Looks through a bounded number of jobs, so a page may be short, or empty, though more follow. */
    JobPage list(JobFilter filter, int pageSize, OptionalLong after);

    /** Counts go up to {@code countMax}. */
    List<QueueInfo> queues(int countMax);

    CancelOutcome cancel(long id, String reason);

    Retried retry(long id);

    /** One batch of the parked jobs that match, in the order of their ids from after the given one. */
    Batch retryParked(JobFilter filter, long after);

    DiscardOutcome discard(long id, String reason);

    Batch discardParked(JobFilter filter, String reason, long after);

    void pause(String queue);

    /** False if the queue was not paused. */
    boolean resume(String queue);

    void limit(String queue, QueueLimits limits);

    /** Removes finished jobs older than the retention, oldest first, and what was kept about them. */
    Pruned prune(Duration retention, int max, Instant since);

    /** The outcome, and the queue of the job if there is such a job. */
    record Retried(RetryOutcome outcome, @Nullable String queue) {}

    /**
     * What was done with one batch.
     *
     * @param changed how many jobs were retried or discarded
     * @param queues where jobs became ready
     * @param next where the next batch begins; empty if this was the last
     */
    record Batch(int changed, Set<String> queues, OptionalLong next) {
        public Batch {
            queues = Set.copyOf(queues);
        }
    }
}
