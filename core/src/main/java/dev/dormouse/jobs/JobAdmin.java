package dev.dormouse.jobs;

import dev.dormouse.jobs.JobAdminStore.Batch;
import dev.dormouse.text.Names;
import dev.dormouse.text.Text;
import dev.dormouse.wake.WakeHint;
import dev.dormouse.wake.WakeHub;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongFunction;

/** For people and their tools: looks at jobs, and settles what does not settle itself. Thread-safe. */
public final class JobAdmin {

    public static final int PAGE_SIZE_MAX = 100;
    /** Beyond this, {@link #queues} says "at least". */
    public static final int COUNT_MAX = 10_000;

    private static final int REASON_CHARS_MAX = 1000;

    private final JobAdminStore store;
    private final WakeHub hub;

    public JobAdmin(JobAdminStore store, WakeHub hub) {
        this.store = store;
        this.hub = hub;
    }

    public Optional<JobInfo> find(long id) {
        return store.find(id);
    }

    /** The newest jobs that match. */
    public JobPage list(JobFilter filter, int pageSize) {
        return page(filter, pageSize, OptionalLong.empty());
    }

    /**
     * The jobs that come after a page's cursor. A page may be short, or even empty, while more follow: only a page
     * without a cursor is the last.
     */
    public JobPage list(JobFilter filter, int pageSize, long after) {
        return page(filter, pageSize, OptionalLong.of(after));
    }

    /** The queues that hold unfinished jobs, are paused or have limits. */
    public List<QueueInfo> queues() {
        return store.queues(COUNT_MAX);
    }

    /** Cancels a job that waits, or tells the handler of one that runs. */
    public CancelOutcome cancel(long id, String reason) {
        return store.cancel(id, reason(reason));
    }

    /** Has a parked job run again, with all its attempts. */
    public RetryOutcome retry(long id) {
        JobAdminStore.Retried retried = store.retry(id);
        if (retried.outcome() == RetryOutcome.RETRIED && retried.queue() != null) {
            wake(retried.queue());
        }
        return retried.outcome();
    }

    /** Retries all parked jobs that match, in batches; returns how many. Those whose unique key is taken stay parked. */
    public long retryAll(JobFilter filter) {
        filter.requireParked("retried");
        return inBatches(after -> store.retryParked(filter, after));
    }

    /** Gives a parked job up, with the reason on record. */
    public DiscardOutcome discard(long id, String reason) {
        return store.discard(id, reason(reason));
    }

    /** Discards all parked jobs that match, in batches; returns how many. */
    public long discardAll(JobFilter filter, String reason) {
        filter.requireParked("discarded");
        String why = reason(reason);
        return inBatches(after -> store.discardParked(filter, why, after));
    }

    /** From now on nobody claims from the queue; what runs goes on. Jobs can still be enqueued. */
    public void pause(String queue) {
        store.pause(Names.name("queue", queue));
    }

    /** Ends a pause; nodes look at once. False if the queue was not paused. */
    public boolean resume(String queue) {
        boolean resumed = store.resume(Names.name("queue", queue));
        wake(queue);
        return resumed;
    }

    /** Replaces the limits of a queue for the whole cluster; {@link QueueLimits#none()} removes them. */
    public void limit(String queue, QueueLimits limits) {
        store.limit(Names.name("queue", queue), Objects.requireNonNull(limits, "limits"));
        wake(queue);
    }

    private JobPage page(JobFilter filter, int pageSize, OptionalLong after) {
        if (pageSize < 1 || pageSize > PAGE_SIZE_MAX) {
            throw new IllegalArgumentException("pageSize must be 1 to " + PAGE_SIZE_MAX + ": " + pageSize);
        }
        return store.list(Objects.requireNonNull(filter, "filter"), pageSize, after);
    }

    private long inBatches(LongFunction<Batch> step) {
        long changed = 0;
        OptionalLong after = OptionalLong.of(Long.MIN_VALUE);
        while (after.isPresent()) {
            Batch batch = step.apply(after.getAsLong());
            changed += batch.changed();
            batch.queues().forEach(this::wake);
            after = batch.next();
        }
        return changed;
    }

    /** The store told all nodes already; this one needs no listener to be told. */
    private void wake(String queue) {
        hub.wakeLocally(WakeHint.now(JobQueue.wakeName(queue)));
    }

    private static String reason(String reason) {
        if (reason.isEmpty() || reason.codePointCount(0, reason.length()) > REASON_CHARS_MAX) {
            throw new IllegalArgumentException("reason must have 1 to " + REASON_CHARS_MAX + " characters, not "
                    + reason.codePointCount(0, reason.length()) + ": say in a sentence why");
        }
        return Text.storable("reason", reason);
    }
}
