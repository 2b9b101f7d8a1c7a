package dev.dormouse.benchmarks.scenarios;

import dev.dormouse.benchmarks.systems.Database;
import dev.dormouse.benchmarks.systems.Purpose;
import dev.dormouse.benchmarks.systems.Setup;
import dev.dormouse.benchmarks.systems.SystemUnderTest;
import dev.dormouse.benchmarks.systems.Systems;

/**
 * One run of one scenario with one system in one configuration; travels to the process that runs it as JSON.
 *
 * @param database the system's own, empty
 * @param administration the harness's own connection to the same server, as a role of its own
 */
public record Trial(String scenario, String system, Settings settings, Database database, Database administration) {

    SystemUnderTest systemUnderTest() {
        return Systems.named(system);
    }

    Setup setup(Purpose purpose, int width) {
        return new Setup(database, purpose, width);
    }
}
