package dev.dormouse.benchmarks.scenarios;

import dev.dormouse.benchmarks.systems.DelayedProducer;
import dev.dormouse.benchmarks.systems.Producer;
import dev.dormouse.benchmarks.systems.Purpose;
import dev.dormouse.benchmarks.systems.SystemUnderTest;
import dev.dormouse.benchmarks.systems.Worker;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** What a claim costs the server, with a short backlog and with a very long one. */
final class ClaimsScenario implements Scenario {
    private static final int SLOTS = 10;
    private static final int SHORT = 1_000;
    private static final int LONG = 1_000_000;
    /** Jobs per call while loading: as many as fit in memory easily. */
    private static final int CHUNK = 50_000;

    private static final Duration FAR = Duration.ofDays(1);
    private static final Duration WARM_UP = Duration.ofSeconds(4);

    @Override
    public String name() {
        return "claims";
    }

    @Override
    public String explanation() {
        return "The server's time for one claim by a worker with " + SLOTS + " slots, by pg_stat_statements, while"
                + " a producer keeps the backlog of due jobs at the given length; future jobs are due in a day.";
    }

    @Override
    public List<Settings> plan(SystemUnderTest system, Options options) {
        if (system.claimStatement().isEmpty() || system.delays().isEmpty()) {
            return List.of();
        }
        Settings settings = Settings.none().with("slots", SLOTS).with("seconds", options.secondsOr(6));
        return List.of(
                settings.with("due", SHORT).with("future", 0),
                settings.with("due", options.jobsOr(LONG)).with("future", options.jobsOr(LONG)));
    }

    @Override
    public Outcome run(Trial trial) throws Exception {
        SystemUnderTest system = trial.systemUnderTest();
        int due = trial.settings().number("due");
        system.install(trial.database(), Purpose.THROUGHPUT);
        load(trial, due, trial.settings().number("future"));
        LongAdder handled = new LongAdder();
        try (Probe probe = new Probe(trial)) {
            probe.settle();
            try (Worker worker = system.worker(trial.setup(Purpose.THROUGHPUT, SLOTS), id -> handled.increment());
                    Producer producer = worker.producer(1)) {
                Backlog backlog = new Backlog(producer, handled, due);
                backlog.keepFor(WARM_UP);
                return measure(trial, probe, backlog);
            }
        }
    }

    private static Outcome measure(Trial trial, Probe probe, Backlog backlog) throws Exception {
        String pattern = trial.systemUnderTest().claimStatement().orElseThrow();
        StatementTime before = probe.time(pattern);
        backlog.keepFor(Duration.ofSeconds(trial.settings().number("seconds")));
        StatementTime spent = probe.time(pattern).minus(before);
        return Outcome.of(Map.of("claim_ms", spent.millisPerCall()))
                .with("claims", (double) spent.calls())
                .with("claimed_each", (double) spent.rows() / spent.calls());
    }

    private static void load(Trial trial, int due, int future) throws Exception {
        DelayedProducer.Opener opener = trial.systemUnderTest().delays().orElseThrow();
        Instant later = Instant.now().plus(FAR);
        try (DelayedProducer producer = opener.open(trial.setup(Purpose.THROUGHPUT, 1))) {
            for (int id = 0; id < due; id += CHUNK) {
                producer.enqueueAll(id, Math.min(CHUNK, due - id));
            }
            for (int id = 0; id < future; id += CHUNK) {
                producer.enqueueAllAt(due + id, Math.min(CHUNK, future - id), later);
            }
        }
    }

    /** Puts in what was handled. Used by one thread. */
    private static final class Backlog {
        private static final int STEP = 100;

        private final Producer producer;
        private final LongAdder handled;
        private long replaced;
        private long nextId;

        Backlog(Producer producer, LongAdder handled, long length) {
            this.producer = producer;
            this.handled = handled;
            this.nextId = 10L * length;
        }

        void keepFor(Duration duration) throws Exception {
            long endNanos = System.nanoTime() + duration.toNanos();
            while (System.nanoTime() < endNanos) {
                if (handled.sum() - replaced >= STEP) {
                    producer.enqueueAll(nextId, STEP);
                    nextId += STEP;
                    replaced += STEP;
                } else {
                    Pause.of(Duration.ofMillis(1));
                }
            }
        }
    }
}
