package dev.dormouse.benchmarks.scenarios;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What the stamps of a sustained run say, in all and second by second. */
final class SustainedFigures {
    private final Stamps stamps;
    private final long beganNanos;
    private final int seconds;
    private final List<Latencies> bySecond;
    private long committed;

    SustainedFigures(Stamps stamps, long beganNanos, int seconds) {
        this.stamps = stamps;
        this.beganNanos = beganNanos;
        this.seconds = seconds;
        bySecond = Stream.generate(Latencies::new).limit(seconds).toList();
    }

    Outcome outcome() {
        long[] startedBySecond = new long[seconds];
        for (int id = 0; id < stamps.capacity(); id++) {
            sort(id, startedBySecond);
        }
        Latencies all = new Latencies();
        bySecond.forEach(all::add);
        List<Double> started = new ArrayList<>();
        for (long count : startedBySecond) {
            started.add((double) count);
        }
        return Outcome.of(Map.of())
                .with(
                        "jobs_per_s",
                        started.stream().mapToDouble(Double::doubleValue).sum() / seconds)
                .with("enqueued_per_s", (double) committed / seconds)
                .withLatencies(all)
                .withSeries("jobs_per_s", started)
                .withSeries("p50_ms", percentiles(50))
                .withSeries("p99_ms", percentiles(99));
    }

    private void sort(int id, long[] startedBySecond) {
        long committedAt = stamps.committedAt(id);
        if (secondOf(committedAt) >= 0) {
            committed++;
        }
        int second = secondOf(stamps.startedAt(id));
        if (second >= 0) {
            startedBySecond[second]++;
            if (committedAt != 0) { // the backlog has no commit time of its own
                bySecond.get(second).recordNanos(stamps.startedAt(id) - committedAt);
            }
        }
    }

    /** Which second of the measurement this is, or -1 if it is outside or never was. */
    private int secondOf(long atNanos) {
        long since = atNanos - beganNanos;
        return since < 0 || since >= seconds * 1_000_000_000L ? -1 : (int) (since / 1_000_000_000L);
    }

    private List<Double> percentiles(double percentile) {
        return bySecond.stream()
                .map(latencies -> latencies.percentileMillis(percentile))
                .toList();
    }
}
