package dev.dormouse.jobs;

import dev.dormouse.dispatch.Dispatcher;
import dev.dormouse.dispatch.DispatcherHealth;
import dev.dormouse.dispatch.DispatcherParts;
import dev.dormouse.dispatch.Handlers;
import dev.dormouse.lifecycle.Service;
import dev.dormouse.node.Engine;
import dev.dormouse.node.NodeParts;
import dev.dormouse.node.Pruner;
import dev.dormouse.spi.PayloadCodec;
import dev.dormouse.wake.WakeHint;
import dev.dormouse.wake.WakeHub;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/** The job queues that a node works on: one dispatcher each. */
public final class JobWorkers implements Engine {

    private static final String CANCEL = "cancel";
    private static final String LEASE = "lease";
    private static final long LEASE_MILLIS_MAX = Duration.ofDays(1).toMillis();
    /** How often to ask for cancellations when no signal can tell of them. */
    private static final Duration DEAF_INTERVAL = Duration.ofSeconds(1);

    private final NodeParts node;
    private final Parts parts;
    private final List<JobQueue> queues = new ArrayList<>();
    /** Executors that were made here, not passed in. */
    private final List<Executor> owned = new ArrayList<>();

    private final List<Dispatcher<ClaimedJob>> dispatchers = new ArrayList<>();

    /** When cancellations were last asked for; of the timer's thread. */
    private long cancellationsNanos;

    /** What jobs need besides a node. */
    public record Parts(
            JobStore store, Pruner pruner, PayloadCodec codec, PayloadLimit payloadLimit, JobObserver observer) {}

    public JobWorkers(JobHandlers handlers, NodeParts node, Parts parts) {
        this.node = node;
        this.parts = parts;
        this.cancellationsNanos = node.ticker().nanos();
        handlers.byQueue().forEach((queue, registrations) -> add(queue, registrations, handlers));
        hub().onSignal(CANCEL, this::cancelSignalled);
        hub().onSignal(LEASE, this::leaseSignalled);
    }

    private void add(String name, Map<String, Registration<?>> registrations, JobHandlers handlers) {
        JobQueue queue = new JobQueue(
                name,
                registrations,
                new JobQueue.Parts(
                        parts.store,
                        node.lease(),
                        parts.codec,
                        parts.payloadLimit,
                        node.ticker(),
                        node.timer(),
                        node.waking().announcer(),
                        parts.observer));
        int concurrency = handlers.concurrency(name);
        Executor runner = node.executor() != null ? node.executor() : ownHandlers(name, concurrency);
        queues.add(queue);
        dispatchers.add(new Dispatcher<>(
                queue,
                new DispatcherParts(concurrency, runner, hub(), node.waking().sleepers(), node.observer())));
    }

    private WakeHub hub() {
        return node.waking().hub();
    }

    private Executor ownHandlers(String name, int concurrency) {
        Executor own = Handlers.byDefault("dormouse-run-" + name, concurrency);
        owned.add(own);
        return own;
    }

    @Override
    public void start() {
        dispatchers.forEach(Dispatcher::start);
    }

    @Override
    public void stop(Duration grace) {
        Service.stopAll(dispatchers, grace);
        owned.forEach(Handlers::close);
    }

    @Override
    public boolean usesLease() {
        return queues.stream().anyMatch(JobQueue::anythingRunning);
    }

    /** While jobs run no survey may come, so what the survey does otherwise is seen to here. */
    @Override
    public void tick() {
        if (usesLease()) {
            parts.pruner.busy();
            checkCancellations();
        }
    }

    @Override
    public List<DispatcherHealth> health() {
        return dispatchers.stream().map(Dispatcher::health).toList();
    }

    /** The net below the signal that tells of a cancellation at once; it is finer when no signal can come. */
    private void checkCancellations() {
        Duration interval = hub().isListening() ? node.lease().length().dividedBy(3) : DEAF_INTERVAL;
        long now = node.ticker().nanos();
        if (now - cancellationsNanos >= interval.toNanos()) {
            cancellationsNanos = now;
            askForCancellations();
        }
    }

    private void askForCancellations() {
        if (queues.stream().anyMatch(queue -> queue.runningCount() > 0)) {
            parts.store.cancelRequested(node.lease().node()).forEach(this::cancelHere);
        }
    }

    /** Another node begins to hold claims: one queue looks when its lease could end, and then knows how to go on. */
    private void leaseSignalled(String millis) {
        try {
            long lease = Math.min(LEASE_MILLIS_MAX, Math.max(1, Long.parseLong(millis)));
            queues.stream()
                    .findFirst()
                    .ifPresent(queue -> hub().wakeLocally(new WakeHint(queue.name(), Duration.ofMillis(lease))));
        } catch (NumberFormatException forged) {
            // Anybody may send a notification; what is no number is no lease.
        }
    }

    private void cancelSignalled(String jobId) {
        try {
            cancelHere(Long.parseLong(jobId));
        } catch (RejectedExecutionException stopped) {
            // Nothing runs here any more.
        } catch (NumberFormatException forged) {
            // Anybody may send a notification; what is no number is no job.
        }
    }

    private void cancelHere(long jobId) {
        queues.forEach(queue -> queue.cancel(jobId, "cancelled on request"));
    }

    /** The kinds of each queue, by queue. */
    public static Map<String, List<String>> kinds(JobHandlers handlers) {
        Map<String, List<String>> kinds = new HashMap<>();
        handlers.byQueue().forEach((queue, byKind) -> kinds.put(queue, List.copyOf(new TreeMap<>(byKind).keySet())));
        return kinds;
    }
}
