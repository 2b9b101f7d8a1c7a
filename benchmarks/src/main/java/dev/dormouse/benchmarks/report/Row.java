package dev.dormouse.benchmarks.report;

import dev.dormouse.benchmarks.scenarios.Latencies;
import dev.dormouse.benchmarks.scenarios.Outcome;
import dev.dormouse.benchmarks.scenarios.Settings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One system in one configuration, its rounds combined: figures are means, percentiles come from all samples together.
 *
 * @param rounds each round's own value of every figure that was averaged
 * @param latencies all samples, or empty if the scenario measures none
 * @param series values per second, of the last round
 * @param failures what went wrong, of the rounds that have no figures
 */
public record Row(
        String scenario,
        String system,
        String config,
        Map<String, Double> metrics,
        Map<String, List<Double>> rounds,
        List<Latencies> latencies,
        Map<String, List<Double>> series,
        List<String> failures) {

    public static Row of(
            String scenario, String system, Settings settings, List<Outcome> outcomes, List<String> failures) {
        Map<String, List<Double>> rounds = new LinkedHashMap<>();
        for (Outcome outcome : outcomes) {
            outcome.metrics()
                    .forEach((name, value) -> rounds.computeIfAbsent(name, key -> new ArrayList<>())
                            .add(value));
        }
        List<Latencies> latencies = merge(outcomes);
        Map<String, Double> metrics = new LinkedHashMap<>();
        for (Latencies all : latencies) {
            metrics.put("p50_ms", all.percentileMillis(50));
            metrics.put("p99_ms", all.percentileMillis(99));
            metrics.put("max_ms", all.maxMillis());
            metrics.put("samples", (double) all.count());
        }
        rounds.forEach((name, values) -> metrics.put(name, mean(values)));
        Map<String, List<Double>> series = outcomes.isEmpty()
                ? Map.of()
                : outcomes.get(outcomes.size() - 1).series();
        return new Row(
                scenario, system, settings.describe(), metrics, rounds, latencies, series, List.copyOf(failures));
    }

    private static List<Latencies> merge(List<Outcome> outcomes) {
        List<Latencies> merged = new ArrayList<>();
        for (Outcome outcome : outcomes) {
            for (String encoded : outcome.latencies().values()) {
                if (merged.isEmpty()) {
                    merged.add(new Latencies());
                }
                merged.get(0).add(Latencies.decode(encoded));
            }
        }
        return merged;
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
    }

    /** Whether its configuration has all of these, each written as {@code name=value}. */
    boolean has(String... settings) {
        return List.of(config.split(" ", -1)).containsAll(List.of(settings));
    }

    public String label() {
        return system + " " + config;
    }
}
