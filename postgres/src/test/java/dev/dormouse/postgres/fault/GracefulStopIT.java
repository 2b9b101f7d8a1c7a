package dev.dormouse.postgres.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.dormouse.postgres.fault.History.Execution;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A worker process that is asked to end: nothing is done twice, and what it cannot finish is another's at once. */
@Timeout(600)
@Order(3)
final class GracefulStopIT {

    /** So long that nothing in these tests can be due to its end. */
    private static final Duration LEASE = Duration.ofMinutes(10);

    @Test
    void aStopUnderLoadDoesNothingTwice() throws Exception {
        try (Cluster cluster = Cluster.start("stop-under-load", LEASE, Duration.ofSeconds(20));
                Producers producers = new Producers(cluster, 1, 6_000)) {
            Worker first = cluster.addWorker("a.1");
            Worker unused = cluster.addWorker("b.1");
            producers.start();
            patiently("the first worker at work", () -> first.entries() > 1_000);
            first.terminate();
            producers.awaitEnd();
            awaitNothingOpen(cluster);
            patiently("its end", () -> !first.process.isAlive());

            History history = History.of(cluster);
            Tables tables = tables(cluster);
            assertThat(new Checker(producers.produced(), history, tables, List.of()).check())
                    .isEmpty();
            assertThat(history.executions.values()).allMatch(runs -> runs.size() == 1);
            assertThat(first.state().orElseThrow().is("over")).isTrue();
        }
    }

    @Test
    void whatCannotFinishIsGivenBackAtOnceToAWorkerThatSleeps() throws Exception {
        try (Cluster cluster = Cluster.start("stop-gives-back", LEASE, Duration.ofMillis(200));
                Producers producers = new Producers(cluster, 1, 0)) {
            Worker first = cluster.addWorker("a.1");
            Worker second = cluster.addWorker("b.1");
            patiently("both workers at rest", cluster::atRest);
            // It stands still while the first takes all, and need not be started while they run.
            second.suspend();
            List<Long> numbers = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                numbers.add(producers.one(15_000));
            }
            patiently("all ten to run", () -> first.entries() == 10);
            long resumed = System.currentTimeMillis();
            second.resume();
            patiently("the second worker asleep", () -> {
                WorkerState state = second.state().orElseThrow();
                return state.number("millis") > resumed && state.atRest();
            });
            long fallbacks = second.state().orElseThrow().number("wakesFALLBACK");
            long asked = System.currentTimeMillis();
            first.terminate();
            patiently("the second worker to take all ten", () -> second.entries() == 10);
            awaitNothingOpen(cluster);

            History history = History.of(cluster);
            for (long n : numbers) {
                List<Execution> runs = history.of(n);
                assertThat(runs).extracting(Execution::ended).containsExactlyInAnyOrder(false, true);
                Execution again =
                        runs.stream().filter(Execution::ended).findFirst().orElseThrow();
                assertThat(again.worker()).isEqualTo("b.1");
                assertThat(again.attempt())
                        .as("a stop does not cost an attempt")
                        .isEqualTo(1);
                assertThat(again.startMillis() - asked)
                        .as("ms until it was taken")
                        .isLessThan(20_000);
            }
            assertThat(second.state().orElseThrow().number("wakesFALLBACK"))
                    .as("wakes by the fallback")
                    .isEqualTo(fallbacks);
        }
    }

    private static Tables tables(Cluster cluster) throws Exception {
        try (Connection connection = cluster.connect()) {
            return Tables.read(connection);
        }
    }

    private static void awaitNothingOpen(Cluster cluster) {
        patiently("no job open", () -> {
            try (Connection connection = cluster.connect()) {
                return Tables.open(connection) == 0;
            }
        });
    }

    private static void patiently(String what, Callable<Boolean> condition) {
        await(what)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(20))
                .atMost(Duration.ofMinutes(2))
                .until(condition);
    }
}
