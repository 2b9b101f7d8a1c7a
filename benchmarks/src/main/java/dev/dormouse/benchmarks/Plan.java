package dev.dormouse.benchmarks;

import dev.dormouse.benchmarks.scenarios.Options;
import dev.dormouse.benchmarks.scenarios.Scenario;
import dev.dormouse.benchmarks.scenarios.Settings;
import dev.dormouse.benchmarks.systems.SystemUnderTest;
import java.util.ArrayList;
import java.util.List;

/** Which trials make up one round, systems interleaved: each system's first configuration, then each one's second. */
record Plan(List<Entry> round) {

    record Entry(SystemUnderTest system, Settings settings) {}

    static Plan of(Scenario scenario, List<SystemUnderTest> systems, Options options) {
        List<List<Settings>> bySystem =
                systems.stream().map(system -> scenario.plan(system, options)).toList();
        int longest = bySystem.stream().mapToInt(List::size).max().orElse(0);
        List<Entry> round = new ArrayList<>();
        for (int i = 0; i < longest; i++) {
            for (int s = 0; s < systems.size(); s++) {
                if (i < bySystem.get(s).size()) {
                    round.add(new Entry(systems.get(s), bySystem.get(s).get(i)));
                }
            }
        }
        return new Plan(round);
    }
}
