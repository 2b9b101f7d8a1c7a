package dev.dormouse.benchmarks.scenarios;

import dev.dormouse.benchmarks.systems.Producer;
import dev.dormouse.benchmarks.systems.Purpose;
import dev.dormouse.benchmarks.systems.SystemUnderTest;
import dev.dormouse.benchmarks.systems.Threads;
import dev.dormouse.benchmarks.systems.Worker;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Producers that commit one job at a time, and the worker, together in one process for a while. */
final class SustainedScenario implements Scenario {
    private static final int PRODUCERS = 8;
    private static final int WARM_UP_SECONDS = 20;
    /** Room for the stamps; producers stop when it is used up. */
    private static final int JOBS_PER_SECOND_MAX = 60_000;

    @Override
    public String name() {
        return "sustained";
    }

    @Override
    public String explanation() {
        return PRODUCERS + " producers that commit one job at a time and the worker together: jobs started per second,"
                + " and pickup from commit return to handler start, over time.";
    }

    @Override
    public List<Settings> plan(SystemUnderTest system, Options options) {
        Settings settings = Settings.none()
                .with("seconds", options.secondsOr(60))
                .with("producers", PRODUCERS)
                .with("slots", system.bestSlots());
        if (options.backlog() > 0) {
            settings = settings.with("backlog", options.backlog());
        }
        if (options.holdXmin()) {
            settings = settings.with("hold_xmin", true);
        }
        return List.of(settings);
    }

    @Override
    public Outcome run(Trial trial) throws Exception {
        Settings settings = trial.settings();
        int seconds = settings.number("seconds");
        int backlog = settings.has("backlog") ? settings.number("backlog") : 0;
        Stamps stamps = new Stamps(backlog + (settings.warmUpSeconds(WARM_UP_SECONDS) + seconds) * JOBS_PER_SECOND_MAX);
        trial.systemUnderTest().install(trial.database(), Purpose.THROUGHPUT);
        loadBacklog(trial, backlog);
        try (Probe probe = new Probe(trial)) {
            probe.settle();
            Connection holder = settings.has("hold_xmin") ? probe.holdXmin() : null;
            long beganNanos = runTogether(trial, stamps, backlog, seconds);
            close(holder);
            return new SustainedFigures(stamps, beganNanos, seconds).outcome();
        }
    }

    private static void loadBacklog(Trial trial, int backlog) throws Exception {
        if (backlog > 0) {
            try (Producer producer = trial.systemUnderTest().producer(trial.setup(Purpose.THROUGHPUT, PRODUCERS))) {
                producer.enqueueAll(0, backlog);
            }
        }
    }

    /** Returns the time at which the warm-up was over. */
    private static long runTogether(Trial trial, Stamps stamps, int firstId, int seconds) throws Exception {
        SystemUnderTest system = trial.systemUnderTest();
        AtomicLong ids = new AtomicLong(firstId);
        try (Worker worker = system.worker(trial.setup(Purpose.THROUGHPUT, system.bestSlots()), stamps::started);
                Producer producer = worker.producer(PRODUCERS)) {
            Pause.of(Duration.ofSeconds(system.settleSeconds()));
            long beganNanos = Stamps.now()
                    + Duration.ofSeconds(trial.settings().warmUpSeconds(WARM_UP_SECONDS))
                            .toNanos();
            long endNanos = beganNanos + Duration.ofSeconds(seconds).toNanos();
            Threads.runAll(PRODUCERS, thread -> {
                for (long id = ids.getAndIncrement();
                        id < stamps.capacity() && Stamps.now() < endNanos;
                        id = ids.getAndIncrement()) {
                    producer.enqueue(id);
                    stamps.committed(id, Stamps.now());
                }
            });
            return beganNanos;
        }
    }

    private static void close(@Nullable Connection holder) throws Exception {
        if (holder != null) {
            holder.close();
        }
    }
}
