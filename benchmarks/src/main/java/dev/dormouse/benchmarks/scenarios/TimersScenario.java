package dev.dormouse.benchmarks.scenarios;

import dev.dormouse.benchmarks.systems.DelayedProducer;
import dev.dormouse.benchmarks.systems.Purpose;
import dev.dormouse.benchmarks.systems.SystemUnderTest;
import dev.dormouse.benchmarks.systems.Threads;
import dev.dormouse.benchmarks.systems.Worker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** How late jobs start that are due at random moments. */
final class TimersScenario implements Scenario {
    private static final int TIMERS = 10_000;
    private static final int SECONDS = 30;
    /** Time to put them in before the first one is due. */
    private static final Duration HEAD_START = Duration.ofSeconds(5);

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long SEED = 42;
    private static final int PRODUCERS = 8;

    @Override
    public String name() {
        return "timers";
    }

    @Override
    public String explanation() {
        return "Jobs that are put in beforehand and become due at random moments: how late their handlers start, and how"
                + " many statements per second that takes.";
    }

    @Override
    public List<Settings> plan(SystemUnderTest system, Options options) {
        return system.delays().isPresent()
                ? List.of(Settings.none()
                        .with("timers", options.jobsOr(TIMERS))
                        .with("seconds", options.secondsOr(SECONDS)))
                : List.of();
    }

    @Override
    public Outcome run(Trial trial) throws Exception {
        SystemUnderTest system = trial.systemUnderTest();
        int timers = trial.settings().number("timers");
        Duration span = Duration.ofSeconds(trial.settings().number("seconds"));
        system.install(trial.database(), Purpose.LATENCY);
        Stamps stamps = new Stamps(timers);
        Worker worker = system.worker(trial.setup(Purpose.LATENCY, system.bestSlots()), stamps::started);
        try (worker;
                Probe probe = new Probe(trial)) {
            schedule(trial, stamps, span);
            long statements = probe.statements();
            long beganNanos = System.nanoTime();
            awaitAll(stamps, HEAD_START.plus(span).plus(PATIENCE));
            double seconds = (System.nanoTime() - beganNanos) / 1e9;
            long made = probe.statements() - statements;
            return Outcome.of(Map.of("statements_per_s", made / seconds))
                    .with("statements_per_timer", (double) made / timers)
                    .withLatencies(stamps.pickup(0, timers))
                    .with("not_started", (double) (timers - stamps.startedCount()));
        }
    }

    /** The moments count from one instant, so that what it takes to put them in does not make them late. */
    private static void schedule(Trial trial, Stamps stamps, Duration span) throws Exception {
        Random random = new Random(SEED);
        long beginNanos = Stamps.now() + HEAD_START.toNanos();
        for (int id = 0; id < stamps.capacity(); id++) {
            stamps.committed(id, beginNanos + (long) (random.nextDouble() * span.toNanos()));
        }
        DelayedProducer.Opener opener = trial.systemUnderTest().delays().orElseThrow();
        try (DelayedProducer producer = opener.open(trial.setup(Purpose.LATENCY, PRODUCERS))) {
            Threads.runAll(PRODUCERS, thread -> {
                for (int id = thread; id < stamps.capacity(); id += PRODUCERS) {
                    producer.enqueueAt(id, Stamps.instant(stamps.committedAt(id)));
                }
            });
        }
    }

    private static void awaitAll(Stamps stamps, Duration patience) throws InterruptedException {
        long deadlineNanos = System.nanoTime() + patience.toNanos();
        while (stamps.startedCount() < stamps.capacity() && System.nanoTime() < deadlineNanos) {
            Pause.of(Duration.ofMillis(5));
        }
    }
}
