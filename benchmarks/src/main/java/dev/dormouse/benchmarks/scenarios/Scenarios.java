package dev.dormouse.benchmarks.scenarios;

import java.util.List;

/** All scenarios. */
public final class Scenarios {
    private static final List<Scenario> ALL = List.of(
            new IdleScenario(),
            new LatencyScenario(),
            new DrainScenario(),
            new ClaimsScenario(),
            new EnqueueScenario(),
            new SustainedScenario(),
            new NodesScenario(),
            new TimersScenario(),
            new OrchestrationsScenario(),
            new FanOutScenario(),
            new HistoryScenario(),
            new WaitingScenario(),
            new OutboxScenario(),
            new OutboxPickupScenario(),
            new OutboxViewScenario());

    private Scenarios() {}

    public static List<String> names() {
        return ALL.stream().map(Scenario::name).toList();
    }

    public static Scenario named(String name) {
        return ALL.stream()
                .filter(scenario -> scenario.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "There is no scenario \"" + name + "\"; choose from " + String.join(", ", names()) + "."));
    }
}
