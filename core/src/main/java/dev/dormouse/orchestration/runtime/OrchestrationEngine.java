package dev.dormouse.orchestration.runtime;

import dev.dormouse.dispatch.DispatchObserver;
import dev.dormouse.dispatch.Dispatcher;
import dev.dormouse.dispatch.DispatcherHealth;
import dev.dormouse.dispatch.DispatcherParts;
import dev.dormouse.dispatch.Handlers;
import dev.dormouse.lifecycle.Service;
import dev.dormouse.node.Engine;
import dev.dormouse.orchestration.OrchestrationObserver;
import dev.dormouse.orchestration.RuntimeOptions;
import dev.dormouse.provider.EnqueueOutcome;
import dev.dormouse.provider.NewMessage;
import dev.dormouse.provider.Provider;
import dev.dormouse.provider.TagFilter;
import dev.dormouse.provider.WorkItem;
import dev.dormouse.spi.PayloadCodec;
import dev.dormouse.wake.Sleepers;
import dev.dormouse.wake.WakeHub;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a node's orchestrations and activities, each on a dispatcher. Thread-safe.
 *
 * <p>Stopping ends all waits at once and fetches nothing new; turns under way finish, activities may go on for the grace
 * period, and what has not ended by then is given back as if it had never been fetched.
 */
public final class OrchestrationEngine implements Engine {

    private static final Logger log = LoggerFactory.getLogger(OrchestrationEngine.class);
    private static final Duration WATCH_INTERVAL = Duration.ofMillis(250);
    /** Threads beyond the slots, for those whose code was given up and never ends. */
    private static final int SPARE_THREADS = 64;

    /**
     * What the node provides.
     *
     * @param worker a name for the node, for logs and activities
     */
    public record Parts(
            String worker,
            Provider provider,
            RuntimeOptions options,
            PayloadCodec codec,
            WakeHub hub,
            Sleepers sleepers,
            OrchestrationObserver observer,
            DispatchObserver dispatchObserver) {}

    private final Parts parts;
    private final List<Executor> owned = new ArrayList<>();
    private final ScheduledThreadPoolExecutor timer = timer();
    private final @Nullable ActivityQueue activityQueue;
    private final @Nullable Dispatcher<ActivityRun> activities;
    private final @Nullable Turns turns;
    private final @Nullable Dispatcher<Turn> turnDispatcher;
    private final @Nullable EagerTurns eagerTurns;

    private volatile boolean started;
    private boolean stopped;

    public OrchestrationEngine(OrchestrationHandlers handlers, Parts parts, @Nullable Executor executor) {
        this.parts = parts;
        boolean executes = !handlers.isEmpty() && !parts.options.tags().equals(TagFilter.NONE);
        this.activityQueue = executes ? activityQueue(handlers) : null;
        this.activities = activityQueue == null
                ? null
                : new Dispatcher<>(
                        activityQueue, slots(activityQueue.name(), parts.options.activityConcurrency(), executor));
        this.turns = handlers.orchestrations().isEmpty() ? null : turns(handlers);
        this.turnDispatcher = turns == null
                ? null
                : new Dispatcher<>(
                        new TurnQueue(handlers, turns),
                        slots(TurnQueue.NAME, parts.options.turnConcurrency(), executor));
        this.eagerTurns =
                turns == null || turnDispatcher == null ? null : new EagerTurns(handlers, turns, turnDispatcher);
        if (activityQueue != null && turns != null && turnDispatcher != null && parts.options.eagerActivities()) {
            activityQueue.offerEndsTo(direct(turns, activityQueue, turnDispatcher)::take);
        }
    }

    private static DirectTurns direct(Turns turns, ActivityQueue activities, Dispatcher<Turn> dispatcher) {
        return new DirectTurns(turns, activities, turn -> {
            boolean slot = dispatcher.reserve(1) == 1;
            if (slot) {
                dispatcher.run(turn);
            }
            return slot;
        });
    }

    /** Puts messages in. An instance that they start begins here, if this node can run it. */
    public List<EnqueueOutcome> enqueue(List<NewMessage> messages) {
        return eagerTurns != null && started ? eagerTurns.enqueue(messages) : parts.provider.enqueue(messages);
    }

    /** How instances end here. */
    public LocalEnds ends() {
        return turns == null ? LocalEnds.NONE : turns.localEnds;
    }

