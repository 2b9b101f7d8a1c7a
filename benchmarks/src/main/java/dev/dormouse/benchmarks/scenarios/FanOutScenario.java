package dev.dormouse.benchmarks.scenarios;

import dev.dormouse.benchmarks.systems.FanOuts;
import dev.dormouse.benchmarks.systems.Purpose;
import dev.dormouse.benchmarks.systems.SystemUnderTest;
import java.time.Duration;
import java.util.List;

/** The stress scenario of the system that the seeds belong to. */
final class FanOutScenario implements Scenario {

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
        return system.fanOuts().keySet().stream()
                .sorted()
                .map(storage -> Settings.none()
                        .with("storage", storage)
                        .with("in_flight", 20)
                        .with("steps", 5)
                        .with("millis", 10)
                        .with("seconds", options.secondsOr(10)))
                .toList();
    }

    @Override
    public Outcome run(Trial trial) throws Exception {
        SystemUnderTest system = trial.systemUnderTest();
        Settings settings = trial.settings();
        system.install(trial.database(), Purpose.THROUGHPUT);
        int steps = settings.number("steps");
        Duration each = Duration.ofMillis(settings.number("millis"));
        FanOuts.Opener opener = trial.oneOf(system.fanOuts(), settings.text("storage"));
        try (Probe probe = new Probe(trial);
                FanOuts node = opener.open(trial.database())) {
            return new ClosedLoop(settings, id -> node.fanOut(id, steps, each)).measure(probe);
        }
    }
}
