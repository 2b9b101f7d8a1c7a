package dev.dormouse.benchmarks.scenarios;

import dev.dormouse.benchmarks.systems.SystemUnderTest;
import dev.dormouse.benchmarks.systems.Workflows;
import java.time.Duration;
import java.util.List;

/** The stress scenario of the system that the seeds belong to. */
final class FanOutScenario extends OrchestrationsScenario {

    @Override
    public String name() {
        return "fanout";
    }

    @Override
    public String explanation() {
        return "Five activities of 10 ms at once and their results awaited, 20 instances at a time: instances per second,"
                + " and how long one takes from its start until its end is known.";
    }

    @Override
    public List<Settings> plan(SystemUnderTest system, Options options) {
        return system.hasFanOut()
                ? List.of(Settings.none()
                        .with("in_flight", 20)
                        .with("steps", 5)
                        .with("millis", 10)
                        .with("seconds", options.secondsOr(10)))
                : List.of();
    }

    @Override
    void runOne(Workflows workflows, Settings settings, long id) throws Exception {
        workflows.fanOut(id, settings.number("steps"), Duration.ofMillis(settings.number("millis")));
    }
}
