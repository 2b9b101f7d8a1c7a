package dev.dormouse.postgres.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A hundred thousand jobs through worker processes that are killed and suspended, cut listeners and server crashes: none
 * lost, none invented, no effect twice, and nothing run again without a fault to blame. The figures go to {@code
 * target/fault}; run it longer with {@code -Pfaults}, or again with {@code -Dfault.seed}.
 */
@Timeout(value = 3, unit = TimeUnit.HOURS)
@Order(1)
final class JobFaultIT {

    private static final Duration LEASE = Duration.ofSeconds(3);
    /** Far more than it takes, far less than the fallback. */
    private static final Duration STARTED_WITHIN = Duration.ofSeconds(30);

    private static final int PROBES = 100;
    private static final Set<String> FEW_THREADS = Set.of("dormouse-timer", "dormouse-writer");
    private static final Set<String> SINGLE_THREADS =
            Set.of("dormouse-listener", "dormouse-announcer", "dormouse-job:default", "dormouse-job:effects");

    private final FaultPlan plan = FaultPlan.fromProperties();

    @Test
    void nothingIsLostOrDoneTwiceThroughKillsPausesAndCrashes() throws Exception {
        System.out.println("Fault test of jobs: -Dfault.seed=" + plan.seed());
        try (Cluster cluster = Cluster.start("jobs", LEASE, Duration.ofSeconds(5));
                Producers producers = new Producers(cluster, plan.seed(), plan.jobs());
                Nemesis nemesis = new Nemesis(cluster, plan.seed())) {
            for (String name : List.of("a.1", "b.1", "c.1")) {
                Worker unused = cluster.addWorker(name);
            }
            patiently("three workers at rest", cluster::atRest);
            long start = System.currentTimeMillis();
            producers.faultsGoOn(true);
            producers.start();
            nemesis.run(plan, plan.jobs());
            producers.faultsGoOn(false);
            producers.awaitEnd();
            awaitNothingOpen(cluster);
            long loadMillis = System.currentTimeMillis() - start;
            List<Long> probes = probe(cluster, producers);
            leaksNothing(cluster);
            check(cluster, producers.produced(), nemesis.faults(), loadMillis, probes);
        }
    }

    private static void awaitNothingOpen(Cluster cluster) {
        patiently("no job open", () -> {
            try (Connection connection = cluster.connect()) {
                return Tables.open(connection) == 0;
            }
        });
    }

    /** One job at a time on a cluster in which everybody sleeps; returns the numbers. */
    private static List<Long> probe(Cluster cluster, Producers producers) throws SQLException {
        patiently("all workers at rest", cluster::atRest);
        List<Long> numbers = new ArrayList<>();
        try (Connection connection = cluster.connect()) {
            for (int i = 0; i < PROBES; i++) {
                numbers.add(producers.one(0));
                patiently("the probe to be over", () -> Tables.open(connection) == 0);
            }
        }
        return numbers;
    }

    private void check(Cluster cluster, Produced produced, List<Fault> faults, long loadMillis, List<Long> probes)
            throws Exception {
        History history = History.of(cluster);
        Tables tables;
        try (Connection connection = cluster.connect()) {
            tables = Tables.read(connection);
            assertThat(Tables.open(connection)).as("jobs that are not over").isZero();
        }
        Checker checker = new Checker(produced, history, tables, faults);
        List<String> wrong = checker.check();
        Report report = new Report(cluster, produced, history, faults);
        List<Long> latencies = report.waitsOf(probes);
        String text = report.text(plan, checker.explained, loadMillis, latencies) + "  wrong: " + wrong + "\n";
        System.out.print(text);
        Files.writeString(cluster.folder.resolve("report.txt"), text + faults + "\n");

        assertThat(wrong).isEmpty();
        faultsHappened(report, produced);
        if (aSuspendedWorkerLivedOn(faults)) {
            assertThat(report.sum("refused")).as("outcomes refused").isPositive();
        }
        assertThat(report.sum("fallbackFinds"))
                .as("work that only the fallback found")
                .isZero();
        assertThat(Report.part(report.waits, 1)).as("longest wait").isLessThan(STARTED_WITHIN.toMillis());
        assertThat(Report.part(report.takeovers, 1)).as("longest takeover").isLessThan(STARTED_WITHIN.toMillis());
    }

