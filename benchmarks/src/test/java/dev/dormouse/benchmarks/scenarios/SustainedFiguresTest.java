package dev.dormouse.benchmarks.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SustainedFiguresTest {

    @Test
    void onlyWhatHappenedInsideTheWindowCounts() {
        Stamps stamps = new Stamps(3);
        long beganNanos = Stamps.now() - 500_000_000; // so that a start now is in the first second
        stamps.committed(0, beganNanos - 1);
        stamps.started(0);
        stamps.committed(1, beganNanos + 1);
        stamps.started(1);
        stamps.committed(2, beganNanos + 2); // never started

        Outcome outcome = new SustainedFigures(stamps, beganNanos, 2).outcome();

        assertThat(outcome.metrics()).containsEntry("jobs_per_s", 1.0).containsEntry("enqueued_per_s", 1.0);
        assertThat(outcome.series()).containsEntry("jobs_per_s", List.of(2.0, 0.0));
    }

    @Test
    void aSecondStartOfTheSameJobIsNotCounted() {
        Stamps stamps = new Stamps(1);
        stamps.started(0);
        stamps.started(0);
        stamps.started(7); // beyond the range: some job that is not ours

        assertThat(stamps.startedCount()).isEqualTo(1);
    }
}
