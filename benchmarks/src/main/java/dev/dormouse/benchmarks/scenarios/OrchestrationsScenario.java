package dev.dormouse.benchmarks.scenarios;

import dev.dormouse.benchmarks.systems.Purpose;
import dev.dormouse.benchmarks.systems.SystemUnderTest;
import dev.dormouse.benchmarks.systems.Threads;
import dev.dormouse.benchmarks.systems.Workflows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** How fast durable code gets through its steps, many instances at a time and one alone. */
class OrchestrationsScenario implements Scenario {
    private static final Duration WARM_UP = Duration.ofSeconds(8);

    @Override
    public String name() {
        return "orchestrations";
    }

    @Override
    public String explanation() {
        return "Five steps that do nothing, one after the other, started and awaited by so many threads: instances per"
                + " second, and how long one takes from its start until its end is known.";
    }

    @Override
    public List<Settings> plan(SystemUnderTest system, Options options) {
        List<Settings> plan = new ArrayList<>();
        if (system.hasWorkflows()) {
            for (int inFlight : new int[] {100, 1}) {
                plan.add(Settings.none()
                        .with("in_flight", inFlight)
                        .with("steps", Workflows.STEPS)
                        .with("seconds", options.secondsOr(10)));
            }
        }
        return plan;
    }

    @Override
    public Outcome run(Trial trial) throws Exception {
        SystemUnderTest system = trial.systemUnderTest();
        Settings settings = trial.settings();
        system.install(trial.database(), Purpose.THROUGHPUT);
        AtomicLong ids = new AtomicLong();
        try (Probe probe = new Probe(trial);
                Workflows workflows = system.workflows(trial.database())) {
            runFor(WARM_UP, settings, workflows, ids, new Latencies());
            long statements = probe.statements();
            long walBytes = probe.walBytes();
            long before = ids.get();
            long beganNanos = System.nanoTime();
            Latencies latencies = new Latencies();
            runFor(Duration.ofSeconds(settings.number("seconds")), settings, workflows, ids, latencies);
            double elapsed = (System.nanoTime() - beganNanos) / 1e9;
            long done = ids.get() - before;
            return Outcome.of(Map.of("orchestrations_per_s", done / elapsed))
                    .withLatencies(latencies)
                    .with("statements_each", (double) (probe.statements() - statements) / done)
                    .with("wal_bytes_each", (double) (probe.walBytes() - walBytes) / done);
        }
    }

    private void runFor(Duration duration, Settings settings, Workflows workflows, AtomicLong ids, Latencies latencies)
            throws InterruptedException {
        long endNanos = System.nanoTime() + duration.toNanos();
        Threads.runAll(settings.number("in_flight"), thread -> {
            while (System.nanoTime() < endNanos) {
                long beganNanos = System.nanoTime();
                runOne(workflows, settings, ids.getAndIncrement());
                long tookNanos = System.nanoTime() - beganNanos;
                synchronized (latencies) {
                    latencies.recordNanos(tookNanos);
                }
            }
        });
    }

    void runOne(Workflows workflows, Settings settings, long id) throws Exception {
        workflows.sequence(id);
    }
}
