package dev.dormouse.benchmarks.scenarios;

import dev.dormouse.benchmarks.systems.Purpose;
import dev.dormouse.benchmarks.systems.SystemUnderTest;
import dev.dormouse.benchmarks.systems.Waits;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Whether a turn costs the database more when the history is long. */
final class HistoryScenario implements Scenario {
    private static final int TURNS = 20;
    /** After the code has begun to wait, until the turn is written. */
    private static final Duration WRITTEN = Duration.ofMillis(150);

    @Override
    public String name() {
        return "history";
    }

    @Override
    public String explanation() {
        return "One instance that has so many events in its history gets " + TURNS + " more, one at a time: statements"
                + " per turn, and rows that they read or wrote, by pg_stat_statements.";
    }

    @Override
    public List<Settings> plan(SystemUnderTest system, Options options) {
        return system.waits().isEmpty()
                ? List.of()
                : Stream.of(10, 2_000)
                        .map(events -> Settings.none().with("events", events))
                        .toList();
    }

    @Override
    public Outcome run(Trial trial) throws Exception {
        trial.systemUnderTest().install(trial.database(), Purpose.DEFAULT);
        // An event that is awaited and comes makes two.
        int waits = trial.settings().number("events") / 2;
        try (Probe probe = new Probe(trial);
                Waits node = trial.systemUnderTest().waits().orElseThrow().open(trial.database())) {
            node.startAll(0, 1);
            for (int begun = 1; begun < waits; begun++) {
                Begun.await(node, begun);
                node.raise(0);
            }
            Begun.await(node, waits);
            return measure(probe, node, waits);
        }
    }

    private static Outcome measure(Probe probe, Waits node, long begun) throws Exception {
        Pause.of(WRITTEN);
        long statements = probe.statements();
        long rows = probe.rows();
        for (int turn = 1; turn <= TURNS; turn++) {
            node.raise(0);
            Begun.await(node, begun + turn);
            Pause.of(WRITTEN);
        }
        return Outcome.of(Map.of("statements_per_turn", (double) (probe.statements() - statements) / TURNS))
                .with("rows_per_turn", (double) (probe.rows() - rows) / TURNS);
    }
}
