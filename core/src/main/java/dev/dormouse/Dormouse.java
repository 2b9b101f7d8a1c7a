package dev.dormouse;

import dev.dormouse.dispatch.Dispatcher;
import dev.dormouse.dispatch.DispatcherHealth;
import dev.dormouse.dispatch.DispatcherParts;
import dev.dormouse.jobs.JobAdmin;
import dev.dormouse.jobs.JobHandler;
import dev.dormouse.jobs.JobHandlers;
import dev.dormouse.jobs.JobKind;
import dev.dormouse.jobs.JobPruner;
import dev.dormouse.jobs.JobWorkers;
import dev.dormouse.jobs.Jobs;
import dev.dormouse.jobs.PayloadLimit;
import dev.dormouse.jobs.schedule.ScheduleQueue;
import dev.dormouse.jobs.schedule.ScheduledJob;
import dev.dormouse.jobs.schedule.Schedules;
import dev.dormouse.lifecycle.Service;
import dev.dormouse.node.NodeLease;
import dev.dormouse.spi.PayloadCodec;
import dev.dormouse.telemetry.NodeCounts;
import dev.dormouse.wake.Announcer;
import dev.dormouse.wake.Sleepers;
import dev.dormouse.wake.Ticker;
import dev.dormouse.wake.WakeHint;
import dev.dormouse.wake.WakeHub;
import dev.dormouse.wake.WakeSettings;
import dev.dormouse.wake.WakeSource;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
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
 * <p>A node without handlers and schedules only puts work in: it holds no lease, listens to nothing and has no dispatcher.
 */
public final class Dormouse implements Service {

    private static final Logger log = LoggerFactory.getLogger(Dormouse.class);
    private static final Duration SHUTDOWN_GRACE = Duration.ofSeconds(10);

    private final Builder config;
    private final NodeCounts counts = new NodeCounts();
    private final NodeLease lease;
    private final WakeHub hub;
    private final Announcer announcer;
    private final WakeSource wakeSource;
    private final JobWorkers workers;
    private final Jobs jobs;
    private final JobAdmin jobAdmin;
    private final JobPruner pruner;
    private final Schedules schedules;
    /** Null on a node that fires no schedules. */
    private final @Nullable Dispatcher<?> scheduler;

    private final ScheduledThreadPoolExecutor timer;

    /** When cancellations were last asked for; of the timer's thread. */
    private long cancellationsNanos = System.nanoTime();

    private boolean started;
    private boolean stopped;

    private Dormouse(Builder config) {
        this.config = config;
        Backend backend = config.backend;
        this.lease = new NodeLease(backend.nodes(), config.name, config.lease, Ticker.SYSTEM);
        this.pruner =
                new JobPruner(backend.jobAdmin(), config.retention, config.wake.fallbackInterval(), Ticker.SYSTEM);
        this.hub = new WakeHub(
                config.wake,
                Ticker.SYSTEM,
                counts,
                backend.survey(config.wake, lease::node, JobWorkers.kinds(config.handlers), pruner));
        this.announcer = backend.announcer(config.wake, lease::nodeIfJoined);
        this.wakeSource = backend.wakeSource(hub);
        this.timer = timer();
        PayloadCodec codec = config.codec != null ? config.codec : PayloadCodec.onClassPath();
        Sleepers sleepers = backend.sleepers(config.wake, lease::node);
        this.workers = new JobWorkers(
                config.handlers,
                new JobWorkers.Parts(
                        backend.jobs(),
                        lease,
                        codec,
                        config.payloadLimit,
                        hub,
                        sleepers,
                        Ticker.SYSTEM,
                        timer,
                        announcer,
                        counts,
                        counts),
                config.executor);
        this.jobs = new Jobs(backend.jobs(), codec, config.payloadLimit, hub, announcer, lease::nodeIfJoined);
        this.jobAdmin = new JobAdmin(backend.jobAdmin(), hub);
        this.schedules = new Schedules(backend.schedules(), jobs, hub, announcer);
        this.scheduler = config.firesSchedules ? scheduler(backend, sleepers) : null;
    }

    /** Firing is all done by the coordinator, so that there is nothing to run in the one slot. */
    private Dispatcher<?> scheduler(Backend backend, Sleepers sleepers) {
        return new Dispatcher<>(
                new ScheduleQueue(backend.schedules(), jobs),
                new DispatcherParts(1, Runnable::run, hub, sleepers, counts));
    }

    /** Begins a node on a database. */
    public static Builder on(Backend backend) {
        return new Builder(backend);
    }

    /** Puts jobs in. */
    public Jobs jobs() {
        return jobs;
    }

