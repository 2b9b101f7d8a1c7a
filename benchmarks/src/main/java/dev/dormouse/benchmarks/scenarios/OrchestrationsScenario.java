package dev.dormouse.benchmarks.scenarios;

import dev.dormouse.benchmarks.systems.Purpose;
import dev.dormouse.benchmarks.systems.Sequences;
import dev.dormouse.benchmarks.systems.SystemUnderTest;
import java.util.ArrayList;
import java.util.List;

/** How fast durable code gets through its steps, many instances at a time and one alone. */
final class OrchestrationsScenario implements Scenario {

    @Override
    public String name() {
        return "orchestrations";
    }

    @Override
    public String explanation() {
        return "Five steps that do nothing, one after the other, started and awaited by so many threads: instances per"
                + " second, and how long one takes from its start until its end is known.";
    }

    @Override
    public List<Settings> plan(SystemUnderTest system, Options options) {
        List<Settings> plan = new ArrayList<>();
        for (String storage : system.sequences().keySet()) {
            for (int inFlight : new int[] {100, 1}) {
                plan.add(Settings.none()
                        .with("storage", storage)
                        .with("in_flight", inFlight)
                        .with("steps", Sequences.STEPS)
                        .with("seconds", options.secondsOr(10)));
            }
        }
        return plan;
    }

    @Override
    public Outcome run(Trial trial) throws Exception {
        SystemUnderTest system = trial.systemUnderTest();
        system.install(trial.database(), Purpose.THROUGHPUT);
        Sequences.Opener opener =
                trial.oneOf(system.sequences(), trial.settings().text("storage"));
        try (Probe probe = new Probe(trial);
                Sequences node = opener.open(trial.database())) {
            return new ClosedLoop(trial.settings(), node::sequence).measure(probe);
        }
    }
}
