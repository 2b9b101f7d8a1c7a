package dev.dormouse.benchmarks.scenarios;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One configuration of a scenario, in the order in which it is shown. */
public record Settings(Map<String, String> values) {

    public Settings {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    public static Settings none() {
        return new Settings(Map.of());
    }

    public Settings with(String name, Object value) {
        Map<String, String> more = new LinkedHashMap<>(values);
        more.put(name, value.toString());
        return new Settings(more);
    }

    public boolean has(String name) {
        return values.containsKey(name);
    }

    /** Whether each of these settings has one of the given values; one that it has not is empty. */
    public boolean matches(Map<String, List<String>> wanted) {
        return wanted.entrySet().stream()
                .allMatch(entry -> entry.getValue().contains(values.getOrDefault(entry.getKey(), "")));
    }

    public String text(String name) {
        @Nullable String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("This trial has no setting \"" + name + "\", only " + values.keySet());
        }
        return value;
    }

    public int number(String name) {
        return Integer.parseInt(text(name));
    }

    /** How long to warm up at most: no longer than a few times what is measured. */
    int warmUpSeconds(int most) {
        return Math.min(most, 4 * number("seconds"));
    }

    /** As in the reports: {@code slots=10 jobs=50000}. */
    public String describe() {
        return values.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(" "));
    }
}
