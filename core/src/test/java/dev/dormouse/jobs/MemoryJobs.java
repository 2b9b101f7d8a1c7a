package dev.dormouse.jobs;

import dev.dormouse.dispatch.Exchange;
import dev.dormouse.node.NodeStore;
import dev.dormouse.wake.WakeHint;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Jobs and nodes in memory: what is added is claimed in order, and outcomes are kept for the test to see. Thread-safe. */
final class MemoryJobs implements JobStore, NodeStore {

    final Deque<ClaimedJob> ready = new ArrayDeque<>();
    final List<JobOutcome> written = new ArrayList<>();
    final List<ClaimedJob> givenBack = new ArrayList<>();
    final AtomicLong nodes = new AtomicLong();
    boolean fails;
    boolean takenOver;
    /** What happens between a claim and its answer. */
    Runnable meanwhile = () -> {};

    synchronized void add(long id, String kind, int attempt, byte[] payload) {
        ready.add(new ClaimedJob(id, 0, attempt, "default", kind, 0, payload, java.util.Map.of(), false, null));
    }

    synchronized List<JobOutcome> written() {
        return List.copyOf(written);
    }

    @Override
    public synchronized JobExchange exchange(ClaimRequest request, List<JobOutcome> outcomes) {
        if (fails) {
            throw new IllegalStateException("away, says the test");
        }
        if (takenOver) {
            takenOver = false;
            List<Long> refused =
                    outcomes.stream().map(outcome -> outcome.job().id()).toList();
            return new JobExchange(Exchange.nothing(), refused, false);
        }
        written.addAll(outcomes);
        List<ClaimedJob> claimed = new ArrayList<>();
        while (claimed.size() < request.max() && !ready.isEmpty()) {
            claimed.add(claimed(ready.remove(), request.node()));
        }
        if (!claimed.isEmpty()) {
            meanwhile.run();
        }
        return new JobExchange(new Exchange<>(claimed, !ready.isEmpty(), null), List.of(), true);
    }

    private static ClaimedJob claimed(ClaimedJob job, long node) {
        return new ClaimedJob(
                job.id(),
                node,
                job.attempt(),
                job.queue(),
                job.kind(),
                job.priority(),
                job.payload(),
                job.headers(),
                job.unique(),
                job.limitKey());
    }

    @Override
    public synchronized void giveBack(List<ClaimedJob> jobs) {
        givenBack.addAll(jobs);
    }

    @Override
    public void giveBackUnknown(long node, String queue, List<String> kinds, List<Long> known) {}

    @Override
    public long join(String name, Duration lease) {
        return nodes.incrementAndGet();
    }

    @Override
    public boolean renew(long node, Duration lease) {
        return true;
    }

    @Override
    public void leave(long node) {}

    @Override
    public Enqueued enqueueAndAnnounce(NewJob job, long node) {
        throw new AssertionError("a queue of jobs never enqueues");
    }

    @Override
    public List<Enqueued> enqueueAnnounced(List<NewJob> jobs, Collection<WakeHint> hints) {
        throw new AssertionError("a queue of jobs never enqueues");
    }

    @Override
    public List<Enqueued> enqueue(List<NewJob> jobs) {
        throw new AssertionError("a queue of jobs never enqueues");
    }

    @Override
    public List<Enqueued> enqueue(Connection connection, List<NewJob> jobs) {
        throw new AssertionError("a queue of jobs never enqueues");
    }

    @Override
    public boolean complete(Connection connection, ClaimedJob job, byte @Nullable [] result) {
        return true;
    }

    @Override
    public boolean progress(ClaimedJob job, double fraction, @Nullable String note) {
        return false;
    }

    @Override
    public List<Long> cancelRequested(long node) {
        return List.of();
    }
}
