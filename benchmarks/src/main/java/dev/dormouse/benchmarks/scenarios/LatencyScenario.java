package dev.dormouse.benchmarks.scenarios;

import dev.dormouse.benchmarks.systems.Purpose;
import dev.dormouse.benchmarks.systems.SystemUnderTest;
import dev.dormouse.benchmarks.systems.Worker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/** From the return of a commit in one process to the start of the handler in another. */
final class LatencyScenario implements Scenario {
    /** Per round; two rounds make 60. */
    private static final int SAMPLES = 30;

    /** Of a system that polls: its interval is what is measured. */
    private static final int POLLING_SAMPLES = 10;

    /** Enough for the compiler to have seen to both sides. */
    private static final int WARM_UP_JOBS = 1_500;

    private static final int WARM_UP_RATE = 250;
    private static final Duration IDLENESS = Duration.ofSeconds(3);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Override
    public String name() {
        return "latency";
    }

    @Override
    public String explanation() {
        return "From the return of the commit in a producer process to the start of the handler in the worker process:"
                + " single jobs after at least 3 s of idleness, and an open-loop load of so many jobs per second.";
    }

    @Override
    public List<Settings> plan(SystemUnderTest system, Options options) {
        List<Settings> plan = new ArrayList<>();
        plan.add(Settings.none()
                .with("load", "idle")
                .with("samples", options.jobsOr(system.polls() ? POLLING_SAMPLES : SAMPLES)));
        for (int rate : new int[] {10, 100, 1000}) {
            plan.add(Settings.none().with("rate", rate).with("seconds", options.secondsOr(5)));
        }
        return plan;
    }

    /** A pickup takes milliseconds of several seconds: two that wait for one meet hardly ever. Polling is another matter. */
    @Override
    public Optional<String> heat(SystemUnderTest system, Settings settings) {
        return settings.has("load") ? Optional.of(system.polls() ? "polling" : "woken") : Optional.empty();
    }

    @Override
    public Outcome run(Trial trial) throws Exception {
        SystemUnderTest system = trial.systemUnderTest();
        system.install(trial.database(), Purpose.LATENCY);
        Stamps stamps = new Stamps(WARM_UP_JOBS + jobs(trial.settings()));
        Worker worker = system.worker(trial.setup(Purpose.LATENCY, system.bestSlots()), stamps::started);
        try (worker;
                ProducerProcess producer = ProducerProcess.start(trial, Purpose.LATENCY)) {
            producer.checkClock();
            Pause.of(Duration.ofSeconds(system.settleSeconds()));
            producer.load(0, WARM_UP_JOBS, WARM_UP_RATE, stamps);
            awaitStarted(stamps, WARM_UP_JOBS);
            long started = trial.settings().has("load")
                    ? singly(trial, producer, stamps)
                    : loaded(trial.settings(), producer, stamps);
            return outcome(stamps, started);
        }
    }

    private static int jobs(Settings settings) {
        return settings.has("load") ? settings.number("samples") : settings.number("rate") * settings.number("seconds");
    }

    private static long singly(Trial trial, ProducerProcess producer, Stamps stamps) throws Exception {
        int spreadMillis = trial.systemUnderTest().pollMillis();
        for (int i = 0; i < trial.settings().number("samples"); i++) {
            // The random part keeps the samples from falling into step with the system's polling.
            Pause.of(IDLENESS.plusMillis(ThreadLocalRandom.current().nextInt(spreadMillis)));
            producer.one(WARM_UP_JOBS + i, stamps);
            awaitStarted(stamps, WARM_UP_JOBS + i + 1L);
        }
        return stamps.startedCount();
    }

    private static long loaded(Settings settings, ProducerProcess producer, Stamps stamps) throws Exception {
        producer.load(WARM_UP_JOBS, jobs(settings), settings.number("rate"), stamps);
        return awaitStarted(stamps, stamps.capacity());
    }

    private static Outcome outcome(Stamps stamps, long started) {
        return Outcome.of(Map.of())
                .withLatencies(stamps.pickup(WARM_UP_JOBS, stamps.capacity()))
                .with("not_started", (double) (stamps.capacity() - started));
    }

    private static long awaitStarted(Stamps stamps, long count) throws InterruptedException {
        long deadlineNanos = System.nanoTime() + PATIENCE.toNanos();
        while (stamps.startedCount() < count && System.nanoTime() < deadlineNanos) {
            Pause.of(Duration.ofMillis(2));
        }
        return stamps.startedCount();
    }
}
