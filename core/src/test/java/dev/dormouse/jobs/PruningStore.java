package dev.dormouse.jobs;

import dev.dormouse.node.Pruner.Pruned;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;

/** Holds only a number of finished jobs; has no others, and refuses whatever is done to them. */
final class PruningStore implements JobAdminStore {

    final AtomicInteger left;
    final AtomicInteger calls = new AtomicInteger();

    PruningStore(int finished) {
        this.left = new AtomicInteger(finished);
    }

    @Override
    public Pruned prune(Duration retention, int max, Instant since) {
        calls.incrementAndGet();
        int taken = Math.min(max, left.get());
        left.addAndGet(-taken);
        return new Pruned(taken, since.plusSeconds(1));
    }

    @Override
    public Optional<JobInfo> find(long id) {
        return Optional.empty();
    }

    @Override
    public JobPage list(JobFilter filter, int pageSize, OptionalLong after) {
        return new JobPage(List.of(), OptionalLong.empty());
    }

    @Override
    public List<QueueInfo> queues(int countMax) {
        return List.of();
    }

    @Override
    public CancelOutcome cancel(long id, String reason) {
        throw new AssertionError("nobody should cancel");
    }

    @Override
    public Retried retry(long id) {
        throw new AssertionError("nobody should retry");
    }

    @Override
    public Batch retryParked(JobFilter filter, long after) {
        throw new AssertionError("nobody should retry");
    }

    @Override
    public DiscardOutcome discard(long id, String reason) {
        throw new AssertionError("nobody should discard");
    }

    @Override
    public Batch discardParked(JobFilter filter, String reason, long after) {
        throw new AssertionError("nobody should discard");
    }

    @Override
    public void pause(String queue) {
        throw new AssertionError("nobody should pause");
    }

    @Override
    public boolean resume(String queue) {
        throw new AssertionError("nobody should resume");
    }

    @Override
    public void limit(String queue, QueueLimits limits) {
        throw new AssertionError("nobody should limit");
    }
}
