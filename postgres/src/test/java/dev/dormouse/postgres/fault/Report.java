package dev.dormouse.postgres.fault;

import dev.dormouse.postgres.fault.History.Execution;
import dev.dormouse.postgres.fault.Produced.Acknowledged;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The figures of a run. */
final class Report {

    private final Cluster cluster;
    private final Produced produced;
    private final History history;
    private final List<Fault> faults;

    /** Milliseconds from a worker's death until each job that it was at was begun by another, less the lease. */
    final List<Long> takeovers = new ArrayList<>();

    /** Milliseconds from the acknowledged commit (or the due time) of each job until its first start. */
    final List<Long> waits = new ArrayList<>();

    Report(Cluster cluster, Produced produced, History history, List<Fault> faults) {
        this.cluster = cluster;
        this.produced = produced;
        this.history = history;
        this.faults = faults;
        faults.stream().filter(fault -> fault.kind() == Fault.Kind.KILL).forEach(this::addTakeovers);
        produced.acknowledged.forEach(this::addWait);
        Collections.sort(takeovers);
        Collections.sort(waits);
    }

    private void addTakeovers(Fault kill) {
        for (List<Execution> runs : history.executions.values()) {
            for (int i = 0; i + 1 < runs.size(); i++) {
                Execution run = runs.get(i);
                if (run.worker().equals(kill.worker()) && run.unfinished()) {
                    takeovers.add(runs.get(i + 1).startMillis() - kill.fromMillis() - cluster.lease.toMillis());
                }
            }
        }
    }

    private void addWait(long n, Acknowledged job) {
        List<Execution> runs = history.of(n);
        if (!runs.isEmpty()) {
            long first = runs.stream().mapToLong(Execution::startMillis).min().orElseThrow();
            waits.add(first - job.millis() - job.delayMillis());
        }
    }

    /** The job that waited longest, with all that is known of it. */
    private String longest() {
        return produced.acknowledged.entrySet().stream()
                .filter(job -> !history.of(job.getKey()).isEmpty())
                .max(Comparator.comparingLong(
                        job -> history.of(job.getKey()).get(0).startMillis()
                                - job.getValue().millis()))
                .map(job -> job.getValue() + " " + history.of(job.getKey()))
                .orElse("none");
    }

    List<Long> waitsOf(List<Long> numbers) {
        return numbers.stream()
                .map(n -> history.of(n).get(0).startMillis()
                        - Objects.requireNonNull(produced.acknowledged.get(n)).millis())
                .sorted()
                .toList();
    }

    /** A count, summed over all workers that ever were, by the last that each of them said. */
    long sum(String key) throws IOException {
        long sum = 0;
        for (Worker worker : cluster.all()) {
            sum += worker.state().map(state -> state.number(key)).orElse(0L);
        }
        return sum;
    }

    long faults(Fault.Kind kind) {
        return faults.stream().filter(fault -> fault.kind() == kind).count();
    }

    static long part(List<Long> sorted, double part) {
        return sorted.isEmpty() ? 0 : sorted.get((int) Math.round((sorted.size() - 1) * part));
    }

    String text(FaultPlan plan, Map<Fault.Kind, Integer> explained, long loadMillis, List<Long> probes)
            throws IOException {
        return """
                Fault test of jobs, %s
                  put in: acknowledged %d, unknown %d, refused %d, rolled back %d
                  faults: kills %d, suspensions %d, listeners cut %d, server crashes %d; stalls of the machine %d
                  runs: %d of %d jobs; again because of %s
                  takeover after a kill, less the lease: %d jobs, median %d ms, max %d ms
                  commit to first start under load: median %d ms, p99 %d ms, max %d ms
                  longest: %s
                  commit to start on a cluster at rest: %d jobs, median %d ms, max %d ms
                  throughput with the faults: %d jobs/s over %d ms
                  workers said: refused %d, failed exchanges %d, listener losses %d, wakes by fallback %d
                """.formatted(
                        plan,
                        produced.acknowledged.size(),
                        produced.unknown.size(),
                        produced.refused.size(),
                        produced.rolledBack.size(),
                        faults(Fault.Kind.KILL),
                        faults(Fault.Kind.SUSPEND),
                        faults(Fault.Kind.CUT_LISTENER),
                        faults(Fault.Kind.CRASH_SERVER),
                        history.stalls.size(),
                        history.count(),
                        history.executions.size(),
                        explained,
                        takeovers.size(),
                        part(takeovers, 0.5),
                        part(takeovers, 1),
                        part(waits, 0.5),
                        part(waits, 0.99),
                        part(waits, 1),
                        longest(),
                        probes.size(),
                        part(probes, 0.5),
                        part(probes, 1),
                        produced.acknowledged.size() * 1000L / loadMillis,
                        loadMillis,
                        sum("refused"),
                        sum("failedExchanges"),
                        sum("losses"),
                        sum("wakesFALLBACK"));
    }
}
