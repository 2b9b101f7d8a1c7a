package dev.dormouse;

import dev.dormouse.dispatch.DispatcherHealth;
import dev.dormouse.jobs.JobAdmin;
import dev.dormouse.jobs.JobWorkers;
import dev.dormouse.jobs.Jobs;
import dev.dormouse.jobs.schedule.ScheduleEngine;
import dev.dormouse.jobs.schedule.Schedules;
import dev.dormouse.lifecycle.Service;
import dev.dormouse.node.Engine;
import dev.dormouse.node.NodeLease;
import dev.dormouse.node.NodeParts;
import dev.dormouse.node.Pruner;
import dev.dormouse.orchestration.Orchestrations;
import dev.dormouse.orchestration.runtime.OrchestrationEngine;
import dev.dormouse.outbox.Outbox;
import dev.dormouse.outbox.OutboxAdmin;
import dev.dormouse.outbox.OutboxRelay;
import dev.dormouse.outbox.OutboxWork;
import dev.dormouse.provider.Provider;
import dev.dormouse.spi.PayloadCodec;
import dev.dormouse.telemetry.NodeCounts;
import dev.dormouse.telemetry.OrchestrationCounts;
import dev.dormouse.wake.Announcer;
import dev.dormouse.wake.Ticker;
import dev.dormouse.wake.WakeHint;
import dev.dormouse.wake.WakeHub;
import dev.dormouse.wake.WakeSettings;
import dev.dormouse.wake.WakeSource;
import dev.dormouse.wake.Waking;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
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
 * <p>A node without handlers, schedules and routes only puts work in: it holds no lease, listens to nothing and has no dispatcher.
 */
public final class Dormouse implements Service {

    private static final Logger log = LoggerFactory.getLogger(Dormouse.class);
    private static final Duration SHUTDOWN_GRACE = Duration.ofSeconds(10);

    private final DormouseBuilder config;
    private final WakeSettings wake;
    private final NodeCounts counts = new NodeCounts();
    private final NodeLease lease;
    private final Waking waking;
    private final WakeSource wakeSource;
    private final Jobs jobs;
    private final JobAdmin jobAdmin;
    private final Pruner pruner;
    private final Schedules schedules;
    private final Provider provider;
    private final Orchestrations orchestrations;
    private final OrchestrationCounts orchestrationCounts = new OrchestrationCounts();
    private final Outbox outbox;
    private final OutboxAdmin outboxAdmin;
    private final Pruner outboxPruner;
    /** Null on a node without routes. */
    private final @Nullable OutboxRelay relay;

    private final ScheduledThreadPoolExecutor timer = timer();
    private final List<Engine> engines = new ArrayList<>();

    private boolean started;
    private boolean stopped;

    Dormouse(DormouseBuilder config) {
        this.config = config;
        this.wake = config.outbox.waking(config.wake);
        Backend backend = config.backend;
        PayloadCodec codec = config.codec != null ? config.codec : PayloadCodec.onClassPath();
        this.lease = new NodeLease(backend.nodes(), config.name, config.lease, Ticker.SYSTEM);
        this.pruner = new Pruner(
                "finished jobs", backend.jobAdmin()::prune, config.retention, wake.fallbackInterval(), Ticker.SYSTEM);
        this.outboxPruner = new Pruner(
                "delivered messages",
                backend.outbox()::prune,
                config.outbox.retention(),
                wake.fallbackInterval(),
                Ticker.SYSTEM);
        OutboxWork outboxWork = new OutboxWork(this::routeNumbers, outboxPruner);
        this.waking = waking(backend, new NodeWork(JobWorkers.kinds(config.handlers), pruner, outboxWork));
        this.wakeSource = backend.wakeSource(waking.hub());
        this.jobs = new Jobs(backend.jobs(), codec, config.payloadLimit, waking, lease::nodeIfJoined);
        this.jobAdmin = new JobAdmin(backend.jobAdmin(), waking.hub());
        this.schedules = new Schedules(backend.schedules(), jobs, waking);
        this.provider = backend.provider(wake, waking);
        OrchestrationEngine orchestrationEngine = orchestrationEngine(codec);
        this.orchestrations = new Orchestrations(
                provider,
                codec,
                config.orchestrationOptions.limits(),
                orchestrationEngine::enqueue,
                orchestrationEngine.ends(),
                this::listen);
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
            engines.add(orchestrationEngine);
        }
        this.outbox = new Outbox(
                backend.outbox(), config.outbox, new Outbox.Parts(codec, waking, lease::nodeIfJoined, counts));
        this.outboxAdmin = new OutboxAdmin(backend.outboxAdmin(), waking.hub());
        this.relay = config.routes.isEmpty()
                ? null
                : new OutboxRelay(backend.outbox(), config.routes(), parts, outboxPruner, counts);
        if (relay != null) {
            engines.add(relay);
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

    /** Asked for by the survey, which is made before the relay. */
    private List<Integer> routeNumbers() {
        OutboxRelay mine = relay;
        return mine == null ? List.of() : mine.routeNumbers();
    }

    private Waking waking(Backend backend, NodeWork work) {
        WakeHub hub = new WakeHub(wake, Ticker.SYSTEM, counts, backend.survey(wake, lease::node, work));
        Announcer announcer = backend.announcer(wake, lease::nodeIfJoined);
        announcer.onUnsent(hub::sendFailed);
        return new Waking(hub, announcer, backend.sleepers(wake, lease::node));
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

    /** Publishes messages. */
    public Outbox outbox() {
        return outbox;
    }

    /** Looks at messages on their way, and settles what does not settle itself. */
    public OutboxAdmin outboxAdmin() {
        return outboxAdmin;
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
        config.backend.prepare(wake);
        waking.announcer().start();
        schedules.defineAll(config.scheduled);
        if (engines.isEmpty()) {
            return;
        }
        log.info("name={} node={} starts: lease={} {}", config.name, lease.node(), config.lease, wake);
        listen();
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
        outboxPruner.stop(grace);
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

    /** At once on a node that works; on one that only puts work in, when somebody waits for a result. */
    private void listen() {
        if (wake.enabled()) {
            wakeSource.start();
        }
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
