package dev.dormouse.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.benchmarks.scenarios.Options;
import dev.dormouse.benchmarks.scenarios.Outcome;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The scenarios that only Dormouse takes part in, with tiny counts: what the figures are made of, not how good they are. */
@Execution(ExecutionMode.CONCURRENT)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DormouseIT {
    private final Trials trials = new Trials("dormouse");

    @AfterAll
    void stop() {
        trials.close();
    }

    @Test
    void claimsAreCountedAndTimedByTheServer() throws Exception {
        Outcome outcome = trials.run("claims", new Options(1, 2_000, 0, false), 1);

        assertThat(outcome.metrics().get("claims")).isPositive();
        assertThat(outcome.metrics().get("claim_ms")).isPositive();
        assertThat(outcome.metrics().get("claimed_each")).isPositive();
    }

    @Test
    void waitingOrchestrationsAreCountedBesideTheHeap() throws Exception {
        Outcome outcome = trials.run("waiting", new Options(1, 20, 0, false), 0);

        assertThat(outcome.metrics().get("statements")).isNotNegative();
        assertThat(outcome.metrics()).containsKey("heap_mb");
    }

    @Test
    void aTurnsStatementsAreCountedAtTheEndOfAHistory() throws Exception {
        Outcome outcome = trials.run("history", Options.defaults(), 0);

        assertThat(outcome.metrics().get("statements_per_turn")).isPositive();
        assertThat(outcome.metrics().get("rows_per_turn")).isPositive();
    }

    @Test
    void fanOutRunsOnSqlite() throws Exception {
        Outcome outcome = trials.run("fanout", new Options(1, 0, 0, false), 1);

        assertThat(outcome.metrics().get("orchestrations_per_s")).isPositive();
        assertThat(outcome.metrics()).doesNotContainKey("statements_each");
    }
}
