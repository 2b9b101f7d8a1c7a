package dev.dormouse.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dormouse.benchmarks.scenarios.Latencies;
import dev.dormouse.benchmarks.scenarios.Outcome;
import dev.dormouse.benchmarks.scenarios.Settings;
import dev.dormouse.benchmarks.scenarios.Wire;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RowTest {
    private static final Settings SETTINGS = Settings.none().with("slots", 10).with("jobs", 500);

    @Test
    void figuresAreTheMeanOfTheRoundsAndEachRoundIsKept() {
        Row row = Row.of("drain", "floor", SETTINGS, List.of(rate(100), rate(300)), List.of());

        assertThat(row.metrics()).containsEntry("jobs_per_s", 200.0);
        assertThat(row.rounds()).containsEntry("jobs_per_s", List.of(100.0, 300.0));
        assertThat(row.config()).isEqualTo("slots=10 jobs=500");
    }

    @Test
    void percentilesComeFromTheSamplesOfAllRounds() {
        Row row = Row.of("latency", "floor", SETTINGS, List.of(latencies(1, 90), latencies(50, 10)), List.of());

        assertThat(row.metrics().get("p50_ms")).isCloseTo(1, within(0.01));
        assertThat(row.metrics().get("p99_ms")).isCloseTo(50, within(0.1));
        assertThat(row.metrics()).containsEntry("samples", 100.0);
    }

    @Test
    void anOutcomeSurvivesTheWayBetweenTheProcesses() {
        Outcome outcome = latencies(3, 7).with("jobs_per_s", 12.5).withSeries("jobs_per_s", List.of(1.0, 2.0));

        Outcome received = Wire.read(Wire.write(outcome), Outcome.class);

        assertThat(received).isEqualTo(outcome);
    }

    @Test
    void aStartBeforeTheCommitReturnedCountsAsZero() {
        Latencies latencies = new Latencies();
        latencies.recordNanos(-5_000);

        assertThat(latencies.maxMillis()).isZero();
        assertThat(latencies.count()).isEqualTo(1);
    }

    private static Outcome rate(double value) {
        return Outcome.of(Map.of("jobs_per_s", value));
    }

    private static Outcome latencies(int millis, int count) {
        Latencies latencies = new Latencies();
        for (int i = 0; i < count; i++) {
            latencies.recordNanos(millis * 1_000_000L);
        }
        return Outcome.of(Map.of()).withLatencies(latencies);
    }
}
