package dev.dormouse.benchmarks.scenarios;

import dev.dormouse.benchmarks.systems.Producer;
import dev.dormouse.benchmarks.systems.Purpose;
import dev.dormouse.benchmarks.systems.SystemUnderTest;
import dev.dormouse.benchmarks.systems.Worker;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** How fast a backlog of jobs that do nothing is worked off. */
final class DrainScenario implements Scenario {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int LOADING_THREADS = 8;

    @Override
    public String name() {
        return "drain";
    }

    @Override
    public String explanation() {
        return "A backlog of jobs that do nothing, from the start of the worker until the last one is recorded as"
                + " finished, after rounds of the same; statements and WAL bytes per job. Slower systems get fewer"
                + " jobs. With hold_xmin another transaction is held open from before the jobs were put in.";
    }

    @Override
    public List<Settings> plan(SystemUnderTest system, Options options) {
        return system.drainSlots().stream()
                .map(slots ->
                        Settings.none().with("slots", slots).with("jobs", options.jobsOr(system.drainJobs(slots))))
                .map(settings -> options.holdXmin() ? settings.with("hold_xmin", true) : settings)
                .toList();
    }

    @Override
    public Outcome run(Trial trial) throws Exception {
        int jobs = trial.settings().number("jobs");
        trial.systemUnderTest().install(trial.database(), Purpose.THROUGHPUT);
        try (Probe probe = new Probe(trial)) {
            long firstId = WarmUp.run(jobs, first -> drain(trial, probe, first, jobs));
            return trial.settings().has("hold_xmin")
                    ? drainBesideHolder(trial, probe, firstId, jobs)
                    : drain(trial, probe, firstId, jobs);
        }
    }

    /** A transaction that was there before the jobs keeps everything from being vacuumed that they leave behind. */
    private static Outcome drainBesideHolder(Trial trial, Probe probe, long firstId, int jobs) throws Exception {
        try (Connection holder = probe.holdXmin()) {
            Outcome outcome = drain(trial, probe, firstId, jobs);
            holder.rollback();
            return outcome;
        }
    }

    private static Outcome drain(Trial trial, Probe probe, long firstId, int jobs) throws Exception {
        load(trial, firstId, jobs);
        probe.settle();
        long statements = probe.statements();
        long walBytes = probe.walBytes();
        LongAdder handled = new LongAdder();
        Finish finish = new Finish(probe, trial.systemUnderTest().unfinishedQuery());
        long beganNanos = System.nanoTime();
        long endedNanos;
        Worker worker = start(trial, handled);
        try (worker) {
            endedNanos = finish.await(handled, jobs, LIMIT);
        }
        long done = handled.sum();
        return Outcome.of(Map.of())
                .with("jobs_per_s", done * 1e9 / (endedNanos - beganNanos))
                .with("statements_per_job", (double) (probe.statements() - statements) / done)
                .with("wal_bytes_per_job", (double) (probe.walBytes() - walBytes) / done)
                .with("handled", (double) done);
    }

    private static Worker start(Trial trial, LongAdder handled) throws Exception {
        return trial.systemUnderTest()
                .worker(
                        trial.setup(Purpose.THROUGHPUT, trial.settings().number("slots")),
                        jobId -> handled.increment());
    }

    private static void load(Trial trial, long firstId, int jobs) throws Exception {
        try (Producer producer = trial.systemUnderTest().producer(trial.setup(Purpose.THROUGHPUT, LOADING_THREADS))) {
            producer.enqueueAll(firstId, jobs);
        }
    }
}
