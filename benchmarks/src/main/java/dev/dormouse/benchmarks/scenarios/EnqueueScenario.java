package dev.dormouse.benchmarks.scenarios;

import dev.dormouse.benchmarks.systems.Producer;
import dev.dormouse.benchmarks.systems.Purpose;
import dev.dormouse.benchmarks.systems.SystemUnderTest;
import dev.dormouse.benchmarks.systems.Threads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** How fast jobs can be put in, with no worker running. */
final class EnqueueScenario implements Scenario {
    private static final int WARM_UP_SECONDS = 10;
    private static final int BULK = 1000;

    @Override
    public String name() {
        return "enqueue";
    }

    @Override
    public String explanation() {
        return "Jobs put in by several threads, each in a transaction of its own, and in bulk; commit_delay stands for"
                + " the latency of a slower disk or of a synchronous standby. The floor is measured with a table of two"
                + " columns, and with bare inserts into the tables that Dormouse has. With wakes, every commit has to tell a sleeping"
                + " worker; without, all are awake.";
    }

    @Override
    public List<Settings> plan(SystemUnderTest system, Options options) {
        List<Settings> plan = new ArrayList<>();
        for (Purpose purpose : system.enqueuePurposes()) {
            Settings settings = Settings.none()
                    .with("seconds", options.secondsOr(4))
                    .with("wakes", purpose == Purpose.WAKES ? "on" : "off");
            settings = purpose == Purpose.SAME_TABLES ? settings.with("tables", "dormouse") : settings;
            plan.add(settings.with("threads", 8).with("commit_delay", 0));
            plan.add(settings.with("threads", 32).with("commit_delay", 0));
            plan.add(settings.with("threads", 32).with("commit_delay", 2000));
            plan.add(settings.with("threads", 64).with("commit_delay", 2000));
            plan.add(settings.with("threads", 1).with("commit_delay", 0).with("bulk", BULK));
        }
        return plan;
    }

    @Override
    public Outcome run(Trial trial) throws Exception {
        Settings settings = trial.settings();
        Purpose purpose = purpose(settings);
        trial.systemUnderTest().install(trial.database(), purpose);
        try (Probe probe = new Probe(trial)) {
            probe.delayCommits(settings.number("commit_delay"));
            probe.settle();
            try (Producer producer =
                    trial.systemUnderTest().producer(trial.setup(purpose, settings.number("threads")))) {
                AtomicLong ids = new AtomicLong();
                enqueueFor(Duration.ofSeconds(settings.warmUpSeconds(WARM_UP_SECONDS)), settings, producer, ids);
                return measure(settings, producer, ids);
            }
        }
    }

    private static Purpose purpose(Settings settings) {
        if (settings.has("tables")) {
            return Purpose.SAME_TABLES;
        }
        return settings.text("wakes").equals("on") ? Purpose.WAKES : Purpose.THROUGHPUT;
    }

    private static Outcome measure(Settings settings, Producer producer, AtomicLong ids) throws InterruptedException {
        long before = ids.get();
        long beganNanos = System.nanoTime();
        enqueueFor(Duration.ofSeconds(settings.number("seconds")), settings, producer, ids);
        double elapsed = (System.nanoTime() - beganNanos) / 1e9;
        return Outcome.of(Map.of()).with("jobs_per_s", (ids.get() - before) / elapsed);
    }

    private static void enqueueFor(Duration duration, Settings settings, Producer producer, AtomicLong ids)
            throws InterruptedException {
        long endNanos = System.nanoTime() + duration.toNanos();
        boolean bulk = settings.has("bulk");
        Threads.runAll(settings.number("threads"), thread -> {
            while (System.nanoTime() < endNanos) {
                if (bulk) {
                    producer.enqueueAll(ids.getAndAdd(BULK), BULK);
                } else {
                    producer.enqueue(ids.getAndIncrement());
                }
            }
        });
    }
}
