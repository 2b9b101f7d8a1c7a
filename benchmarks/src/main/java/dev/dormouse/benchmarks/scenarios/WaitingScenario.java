package dev.dormouse.benchmarks.scenarios;

import dev.dormouse.benchmarks.systems.Purpose;
import dev.dormouse.benchmarks.systems.SystemUnderTest;
import dev.dormouse.benchmarks.systems.Waits;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What very many orchestrations cost that wait. */
final class WaitingScenario implements Scenario {
    private static final int INSTANCES = 100_000;
    /** Until the last turns are written and the node sleeps. */
    private static final Duration SETTLE = Duration.ofSeconds(5);

    @Override
    public String name() {
        return "waiting";
    }

    @Override
    public String explanation() {
        return "Instances that wait for an event which does not come: statements of the node meanwhile, and how much"
                + " more heap is in use after a collection than before they were started.";
    }

    @Override
    public List<Settings> plan(SystemUnderTest system, Options options) {
        return system.waits().isEmpty()
                ? List.of()
                : List.of(Settings.none()
                        .with("instances", options.jobsOr(INSTANCES))
                        .with("seconds", options.secondsOr(10)));
    }

    @Override
    public Outcome run(Trial trial) throws Exception {
        trial.systemUnderTest().install(trial.database(), Purpose.DEFAULT);
        int instances = trial.settings().number("instances");
        try (Probe probe = new Probe(trial);
                Waits node = trial.systemUnderTest().waits().orElseThrow().open(trial.database())) {
            long heapBefore = usedHeap();
            node.startAll(0, instances);
            Begun.await(node, instances);
            Pause.of(SETTLE);
            long statements = probe.statements();
            Pause.of(Duration.ofSeconds(trial.settings().number("seconds")));
            return Outcome.of(Map.of("statements", (double) (probe.statements() - statements)))
                    .with("heap_mb", (usedHeap() - heapBefore) / 1e6);
        }
    }

    /** Collected first, several times: what is only reachable weakly goes in steps. */
    private static long usedHeap() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            System.gc();
            Pause.of(Duration.ofMillis(100));
        }
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
