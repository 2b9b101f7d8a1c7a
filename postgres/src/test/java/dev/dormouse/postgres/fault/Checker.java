package dev.dormouse.postgres.fault;

import dev.dormouse.postgres.fault.History.Execution;
import dev.dormouse.postgres.fault.Produced.Acknowledged;
import dev.dormouse.postgres.fault.Tables.Row;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Compares what was put in, what was run, what was done to the workers, and what the tables say. */
final class Checker {

    /** How long after a handler's end its outcome may still be on the way, on a machine that is busy with other things. */
    private static final long WRITTEN_WITHIN_MILLIS = 2_000;
    /** How long a claimed job may wait for its thread. */
    private static final long CLAIMED_WITHIN_MILLIS = 1_000;

    /** How long the server may take to flush what nobody waits for: three times wal_writer_delay, and some. */
    private static final long FLUSHED_WITHIN_MILLIS = 2_000;

    private static final long ROUNDING_MILLIS = 2;
    private static final int SHOWN_MAX = 5;

    private final Produced produced;
    private final History history;
    private final Tables tables;
    private final List<Fault> faults;

    /** What is wrong, by rule; empty if nothing is. */
    private final Map<String, List<String>> violations = new TreeMap<>();

    /** Runs after the first, by the fault that made them necessary. */
    final Map<Fault.Kind, Integer> explained = new EnumMap<>(Fault.Kind.class);

    Checker(Produced produced, History history, Tables tables, List<Fault> done) {
        this.produced = produced;
        this.history = history;
        this.tables = tables;
        this.faults = Stream.concat(done.stream(), history.stalls.stream()).toList();
    }

    /** What is wrong, a few examples of each. */
    List<String> check() {
        produced.acknowledged.forEach(this::acknowledgedWasDone);
        tables.jobs.values().forEach(this::wasPutInOnce);
        history.executions.keySet().forEach(this::ranBecauseItWasPutIn);
        tables.effects.forEach(this::oneEffect);
        history.executions.values().forEach(this::repeatedForAReason);
        List<String> shown = new ArrayList<>();
        violations.forEach((rule, cases) -> shown.add(
                rule + ": " + cases.size() + ", such as " + cases.subList(0, Math.min(SHOWN_MAX, cases.size()))));
        return shown;
    }

    private void violated(String rule, Object what) {
        violations.computeIfAbsent(rule, r -> new ArrayList<>()).add(String.valueOf(what));
    }

    private void acknowledgedWasDone(long n, Acknowledged acknowledged) {
        List<Row> rows = tables.jobs.getOrDefault(n, List.of());
        if (rows.size() != 1 || rows.get(0).id() != acknowledged.jobId()) {
            violated("acknowledged but not there", acknowledged + " " + rows);
            return;
        }
        Row row = rows.get(0);
        if (!row.end().equals("succeeded")) {
            violated("lost", row + " " + history.of(n));
        }
        wasReallyDone(row);
    }

    private void wasReallyDone(Row row) {
        if (row.effect()) {
            if (tables.effects.getOrDefault(row.n(), 0) != 1) {
                violated("done without its effect", row + " " + history.of(row.n()));
            }
        } else if (history.of(row.n()).stream().noneMatch(run -> ended(run, row))) {
            violated("said to be done before a handler of that attempt ended", row + " " + history.of(row.n()));
        }
    }

    /** Another attempt's outcome, written by a worker that had lost the job, would come before this one's end. */
    private static boolean ended(Execution run, Row row) {
        return run.ended() && run.attempt() == row.attempt() && run.endMillis() <= row.endMillis() + ROUNDING_MILLIS;
    }

    private void wasPutInOnce(List<Row> rows) {
        long n = rows.get(0).n();
        if (rows.size() > 1) {
            violated("one enqueue, two jobs", rows);
        }
        if (!produced.acknowledged.containsKey(n) && !produced.unknown.contains(n)) {
            violated("invented", rows);
        } else if (!rows.get(0).end().equals("succeeded")) {
            violated("not done", rows);
        }
    }

    private void ranBecauseItWasPutIn(long n) {
        if (!tables.jobs.containsKey(n)) {
            violated(fate(n) + ", but it ran", history.of(n));
        }
    }

    private String fate(long n) {
        Map<String, Set<Long>> fates =
                Map.of("refused", produced.refused, "rolled back", produced.rolledBack, "unknown", produced.unknown);
        return fates.entrySet().stream()
                .filter(fate -> fate.getValue().contains(n))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse("never put in");
    }

    private void oneEffect(long n, int count) {
        if (count != 1) {
            violated("effect made " + count + " times", history.of(n));
        }
        if (!tables.jobs.containsKey(n)) {
            violated(fate(n) + ", but it had an effect", n);
        }
    }

    private void repeatedForAReason(List<Execution> runs) {
        for (int i = 0; i < runs.size(); i++) {
            Execution run = runs.get(i);
            if (i + 1 < runs.size()) {
                explain(run, runs);
                if (run.attempt() == runs.get(i + 1).attempt() && !forgotten(run)) {
                    violated("one attempt, two runs", runs);
                }
            } else if (run.unfinished() && !killed(run.worker())) {
                violated("a handler of a worker that lives never ended", run);
            }
        }
    }

    /** Claims are not flushed: a server that crashes may forget the last ones and give them out again. */
    private boolean forgotten(Execution run) {
        return faults.stream()
                .anyMatch(fault -> fault.kind() == Fault.Kind.CRASH_SERVER
                        && fault.fromMillis() >= run.startMillis() - CLAIMED_WITHIN_MILLIS
                        && fault.fromMillis() <= run.startMillis() + FLUSHED_WITHIN_MILLIS);
    }

    private void explain(Execution run, List<Execution> all) {
        long until = run.unfinished() ? Long.MAX_VALUE : run.endMillis() + WRITTEN_WITHIN_MILLIS;
        faults.stream()
                .filter(fault -> fault.explains(run.worker(), run.startMillis(), until))
                .findFirst()
                .ifPresentOrElse(
                        fault -> explained.merge(fault.kind(), 1, Integer::sum),
                        () -> violated("done again for no reason", all));
    }

    private boolean killed(String worker) {
        return faults.stream()
                .anyMatch(f -> f.kind() == Fault.Kind.KILL && f.worker().equals(worker));
    }
}
