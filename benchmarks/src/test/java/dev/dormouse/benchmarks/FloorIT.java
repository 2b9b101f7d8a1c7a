package dev.dormouse.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.benchmarks.scenarios.Latencies;
import dev.dormouse.benchmarks.scenarios.Options;
import dev.dormouse.benchmarks.scenarios.Outcome;
import dev.dormouse.benchmarks.scenarios.Wire;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import picocli.CommandLine;

/** Every scenario with the floor and tiny counts: what the figures are made of, not how good they are. */
@Execution(ExecutionMode.CONCURRENT)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FloorIT {
    private final Trials trials = new Trials("floor");

    @AfterAll
    void stop() {
        trials.close();
    }

    @Test
    void theCommandRunsTrialsInProcessesOfTheirOwnAndWritesThePage(@TempDir Path folder) {
        StringWriter out = new StringWriter();
        CommandLine commandLine = Main.commandLine();
        commandLine.setOut(new PrintWriter(out));

        int status = commandLine.execute(
                "drain", "--systems", "floor", "--jobs", "3000", "--json", "--output", folder.toString());

        assertThat(status).isZero();
        Map<?, ?> row = Wire.read(out.toString(), Map.class);
        assertThat(row.get("system")).isEqualTo("floor");
        assertThat(row.get("config")).isEqualTo("slots=2 jobs=3000");
        assertThat((Map<?, ?>) row.get("rounds")).isNotEmpty();
        assertThat(folder.resolve("drain.md")).isRegularFile();
    }

    @Test
    void drainHandlesEveryJob() throws Exception {
        Outcome outcome = trials.run("drain", new Options(0, 3000, 0, false), 0);

        assertThat(outcome.metrics()).containsEntry("handled", 3000.0);
        assertThat(outcome.metrics().get("jobs_per_s")).isPositive();
        assertThat(outcome.metrics().get("statements_per_job")).isPositive().isLessThan(1);
        assertThat(outcome.metrics().get("wal_bytes_per_job")).isPositive();
    }

    @Test
    void latencyHearsTheOtherProcessAfterIdleness() throws Exception {
        assertPickedUp(trials.run("latency", new Options(0, 1, 0, false), 0), 1);
    }

    @Test
    void latencyHearsTheOtherProcessUnderLoad() throws Exception {
        assertPickedUp(trials.run("latency", new Options(1, 0, 0, false), 2), 100);
    }

    private static void assertPickedUp(Outcome outcome, long samples) {
        assertThat(outcome.metrics()).containsEntry("not_started", 0.0);
        assertThat(outcome.latencies().values())
                .singleElement()
                .extracting(encoded -> Latencies.decode(encoded).count())
                .isEqualTo(samples);
    }

    @Test
    void anIdleListenerMakesNoStatements() throws Exception {
        Outcome outcome = trials.run("idle", new Options(1, 0, 0, false), 0);

        assertThat(outcome.metrics())
                .containsEntry("idle_statements_per_s", 0.0)
                .containsEntry("connections", 1.0);
    }

    @Test
    void sustainedRunsBesideAHeldTransactionAndABacklog() throws Exception {
        Outcome outcome = trials.run("sustained", new Options(1, 0, 1000, true), 0);

        assertThat(outcome.metrics().get("jobs_per_s")).isPositive();
        assertThat(outcome.metrics().get("enqueued_per_s")).isPositive();
        assertThat(outcome.series().get("p99_ms")).hasSize(1);
    }

    @Test
    void enqueueCountsSingleCommitsAndBulk() throws Exception {
        for (int configuration : new int[] {0, 4}) {
            Outcome outcome = trials.run("enqueue", new Options(1, 0, 0, false), configuration);
            assertThat(outcome.metrics().get("jobs_per_s")).isPositive();
        }
    }
}
