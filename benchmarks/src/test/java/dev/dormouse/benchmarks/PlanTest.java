package dev.dormouse.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dormouse.benchmarks.scenarios.Options;
import dev.dormouse.benchmarks.scenarios.Scenarios;
import dev.dormouse.benchmarks.scenarios.Settings;
import dev.dormouse.benchmarks.systems.Systems;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanTest {

    @Test
    void systemsTakeTurns() {
        assertThat(plan("nodes --systems floor,jobrunr --jobs 10 --only nodes=1,2")
                        .entries())
                .extracting(
                        entry -> entry.system().name() + " " + entry.settings().describe())
                .containsExactly(
                        "floor nodes=1 slots=2 jobs=10",
                        "jobrunr nodes=1 slots=32 jobs=10",
                        "floor nodes=2 slots=2 jobs=10",
                        "jobrunr nodes=2 slots=32 jobs=10");
    }

    @Test
    void whatIsIdleRunsSideBySideAndAllElseAlone() {
        assertThat(plan("idle --systems floor,jobrunr").heats()).hasSize(1);
        assertThat(plan("latency --systems dormouse,floor,jobrunr --only load=idle")
                        .heats())
                .extracting(List::size)
                .containsExactly(2, 1);
        assertThat(plan("drain --systems dormouse,floor").heats())
                .allSatisfy(heat -> assertThat(heat).hasSize(1));
    }

    @Test
    void everyCommandOfTheFullRunHasSomethingToDo() {
        assertThat(StandardRun.commands())
                .allSatisfy(words -> Request.parse(words).check());
    }

    @Test
    void theFullRunLeavesNoScenarioOut() {
        assertThat(StandardRun.commands().stream().map(words -> words.split(" ", -1)[0]))
                .containsAll(Scenarios.names());
    }

    @Test
    void aFilterThatLeavesNothingIsRefused() {
        Request request = Request.parse("drain --only slots=7");

        assertThatThrownBy(request::check).hasMessageStartingWith("None of the chosen systems takes part in drain");
    }

    @Test
    void aFilterWithoutAValueIsRefused() {
        Request request = Request.parse("drain --only slots");

        assertThatThrownBy(request::check).hasMessageContaining("slots=10,100, but was \"slots\"");
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
        assertThat(trials("orchestrations", "jobrunr")).isEmpty();
        assertThat(trials("outbox", "transaction-outbox")).isNotEmpty();
        assertThat(trials("outbox", "jobrunr")).isEmpty();
        assertThat(trials("outbox-pickup", "floor")).hasSize(2);
        assertThat(trials("outbox-pickup", "jobrunr")).isEmpty();
        assertThat(trials("outbox-view", "floor")).isEmpty();
    }

    @Test
    void fanOutIsMeasuredOnBothStorages() {
        assertThat(trials("fanout", "dormouse"))
                .extracting(settings -> settings.text("storage"))
                .containsExactly("postgres", "sqlite");
    }

    private static Plan plan(String words) {
        Request request = Request.parse(words);
        return Plan.of(request.scenario(), request);
    }

    private static List<Settings> trials(String scenario, String system) {
        return Scenarios.named(scenario).plan(Systems.named(system), Options.defaults());
    }
}
