package dev.dormouse.jobs;

import dev.dormouse.jobs.JobRun.Stop;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of one queue that this node holds, from the answer to their claim until they are over. Thread-safe.
 *
 * <p>A cancellation may overtake the answer to the claim of that very job. It can only be one whose answer is awaited when
 * it comes, so it is remembered until that answer is here, and the attempt then begins as one that was told to stop.
 */
final class Runs {

    /** More cancellations than this during one exchange are left to the next question for cancellations. */
    private static final int EARLY_MAX = 10_000;

    private final Map<Long, JobRun> byJob = new ConcurrentHashMap<>();
    /** Reasons by job. Whoever cancels writes here and then looks at the runs; the coordinator does the opposite. */
    private final Map<Long, String> early = new ConcurrentHashMap<>();

    private volatile boolean awaitingClaims;

    void awaitClaims() {
        early.clear();
        awaitingClaims = true;
    }

    void claimsHere() {
        awaitingClaims = false;
        early.clear();
    }

    void add(JobRun run) {
        byJob.put(run.job.id(), run);
        String reason = early.remove(run.job.id());
        if (reason != null) {
            run.stop(Stop.CANCELLED, reason);
        }
    }

    /** The run of a job, if that has to stop now; null if there is none, or not yet, or it was told before. */
    @Nullable
    JobRun cancel(long jobId, String reason) {
        if (awaitingClaims && early.size() < EARLY_MAX) {
            early.put(jobId, reason);
        }
        JobRun run = byJob.get(jobId);
        return run != null && run.stop(Stop.CANCELLED, reason) ? run : null;
    }

    /** The run of this very attempt. Another's is not meant: the node may have lost one and claimed the job anew. */
    @Nullable
    JobRun of(ClaimedJob job) {
        JobRun run = byJob.get(job.id());
        return run != null && run.job.node() == job.node() && run.job.attempt() == job.attempt() ? run : null;
    }

    void remove(JobRun run) {
        byJob.remove(run.job.id(), run);
    }

    void forget(List<ClaimedJob> jobs) {
        jobs.forEach(job -> byJob.remove(job.id()));
    }

    Collection<JobRun> all() {
        return byJob.values();
    }

    List<JobRun> under(long node) {
        return byJob.values().stream().filter(run -> run.job.node() == node).toList();
    }
}