    private ActivityQueue activityQueue(OrchestrationHandlers handlers) {
        return new ActivityQueue(
                parts.worker,
                new ActivityQueue.Parts(
                        parts.provider,
                        parts.options,
                        new ActivityRunner(handlers, parts.options, parts.codec, parts.provider),
                        new HeldSessions(parts.provider, parts.options.sessions()),
                        parts.observer,
                        fetch()));
    }

    private Turns turns(OrchestrationHandlers handlers) {
        EagerStarts eager = eager();
        TurnAcks acks = new TurnAcks(eager, parts.observer);
        return new Turns(new Turns.Parts(
                parts.provider,
                parts.options,
                new TurnRunner(handlers, parts.options, parts.codec, acks),
                eager,
                parts.observer,
                fetch()));
    }

    private PacedFetch fetch() {
        return new PacedFetch(parts.provider, parts.hub, parts.options.polling());
    }

    private EagerStarts eager() {
        ActivityQueue queue = activityQueue;
        Dispatcher<ActivityRun> dispatcher = activities;
        if (queue == null || dispatcher == null || !parts.options.eagerActivities()) {
            return EagerStarts.NONE;
        }
        return new EagerStarts(queue::serves, parts.options.activityLockTimeout(), new EagerStarts.Slots() {
            @Override
            public int reserve(int max) {
                return dispatcher.reserve(max);
            }

            @Override
            public void release(int reserved) {
                dispatcher.release(reserved);
            }

            @Override
            public void run(WorkItem item) {
                parts.observer.activityEager(item.name());
                dispatcher.run(queue.held(item));
            }
        });
    }

    private DispatcherParts slots(String name, int concurrency, @Nullable Executor executor) {
        Executor runner = executor;
        if (runner == null) {
            runner = Handlers.byDefault("dormouse-run-" + name, concurrency + SPARE_THREADS);
            owned.add(runner);
        }
        return new DispatcherParts(concurrency, runner, parts.hub, parts.sleepers, parts.dispatchObserver);
    }

    @Override
    public synchronized void start() {
        if (started || stopped) {
            return;
        }
        started = true;
        if (activityQueue == null && turns == null) {
            return;
        }
        log.info("{} runs orchestrations on {}: {}", parts.worker, parts.provider.name(), parts.options);
        every(tickInterval(), this::renew);
        every(WATCH_INTERVAL, this::watch);
        dispatchers().forEach(Dispatcher::start);
    }

    /** Both stop at the same time, so that the grace is theirs together. Locks are renewed to the end. */
    @Override
    public synchronized void stop(Duration grace) {
        if (stopped) {
            return;
        }
        stopped = true;
        Service.stopAll(dispatchers(), grace);
        timer.shutdownNow();
        owned.forEach(Handlers::close);
    }

    @Override
    public List<DispatcherHealth> health() {
        return dispatchers().stream().map(Dispatcher::health).toList();
    }

    private List<Dispatcher<?>> dispatchers() {
        List<Dispatcher<?>> both = new ArrayList<>();
        if (turnDispatcher != null) {
            both.add(turnDispatcher);
        }
        if (activities != null) {
            both.add(activities);
        }
        return both;
    }

    private Duration tickInterval() {
        Duration interval = Duration.ofSeconds(1);
        for (Duration each : List.of(
                turns == null ? interval : turns.tickInterval(),
                activityQueue == null ? interval : activityQueue.tickInterval(),
                parts.options.sessions().lockTimeout().dividedBy(4))) {
            interval = each.compareTo(interval) < 0 ? each : interval;
        }
        return interval;
    }

    private void renew() {
        if (turns != null) {
            turns.tick();
        }
        if (activityQueue != null) {
            activityQueue.tick();
        }
    }

    private void watch() {
        if (turns != null) {
            turns.watch();
        }
        if (activityQueue != null) {
            activityQueue.watch();
        }
    }

    private void every(Duration interval, Runnable task) {
        Future<?> unused = timer.scheduleWithFixedDelay(
                () -> {
                    try {
                        task.run();
                    } catch (RuntimeException e) {
                        log.warn("{} could not see to its locks, trying again soon", parts.worker, e);
                    }
                },
                interval.toNanos(),
                interval.toNanos(),
                TimeUnit.NANOSECONDS);
    }

    /** Two threads: one may wait for the provider, which must not hold up the watch over turns. */
    private static ScheduledThreadPoolExecutor timer() {
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(2, task -> {
            Thread thread = new Thread(task, "dormouse-orchestration-timer");
            thread.setDaemon(true);
            return thread;
        });
        timer.setRemoveOnCancelPolicy(true);
        return timer;
    }
}
