package dev.dormouse;

import dev.dormouse.dispatch.DispatcherHealth;
import dev.dormouse.jobs.JobAdmin;
import dev.dormouse.jobs.JobPruner;
import dev.dormouse.jobs.JobWorkers;
import dev.dormouse.jobs.Jobs;
import dev.dormouse.jobs.schedule.ScheduleEngine;
import dev.dormouse.jobs.schedule.Schedules;
import dev.dormouse.lifecycle.Service;
import dev.dormouse.node.Engine;
import dev.dormouse.node.NodeLease;
import dev.dormouse.node.NodeParts;
import dev.dormouse.orchestration.Orchestrations;
import dev.dormouse.orchestration.runtime.OrchestrationEngine;
import dev.dormouse.provider.Provider;
import dev.dormouse.spi.PayloadCodec;
import dev.dormouse.telemetry.NodeCounts;
import dev.dormouse.telemetry.OrchestrationCounts;
import dev.dormouse.wake.Ticker;
import dev.dormouse.wake.WakeHint;
import dev.dormouse.wake.WakeHub;
import dev.dormouse.wake.WakeSource;
import dev.dormouse.wake.Waking;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One node: puts work in, and does the work it has handlers for. Thread-safe.
 *
 * <pre>{@code
 * try (var dormouse = Dormouse.on(Postgres.at(pool)).handle(GREET, (job, greet) -> greet(greet.name())).start()) {
 *     dormouse.jobs().enqueue(GREET, new Greet("world"));
 * }
 * }</pre>
 *
 * <p>A node without handlers and schedules only puts work in: it holds no lease, listens to nothing and has no dispatcher.
 */
public final class Dormouse implements Service {

    private static final Logger log = LoggerFactory.getLogger(Dormouse.class);
    private static final Duration SHUTDOWN_GRACE = Duration.ofSeconds(10);

    private final DormouseBuilder config;
    private final NodeCounts counts = new NodeCounts();
    private final NodeLease lease;
    private final Waking waking;
    private final WakeSource wakeSource;
    private final Jobs jobs;
    private final JobAdmin jobAdmin;
    private final JobPruner pruner;
    private final Schedules schedules;
    private final Provider provider;
    private final Orchestrations orchestrations;
    private final OrchestrationCounts orchestrationCounts = new OrchestrationCounts();
    private final ScheduledThreadPoolExecutor timer = timer();
    private final List<Engine> engines = new ArrayList<>();

    private boolean started;
    private boolean stopped;

    Dormouse(DormouseBuilder config) {
        this.config = config;
        Backend backend = config.backend;
        PayloadCodec codec = config.codec != null ? config.codec : PayloadCodec.onClassPath();
        this.lease = new NodeLease(backend.nodes(), config.name, config.lease, Ticker.SYSTEM);
        this.pruner =
                new JobPruner(backend.jobAdmin(), config.retention, config.wake.fallbackInterval(), Ticker.SYSTEM);
        this.waking = waking(backend, new NodeWork(JobWorkers.kinds(config.handlers), pruner));
        this.wakeSource = backend.wakeSource(waking.hub());
        this.jobs = new Jobs(backend.jobs(), codec, config.payloadLimit, waking, lease::nodeIfJoined);
        this.jobAdmin = new JobAdmin(backend.jobAdmin(), waking.hub());
        this.schedules = new Schedules(backend.schedules(), jobs, waking);
        this.provider = backend.provider(config.wake, waking);
        this.orchestrations = new Orchestrations(provider, codec, config.orchestrationOptions.limits());
        NodeParts parts = new NodeParts(lease, waking, Ticker.SYSTEM, timer, counts, config.executor);
        if (!config.handlers.isEmpty()) {
            engines.add(new JobWorkers(
                    config.handlers,
                    parts,
                    new JobWorkers.Parts(backend.jobs(), pruner, codec, config.payloadLimit, counts)));
        }
        if (config.firesSchedules) {
            engines.add(new ScheduleEngine(backend.schedules(), jobs, parts));
        }
        if (!config.orchestrations.isEmpty()) {
            engines.add(orchestrationEngine(codec));
        }
    }

    private OrchestrationEngine orchestrationEngine(PayloadCodec codec) {
        return new OrchestrationEngine(
                config.orchestrations,
                new OrchestrationEngine.Parts(
                        config.name,
                        provider,
                        config.orchestrationOptions,
                        codec,
                        waking.hub(),
                        waking.sleepers(),
                        orchestrationCounts,
                        counts),
                config.executor);
    }

