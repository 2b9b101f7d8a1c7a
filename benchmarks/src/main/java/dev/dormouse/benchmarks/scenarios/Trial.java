package dev.dormouse.benchmarks.scenarios;

import dev.dormouse.benchmarks.systems.Database;
import dev.dormouse.benchmarks.systems.Purpose;
import dev.dormouse.benchmarks.systems.Setup;
import dev.dormouse.benchmarks.systems.SystemUnderTest;
import dev.dormouse.benchmarks.systems.Systems;
import java.util.Map;

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

    /** One of several that a system offers by name. */
    <T> T oneOf(Map<String, T> offered, String wanted) {
        T found = offered.get(wanted);
        if (found == null) {
            throw new IllegalArgumentException(system + " does not offer \"" + wanted + "\", only " + offered.keySet());
        }
        return found;
    }

    Setup setup(Purpose purpose, int width) {
        return new Setup(database, purpose, width);
    }
}
