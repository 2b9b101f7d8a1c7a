package dev.dormouse.benchmarks.report;

import dev.dormouse.benchmarks.scenarios.Wire;
import java.util.LinkedHashMap;
import java.util.Map;

/** A row as one line of JSON: {@code scenario}, {@code system}, {@code config}, then one member per metric. */
public final class JsonLines {

    private JsonLines() {}

    public static String line(Row row) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("scenario", row.scenario());
        members.put("system", row.system());
        members.put("config", row.config());
        row.metrics().forEach((name, value) -> members.put(name, rounded(value)));
        members.put("rounds", row.rounds());
        if (!row.failures().isEmpty()) {
            members.put("failed", row.failures());
        }
        return Wire.write(members);
    }

    /** A tenth of a microsecond is finer than anything here is measured. */
    private static double rounded(double value) {
        return Double.isFinite(value) ? Math.round(value * 10_000) / 10_000.0 : 0;
    }
}
