package dev.dormouse.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.benchmarks.scenarios.Options;
import dev.dormouse.benchmarks.scenarios.Scenarios;
import dev.dormouse.benchmarks.scenarios.Settings;
import dev.dormouse.benchmarks.systems.Systems;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanTest {

    @Test
    void systemsTakeTurns() {
        Plan plan = Plan.of(
                Scenarios.named("idle"), List.of(Systems.named("floor"), Systems.named("jobrunr")), Options.defaults());

        assertThat(plan.round())
                .extracting(
                        entry -> entry.system().name() + " " + entry.settings().describe())
                .containsExactly(
                        "floor seconds=60 settings=default",
                        "jobrunr seconds=60 settings=default",
                        "floor seconds=60 settings=latency",
                        "jobrunr seconds=60 settings=latency");
    }

    @Test
    void dormouseTakesPartInEveryScenario() {
        assertThat(Scenarios.names())
                .allSatisfy(scenario -> assertThat(trials(scenario, "dormouse")).isNotEmpty());
    }

    @Test
    void jobScenariosAreForEverySystem() {
        for (String scenario : List.of("idle", "latency", "drain", "enqueue", "sustained", "nodes")) {
            assertThat(Systems.names())
                    .allSatisfy(system -> assertThat(trials(scenario, system)).isNotEmpty());
        }
    }

    @Test
    void aSystemTakesNoPartInWhatItDoesNotHave() {
        assertThat(trials("orchestrations", "dbos")).isNotEmpty();
        assertThat(trials("orchestrations", "floor")).isEmpty();
        assertThat(trials("outbox", "transaction-outbox")).isNotEmpty();
        assertThat(trials("outbox", "jobrunr")).isEmpty();
        assertThat(trials("outbox-pickup", "floor")).hasSize(2);
        assertThat(trials("outbox-pickup", "jobrunr")).isEmpty();
        assertThat(trials("outbox-view", "floor")).isEmpty();
    }

    private static List<Settings> trials(String scenario, String system) {
        return Scenarios.named(scenario).plan(Systems.named(system), Options.defaults());
    }
}
