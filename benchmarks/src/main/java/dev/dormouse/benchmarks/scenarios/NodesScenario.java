package dev.dormouse.benchmarks.scenarios;

import dev.dormouse.benchmarks.systems.Producer;
import dev.dormouse.benchmarks.systems.Purpose;
import dev.dormouse.benchmarks.systems.SystemUnderTest;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** How several worker processes share one backlog. */
final class NodesScenario implements Scenario {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int LOADING_THREADS = 8;
    /** Several nodes have to come to terms with few slots each, not one with many. */
    private static final int SLOTS = 100;

    @Override
    public String name() {
        return "nodes";
    }

    @Override
    public String explanation() {
        return "A backlog of jobs that do nothing, worked off by 1, 2, 4 and 8 worker processes: how fast, with how many"
                + " statements per job, and how many jobs were handled more than once.";
    }

    @Override
    public List<Settings> plan(SystemUnderTest system, Options options) {
        List<Settings> plan = new ArrayList<>();
        int slots = Math.min(SLOTS, system.bestSlots());
        for (int nodes : new int[] {1, 2, 4, 8}) {
            plan.add(Settings.none()
                    .with("nodes", nodes)
                    .with("slots", slots)
                    .with("jobs", options.jobsOr(system.drainJobs() / 2)));
        }
        return plan;
    }

    @Override
    public Outcome run(Trial trial) throws Exception {
        int jobs = trial.settings().number("jobs");
        trial.systemUnderTest().install(trial.database(), Purpose.THROUGHPUT);
        List<FarProcess> nodes = new ArrayList<>();
        try (Probe probe = new Probe(trial)) {
            for (int i = 0; i < trial.settings().number("nodes"); i++) {
                nodes.add(new FarProcess(WorkerMain.class, trial, Purpose.THROUGHPUT));
            }
            drain(trial, probe, nodes, 0, jobs / 4); // compiles the code, fills the caches
            return drain(trial, probe, nodes, jobs / 4, jobs);
        } finally {
            for (FarProcess node : nodes) {
                node.close();
            }
        }
    }

    private static Outcome drain(Trial trial, Probe probe, List<FarProcess> nodes, long firstId, int jobs)
            throws Exception {
        load(trial, firstId, jobs);
        probe.settle();
        long statements = probe.statements();
        Finish finish = new Finish(probe, trial.systemUnderTest().unfinishedQuery());
        long beganNanos = System.nanoTime();
        tellAll(nodes, "start");
        long endedNanos = finish.await(LIMIT);
        long handled = tellAll(nodes, "stop");
        return Outcome.of(Map.of())
                .with("jobs_per_s", handled * 1e9 / (endedNanos - beganNanos))
                .with("statements_per_job", (double) (probe.statements() - statements) / handled)
                .with("duplicates", (double) (handled - jobs));
    }

    /** The sum of what they answer. */
    private static long tellAll(List<FarProcess> nodes, String command) throws IOException {
        for (FarProcess node : nodes) {
            node.send(command);
        }
        long sum = 0;
        for (FarProcess node : nodes) {
            sum += Long.parseLong(node.answer());
        }
        return sum;
    }

    private static void load(Trial trial, long firstId, int jobs) throws Exception {
        try (Producer producer = trial.systemUnderTest().producer(trial.setup(Purpose.THROUGHPUT, LOADING_THREADS))) {
            producer.enqueueAll(firstId, jobs);
        }
    }
}
