package dev.dormouse.benchmarks;

import dev.dormouse.benchmarks.scenarios.Options;
import dev.dormouse.benchmarks.scenarios.Outcome;
import dev.dormouse.benchmarks.scenarios.Scenario;
import dev.dormouse.benchmarks.scenarios.Scenarios;
import dev.dormouse.benchmarks.scenarios.Settings;
import dev.dormouse.benchmarks.scenarios.Trial;
import dev.dormouse.benchmarks.systems.Systems;
import java.sql.SQLException;
import java.util.List;

/** A server, and trials of one system on it, each in a database of its own. */
final class Trials implements AutoCloseable {

    private final String system;
    private final Server server;

    Trials(String system) {
        this.system = system;
        try {
            this.server = Server.start();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Runs the scenario in one of the configurations that it plans. */
    Outcome run(String scenarioName, Options options, int configuration) throws Exception {
        Scenario scenario = Scenarios.named(scenarioName);
        List<Settings> plan = scenario.plan(Systems.named(system), options);
        return scenario.run(new Trial(
                scenarioName, system, plan.get(configuration), server.freshDatabase(system), server.administration()));
    }

    @Override
    public void close() {
        server.close();
    }
}
