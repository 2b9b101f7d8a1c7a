package dev.dormouse.jobs;

import dev.dormouse.dispatch.DispatchObserver;
import dev.dormouse.dispatch.Dispatcher;
import dev.dormouse.dispatch.DispatcherHealth;
import dev.dormouse.dispatch.DispatcherParts;
import dev.dormouse.dispatch.Handlers;
import dev.dormouse.lifecycle.Service;
import dev.dormouse.node.NodeLease;
import dev.dormouse.spi.PayloadCodec;
import dev.dormouse.wake.Announcer;
import dev.dormouse.wake.Sleepers;
import dev.dormouse.wake.Ticker;
import dev.dormouse.wake.WakeHint;
import dev.dormouse.wake.WakeHub;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The job queues that a node works on: one dispatcher each. */
public final class JobWorkers implements Service {

    private static final String CANCEL = "cancel";
    private static final String LEASE = "lease";
    private static final long LEASE_MILLIS_MAX = Duration.ofDays(1).toMillis();
    private static final Duration SIGNAL_AGAIN = Duration.ofMillis(300);

    private final Parts parts;
    private final List<JobQueue> queues = new ArrayList<>();
    /** Executors that were made here, not passed in. */
    private final List<Executor> owned = new ArrayList<>();

    private final List<Dispatcher<ClaimedJob>> dispatchers = new ArrayList<>();

    /** What the node provides. */
    public record Parts(
            JobStore store,
            NodeLease lease,
            PayloadCodec codec,
            PayloadLimit payloadLimit,
            WakeHub hub,
            Sleepers sleepers,
            Ticker ticker,
            ScheduledExecutorService timer,
            Announcer announcer,
            JobObserver jobObserver,
            DispatchObserver dispatchObserver) {}

    public JobWorkers(JobHandlers handlers, Parts parts, @Nullable Executor executor) {
        this.parts = parts;
        handlers.byQueue().forEach((queue, registrations) -> add(queue, registrations, handlers, executor));
        parts.hub().onSignal(CANCEL, this::cancelSignalled);
        parts.hub().onSignal(LEASE, this::leaseSignalled);
    }

    private void add(
            String name,
            Map<String, Registration<?>> registrations,
            JobHandlers handlers,
            @Nullable Executor executor) {
        JobQueue queue = new JobQueue(
                name,
                registrations,
                new JobQueue.Parts(
                        parts.store,
                        parts.lease,
                        parts.codec,
                        parts.payloadLimit,
                        parts.ticker,
                        parts.timer,
                        parts.announcer,
                        parts.jobObserver));
        int concurrency = handlers.concurrency(name);
        Executor runner = executor != null ? executor : ownHandlers(name, concurrency);
        queues.add(queue);
        dispatchers.add(new Dispatcher<>(
                queue, new DispatcherParts(concurrency, runner, parts.hub, parts.sleepers, parts.dispatchObserver)));
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

    /** All queues stop at the same time, so that the grace is theirs together, not one after the other. */
    @Override
    public void stop(Duration grace) {
        List<Thread> stopping = new ArrayList<>();
        for (Dispatcher<ClaimedJob> dispatcher : dispatchers) {
            Thread thread = new Thread(() -> dispatcher.stop(grace), "dormouse-stop");
            thread.start();
            stopping.add(thread);
        }
        for (Thread thread : stopping) {
            joinUninterruptibly(thread);
        }
        owned.forEach(Handlers::close);
    }

    public boolean anythingRunning() {
        return queues.stream().anyMatch(JobQueue::anythingRunning);
    }

    public List<DispatcherHealth> health() {
        return dispatchers.stream().map(Dispatcher::health).toList();
    }

    /** Asks the store for cancellations that no signal told of; called every now and then while jobs run. */
    public void checkCancellations() {
        if (queues.stream().anyMatch(queue -> queue.runningCount() > 0)) {
            parts.store.cancelRequested(parts.lease.node()).forEach(this::cancelHere);
        }
    }

    /** Another node begins to hold claims: one queue looks when its lease could end, and then knows how to go on. */
    private void leaseSignalled(String millis) {
        try {
            long lease = Math.min(LEASE_MILLIS_MAX, Math.max(1, Long.parseLong(millis)));
            queues.stream()
                    .findFirst()
                    .ifPresent(queue -> parts.hub().wakeLocally(new WakeHint(queue.name(), Duration.ofMillis(lease))));
        } catch (NumberFormatException forged) {
            // Anybody may send a notification; what is no number is no lease.
        }
    }

    private void cancelSignalled(String jobId) {
        try {
            long id = Long.parseLong(jobId);
            cancelHere(id);
            // Once more: the answer to the claim of that very job may have been on its way here.
            Future<?> unused =
                    parts.timer.schedule(() -> cancelHere(id), SIGNAL_AGAIN.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException stopped) {
            // Nothing runs here any more.
        } catch (NumberFormatException forged) {
            // Anybody may send a notification; what is no number is no job.
        }
    }

    private void cancelHere(long jobId) {
        queues.forEach(queue -> queue.cancel(jobId, "cancelled on request"));
    }

    private static void joinUninterruptibly(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The kinds of each queue, by queue. */
    public static Map<String, List<String>> kinds(JobHandlers handlers) {
        Map<String, List<String>> kinds = new HashMap<>();
        handlers.byQueue().forEach((queue, byKind) -> kinds.put(queue, List.copyOf(new TreeMap<>(byKind).keySet())));
        return kinds;
    }
}