    private void faultsHappened(Report report, Produced produced) throws Exception {
        assertThat(produced.acknowledged).hasSizeGreaterThanOrEqualTo(plan.jobs());
        assertThat(produced.rolledBack).isNotEmpty();
        for (Fault.Kind kind : Set.copyOf(plan.kinds())) {
            assertThat(report.faults(kind)).as(kind.name()).isEqualTo(plan.count(kind));
        }
        assertThat(report.takeovers).as("jobs hit by the kills").isNotEmpty();
        assertThat(report.sum("losses")).as("listeners lost").isPositive();
    }

    /** One that is killed as soon as it goes on cannot tell what was refused to it. */
    private static boolean aSuspendedWorkerLivedOn(List<Fault> faults) {
        return faults.stream()
                .filter(fault -> fault.kind() == Fault.Kind.SUSPEND)
                .anyMatch(suspended -> faults.stream()
                        .noneMatch(kill -> kill.kind() == Fault.Kind.KILL
                                && kill.worker().equals(suspended.worker())
                                && kill.fromMillis() - suspended.toMillis() < LEASE.toMillis()));
    }

    private static void leaksNothing(Cluster cluster) throws Exception {
        patiently("all workers at rest", cluster::atRest);
        for (Worker worker : cluster.alive()) {
            WorkerState state = worker.state().orElseThrow();
            assertThat(state.threads()).as("threads of " + worker.name()).allSatisfy((name, count) -> {
                if (SINGLE_THREADS.contains(name)) {
                    assertThat(count).as(name).isEqualTo(1);
                } else if (FEW_THREADS.contains(name)) {
                    assertThat(count).as(name).isLessThanOrEqualTo(2);
                } else {
                    assertThat(name).startsWith("dormouse-run-");
                    assertThat(count).as(name).isLessThanOrEqualTo(Cluster.SLOTS);
                }
            });
        }
        patiently("as many connections as the workers have", () -> backendsAsExpected(cluster));
        List<Worker> alive = cluster.alive();
        alive.forEach(Worker::terminate);
        patiently("the workers to end", () -> cluster.alive().isEmpty());
        for (Worker worker : alive) {
            WorkerState last = worker.state().orElseThrow();
            assertThat(last.is("over")).as("a clean end: " + last).isTrue();
            assertThat(last.number("free")).as("free slots").isEqualTo(last.number("slots"));
            assertThat(last.number("poolActive")).as("borrowed connections").isZero();
            assertThat(last.threads().keySet()).as("threads").allMatch(name -> name.startsWith("dormouse-run-"));
        }
        patiently("no connections", () -> backendsAsExpected(cluster));
    }

    private static boolean backendsAsExpected(Cluster cluster) throws Exception {
        try (Connection connection = cluster.connect()) {
            for (Worker worker : cluster.all()) {
                long expected =
                        worker.process.isAlive() ? worker.state().orElseThrow().number("poolTotal") : 0;
                if (backends(connection, "application_name = '" + worker.name() + "'") != expected) {
                    return false;
                }
            }
            return backends(connection, "application_name = 'dormouse-listener'")
                            == cluster.alive().size()
                    && backends(connection, "state like 'idle in transaction%'") == 0;
        }
    }

    private static long backends(Connection connection, String condition) throws SQLException {
        return Tables.number(connection, "select count(*) from pg_stat_activity where " + condition);
    }

    static void patiently(String what, Callable<Boolean> condition) {
        await(what)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(10))
                .atMost(Duration.ofSeconds(90))
                .ignoreExceptionsInstanceOf(SQLException.class)
                .until(condition);
    }
}
