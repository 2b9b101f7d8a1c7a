package dev.dormouse.benchmarks.scenarios;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What one trial measured.
 *
 * @param metrics figures that are averaged over the rounds
 * @param latencies histograms in microseconds by name, as {@link Latencies} writes them, merged over the rounds
 * @param series values per second by name, for the charts
 */
public record Outcome(Map<String, Double> metrics, Map<String, String> latencies, Map<String, List<Double>> series) {

    public static Outcome of(Map<String, Double> metrics) {
        return new Outcome(new LinkedHashMap<>(metrics), new LinkedHashMap<>(), new LinkedHashMap<>());
    }

    public Outcome with(String metric, double value) {
        metrics.put(metric, value);
        return this;
    }

    public Outcome withLatencies(Latencies histogram) {
        latencies.put("pickup", histogram.encode());
        return this;
    }

    public Outcome withSeries(String name, List<Double> values) {
        series.put(name, values);
        return this;
    }
}
