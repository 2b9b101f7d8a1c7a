package dev.dormouse.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.benchmarks.scenarios.Options;
import dev.dormouse.benchmarks.scenarios.Outcome;
import dev.dormouse.benchmarks.scenarios.Scenario;
import dev.dormouse.benchmarks.scenarios.Scenarios;
import dev.dormouse.benchmarks.scenarios.Settings;
import dev.dormouse.benchmarks.scenarios.Trial;
import dev.dormouse.benchmarks.systems.Systems;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The scenarios that only Dormouse takes part in, with tiny counts: what the figures are made of, not how good they are. */
@Execution(ExecutionMode.CONCURRENT)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DormouseIT {
    private final Server server = start();

    private static Server start() {
        try {
            return Server.start();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @Test
    void claimsAreCountedAndTimedByTheServer() throws Exception {
        Outcome outcome = run("claims", new Options(1, 2_000, 0, false), 1);

        assertThat(outcome.metrics().get("claims")).isPositive();
        assertThat(outcome.metrics().get("claim_ms")).isPositive();
        assertThat(outcome.metrics().get("claimed_each")).isPositive();
    }

    @Test
    void waitingOrchestrationsAreCountedBesideTheHeap() throws Exception {
        Outcome outcome = run("waiting", new Options(1, 20, 0, false), 0);

        assertThat(outcome.metrics().get("statements")).isNotNegative();
        assertThat(outcome.metrics()).containsKey("heap_mb");
    }

    @Test
    void aTurnsStatementsAreCountedAtTheEndOfAHistory() throws Exception {
        Outcome outcome = run("history", Options.defaults(), 0);

        assertThat(outcome.metrics().get("statements_per_turn")).isPositive();
        assertThat(outcome.metrics().get("rows_per_turn")).isPositive();
    }

    @Test
    void fanOutRunsOnSqlite() throws Exception {
        Outcome outcome = run("fanout", new Options(1, 0, 0, false), 1);

        assertThat(outcome.metrics().get("orchestrations_per_s")).isPositive();
        assertThat(outcome.metrics()).doesNotContainKey("statements_each");
    }

    private Outcome run(String name, Options options, int configuration) throws Exception {
        Scenario scenario = Scenarios.named(name);
        List<Settings> plan = scenario.plan(Systems.named("dormouse"), options);
        return scenario.run(new Trial(
                name, "dormouse", plan.get(configuration), server.freshDatabase("dormouse"), server.administration()));
    }
}