    /** Looks at jobs, cancels, retries and discards them, pauses queues. */
    public JobAdmin jobAdmin() {
        return jobAdmin;
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
        announcer.start();
        schedules.defineAll(config.scheduled);
        if (config.handlers.isEmpty() && scheduler == null) {
            return;
        }
        log.info("name={} node={} starts: lease={} {}", config.name, lease.node(), config.lease, config.wake);
        if (config.wake.enabled()) {
            wakeSource.start();
        }
        workers.start();
        if (scheduler != null) {
            scheduler.start();
        }
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
        if (scheduler != null) {
            scheduler.stop(grace);
        }
        workers.stop(grace);
        timer.shutdownNow();
        pruner.stop(grace);
        wakeSource.stop(grace);
        leave();
        handOver();
        announcer.stop(grace);
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
        List<DispatcherHealth> queues = new ArrayList<>(workers.health());
        if (scheduler != null) {
            queues.add(scheduler.health());
        }
        return new NodeHealth(config.name, lease.nodeIfJoined(), queues, counts.snapshot());
    }

    private void tick() {
        try {
            lease.tick(workers::anythingRunning);
            if (workers.anythingRunning()) {
                pruner.busy();
                checkCancellations();
            }
        } catch (RuntimeException e) {
            log.warn("name={} could not see to its lease and its jobs, trying again soon", config.name, e);
        }
    }

    /** The net below the signal that tells of a cancellation at once; it is finer when no signal can come. */
    private void checkCancellations() {
        Duration interval = counts.isListening() ? config.lease.dividedBy(3) : Duration.ofSeconds(1);
        long now = System.nanoTime();
        if (now - cancellationsNanos >= interval.toNanos()) {
            cancellationsNanos = now;
            workers.checkCancellations();
        }
    }

    /** What this node gave back or meant to do later is the others' now, and they may be asleep. */
    private void handOver() {
        workers.health().forEach(queue -> announcer.announce(WakeHint.now(queue.queue())));
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

    /** What a node is to be; {@link #start} makes it. Not thread-safe. */
    public static final class Builder {

        private final Backend backend;
        private final JobHandlers handlers = new JobHandlers();
        private final List<ScheduledJob<?>> scheduled = new ArrayList<>();
        private boolean firesSchedules;
        private String name = "node";
        private Duration lease = Duration.ofSeconds(15);
        private Duration retention = Duration.ofDays(1);
        private WakeSettings wake = WakeSettings.defaults();
        private @Nullable PayloadCodec codec;
        private PayloadLimit payloadLimit = PayloadLimit.DEFAULT;
        private @Nullable Executor executor;

        private Builder(Backend backend) {
            this.backend = backend;
        }

        /** Does the jobs of this kind. */
        public <T> Builder handle(JobKind<T> kind, JobHandler<T> handler) {
            handlers.add(kind, handler);
            return this;
        }

        /** Does the jobs of this kind that were sent to another queue than its own. */
        public <T> Builder handle(JobKind<T> kind, String queue, JobHandler<T> handler) {
            handlers.add(kind, queue, handler);
            return this;
        }

        /**
         * Enqueues a job whenever the cron expression says so, for example {@code 0 9 * * MON-FRI}, local time in the zone.
         * The schedule is written when the node starts: added, or changed if it differs from the one of this name.
         */
        public <T> Builder schedule(String name, String expression, ZoneId zone, JobKind<T> kind, T args) {
            return schedule(ScheduledJob.cron(name, expression, zone, kind.with(args)));
        }

        /** As above, with options, or with a period. */
        public Builder schedule(ScheduledJob<?> job) {
            scheduled.add(job);
            return fireSchedules();
        }

        /** Fires the schedules that other nodes define, too; a node that defines some does so anyway. */
        public Builder fireSchedules() {
            this.firesSchedules = true;
            return this;
        }

        /** How many jobs of a queue this node runs at a time; 16 unless said otherwise. */
        public Builder concurrency(String queue, int jobs) {
            handlers.concurrency(queue, jobs);
            return this;
        }

        /** A name for logs and the dashboard; need not be unique. */
        public Builder name(String name) {
            this.name = Objects.requireNonNull(name, "name");
            return this;
        }

        /** How long after a crash others take over. */
        public Builder lease(Duration lease) {
            this.lease = lease;
            return this;
        }

        /** How long finished jobs are kept; a day unless said otherwise, and zero for as short as possible. */
        public Builder retention(Duration retention) {
            this.retention = JobPruner.requireRetention(retention);
            return this;
        }

        public Builder wake(WakeSettings wake) {
            this.wake = wake;
            return this;
        }

        public Builder codec(PayloadCodec codec) {
            this.codec = codec;
            return this;
        }

        /** How many bytes the arguments or the result of a job may take; 1 MiB unless said otherwise. */
        public Builder payloadBytesMax(int bytes) {
            this.payloadLimit = new PayloadLimit(bytes);
            return this;
        }

        /** Where handlers run; must be able to run as many at a time as all queues together may. */
        public Builder executor(Executor executor) {
            this.executor = executor;
            return this;
        }

        public Dormouse build() {
            return new Dormouse(this);
        }

        public Dormouse start() {
            Dormouse dormouse = build();
            dormouse.start();
            return dormouse;
        }
    }
}
