package dev.dormouse.benchmarks;

import dev.dormouse.benchmarks.scenarios.Scenario;
import dev.dormouse.benchmarks.scenarios.Settings;
import dev.dormouse.benchmarks.systems.SystemUnderTest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which trials make up one round, systems interleaved: each system's first configuration, then each one's second.
 *
 * @param heats one after the other; the trials of one heat run at the same time
 */
record Plan(List<List<Entry>> heats) {

    record Entry(SystemUnderTest system, Settings settings) {}

    static Plan of(Scenario scenario, Request request) {
        Map<String, List<Entry>> heats = new LinkedHashMap<>();
        for (Entry entry : interleaved(scenario, request)) {
            String heat = scenario.heat(entry.system(), entry.settings())
                    .orElse(entry.system().name() + " " + entry.settings().describe());
            heats.computeIfAbsent(heat, key -> new ArrayList<>()).add(entry);
        }
        return new Plan(List.copyOf(heats.values()));
    }

    private static List<Entry> interleaved(Scenario scenario, Request request) {
        List<SystemUnderTest> systems = request.systems();
        List<List<Settings>> bySystem = systems.stream()
                .map(system -> scenario.plan(system, request.options()).stream()
                        .filter(settings -> settings.matches(request.only()))
                        .toList())
                .toList();
        int longest = bySystem.stream().mapToInt(List::size).max().orElse(0);
        List<Entry> round = new ArrayList<>();
        for (int i = 0; i < longest; i++) {
            for (int s = 0; s < systems.size(); s++) {
                if (i < bySystem.get(s).size()) {
                    round.add(new Entry(systems.get(s), bySystem.get(s).get(i)));
                }
            }
        }
        return round;
    }

    List<Entry> entries() {
        return heats.stream().flatMap(List::stream).toList();
    }
}