    private Waking waking(Backend backend, NodeWork work) {
        WakeHub hub = new WakeHub(config.wake, Ticker.SYSTEM, counts, backend.survey(config.wake, lease::node, work));
        return new Waking(
                hub, backend.announcer(config.wake, lease::nodeIfJoined), backend.sleepers(config.wake, lease::node));
    }

    /** Begins a node on a database. */
    public static DormouseBuilder on(Backend backend) {
        return new DormouseBuilder(backend);
    }

    /** Puts jobs in. */
    public Jobs jobs() {
        return jobs;
    }

    /** Looks at jobs, cancels, retries and discards them, pauses queues. */
    public JobAdmin jobAdmin() {
        return jobAdmin;
    }

    /** Starts orchestrations, sends to them, and asks how they are doing. */
    public Orchestrations orchestrations() {
        return orchestrations;
    }

    /** What happened to orchestrations and activities on this node. */
    public OrchestrationCounts.Snapshot orchestrationCounts() {
        return orchestrationCounts.snapshot();
    }

    /** Shows and changes what is enqueued again and again. */
    public Schedules schedules() {
        return schedules;
    }

    @Override
    public synchronized void start() {
        if (started || stopped) {
            return;
        }
        started = true;
        config.backend.prepare(config.wake);
        waking.announcer().start();
        schedules.defineAll(config.scheduled);
        if (engines.isEmpty()) {
            return;
        }
        log.info("name={} node={} starts: lease={} {}", config.name, lease.node(), config.lease, config.wake);
        if (config.wake.enabled()) {
            wakeSource.start();
        }
        engines.forEach(Engine::start);
        long tickMillis = Math.max(100, config.lease.toMillis() / 15);
        Future<?> ticks = timer.scheduleWithFixedDelay(this::tick, tickMillis, tickMillis, TimeUnit.MILLISECONDS);
        Future<?> watch = timer.scheduleWithFixedDelay(lease::watch, tickMillis, tickMillis, TimeUnit.MILLISECONDS);
        log.debug("name={} ticks={} watch={}", config.name, ticks, watch);
    }

    @Override
    public synchronized void stop(Duration grace) {
        if (stopped) {
            return;
        }
        stopped = true;
        Service.stopAll(engines, grace);
        provider.close();
        timer.shutdownNow();
        pruner.stop(grace);
        wakeSource.stop(grace);
        leave();
        handOver();
        waking.announcer().stop(grace);
    }

    /** For programs that do nothing else: stays here until the JVM is told to end, and then stops gracefully. */
    public void runUntilShutdown() {
        CountDownLatch ended = new CountDownLatch(1);
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            stop(SHUTDOWN_GRACE);
                            ended.countDown();
                        },
                        "dormouse-shutdown"));
        try {
            ended.await();
        } catch (InterruptedException e) {
            stop(SHUTDOWN_GRACE);
            Thread.currentThread().interrupt();
        }
    }

    /** The state of this node at a glance. */
    public NodeHealth health() {
        return new NodeHealth(
                config.name,
                lease.nodeIfJoined(),
                queues(),
                wakeSource.health(),
                counts.snapshot(),
                config.backend.roundTrips());
    }

    private List<DispatcherHealth> queues() {
        return engines.stream().flatMap(engine -> engine.health().stream()).toList();
    }

    private void tick() {
        try {
            lease.tick(() -> engines.stream().anyMatch(Engine::usesLease));
            engines.forEach(Engine::tick);
        } catch (RuntimeException e) {
            log.warn("name={} could not see to its lease and its work, trying again soon", config.name, e);
        }
    }

    /** What this node gave back or meant to do later is the others' now, and they may be asleep. */
    private void handOver() {
        queues().forEach(queue -> waking.announcer().announce(WakeHint.now(queue.queue())));
    }

    private void leave() {
        try {
            lease.leave();
        } catch (RuntimeException e) {
            log.warn("name={} could not sign off; others notice when its lease ends: {}", config.name, e.toString());
        }
    }

    /** Two threads: one may wait for the database, which must hold up neither timeouts nor the watch over the lease. */
    private static ScheduledThreadPoolExecutor timer() {
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(2, task -> {
            Thread thread = new Thread(task, "dormouse-timer");
            thread.setDaemon(true);
            return thread;
        });
        timer.setRemoveOnCancelPolicy(true);
        return timer;
    }
}
