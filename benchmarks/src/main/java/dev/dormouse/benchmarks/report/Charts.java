package dev.dormouse.benchmarks.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The charts that a set of rows has material for, by file name. */
final class Charts {
    /** Evenly spaced, so that the tail gets as much room as the middle. */
    private static final List<Double> PERCENTILES = List.of(1.0, 25.0, 50.0, 75.0, 90.0, 95.0, 99.0, 99.9, 100.0);

    private Charts() {}

    static Map<String, String> of(String scenario, List<Row> rows) {
        Map<String, String> files = new LinkedHashMap<>();
        rows.stream()
                .filter(row -> !row.latencies().isEmpty())
                .collect(Collectors.groupingBy(Row::config, LinkedHashMap::new, Collectors.toList()))
                .forEach((config, group) ->
                        files.put(scenario + "-percentiles-" + slug(config) + ".svg", percentiles(config, group)));
        for (String metric : List.of("jobs_per_s", "p50_ms", "p99_ms")) {
            List<Row> withSeries = rows.stream()
                    .filter(row -> row.series().containsKey(metric))
                    .toList();
            if (!withSeries.isEmpty()) {
                files.put(scenario + "-" + metric + "-over-time.svg", overTime(metric, withSeries));
            }
        }
        return files;
    }

    private static String percentiles(String config, List<Row> rows) {
        Map<Double, String> places = new TreeMap<>();
        for (int i = 0; i < PERCENTILES.size(); i++) {
            places.put((double) i, "p" + Figures.show(PERCENTILES.get(i)));
        }
        List<Curve> curves = rows.stream().map(Charts::percentileCurve).toList();
        return SvgChart.atPlaces("Pickup latency in ms, " + config, places, curves)
                .svg();
    }

    private static Curve percentileCurve(Row row) {
        List<Double> millis = PERCENTILES.stream()
                .map(percentile -> row.latencies().get(0).percentileMillis(percentile))
                .toList();
        return new Curve(row.system(), SvgChart.upTo(PERCENTILES.size()), millis);
    }

    private static String overTime(String metric, List<Row> rows) {
        List<Curve> curves = rows.stream().map(row -> timeCurve(metric, row)).toList();
        return SvgChart.overTime(metric + " over time", curves).svg();
    }

    private static Curve timeCurve(String metric, Row row) {
        List<Double> values = row.series().getOrDefault(metric, List.of());
        return new Curve(row.label(), SvgChart.upTo(values.size()), values);
    }

    private static String slug(String config) {
        return config.replaceAll("[^A-Za-z0-9]+", "-");
    }
}
