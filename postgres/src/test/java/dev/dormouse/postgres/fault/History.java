package dev.dormouse.postgres.fault;

import dev.dormouse.postgres.fault.LedgerFile.Entry;
import dev.dormouse.postgres.fault.LedgerFile.Event;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the workers did, by their own ledgers. */
final class History {

    /** By attempt first: a suspended worker may begin its attempt when a later one is long over. */
    private static final Comparator<Execution> IN_ORDER =
            Comparator.comparingInt(Execution::attempt).thenComparingLong(Execution::startMillis);

    /** The runs of each job, by its number, in the order of the attempts. */
    final Map<Long, List<Execution>> executions = new HashMap<>();

    /** Times in which a worker could not run. */
    final List<Fault> stalls = new ArrayList<>();

    /**
     * One run of a handler.
     *
     * @param endMillis {@code Long.MAX_VALUE} if it never ended
     * @param ended whether it ended well
     */
    record Execution(String worker, long jobId, long n, int attempt, long startMillis, long endMillis, boolean ended) {

        boolean unfinished() {
            return endMillis == Long.MAX_VALUE;
        }
    }

    static History of(Cluster cluster) throws IOException {
        History history = new History();
        for (Worker worker : cluster.all()) {
            if (Files.exists(worker.settings.ledger())) {
                history.add(worker.name(), LedgerFile.read(worker.settings.ledger()));
            }
        }
        history.executions.values().forEach(runs -> runs.sort(IN_ORDER));
        return history;
    }

    List<Execution> of(long n) {
        return executions.getOrDefault(n, List.of());
    }

    long count() {
        return executions.values().stream().mapToLong(List::size).sum();
    }

    private record Run(long n, int attempt) {}

    private void add(String worker, List<Entry> entries) {
        Map<Run, Entry> open = new HashMap<>();
        for (Entry entry : entries) {
            Run run = new Run(entry.n(), entry.attempt());
            if (entry.event() == Event.PAUSED) {
                stalls.add(new Fault(Fault.Kind.STALL, worker, entry.n(), entry.millis()));
            } else if (entry.event() == Event.STARTED) {
                Entry before = open.put(run, entry);
                if (before != null) {
                    add(worker, before, Long.MAX_VALUE, false);
                }
            } else {
                Entry start = open.remove(run);
                add(worker, start == null ? entry : start, entry.millis(), entry.event() == Event.ENDED);
            }
        }
        open.values().forEach(start -> add(worker, start, Long.MAX_VALUE, false));
    }

    private void add(String worker, Entry start, long endMillis, boolean ended) {
        executions
                .computeIfAbsent(start.n(), n -> new ArrayList<>())
                .add(new Execution(
                        worker, start.jobId(), start.n(), start.attempt(), start.millis(), endMillis, ended));
    }
}
