package dev.dormouse.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.benchmarks.scenarios.Options;
import dev.dormouse.benchmarks.scenarios.Scenarios;
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
    void everyScenarioPlansSomethingForEverySystem() {
        for (String scenario : Scenarios.names()) {
            assertThat(Systems.all())
                    .allSatisfy(system -> assertThat(Scenarios.named(scenario).plan(system, Options.defaults()))
                            .isNotEmpty());
        }
    }
}
