package dev.dormouse.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.benchmarks.scenarios.Outcome;
import dev.dormouse.benchmarks.scenarios.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SpeedLinesTest {
    private final List<Row> rows = new ArrayList<>();

    @Test
    void aRatioThatIsReachedSaysSo() {
        drained("dormouse", 1000, 90_000);
        drained("dormouse", 10, 1_000);
        drained("floor", 2, 200_000);

        assertThat(table()).contains("| drain of 200,000 jobs: of the floor | at least 0.360 | 0.450 | yes |");
    }

    @Test
    void aRatioThatIsMissedStandsOut() {
        drained("dormouse", 1000, 60_000);
        drained("floor", 2, 200_000);

        assertThat(table()).contains("| drain of 200,000 jobs: of the floor | at least 0.360 | 0.300 | **no** |");
    }

    @Test
    void aLineWhoseFiguresAreMissingSaysSo() {
        drained("dormouse", 1000, 60_000);
        rows.add(Row.of(
                "drain",
                "floor",
                Settings.none().with("slots", 2).with("jobs", 200_000),
                List.of(),
                List.of("It ended with status 1 and no result.")));

        assertThat(table()).contains("| drain of 200,000 jobs: of the floor | at least 0.360 | not measured |  |");
    }

    @Test
    void theDrainBesideAHeldTransactionIsComparedWithTheOneWithout() {
        Settings settings = Settings.none().with("slots", 1000).with("jobs", 500_000);
        add("drain", "dormouse", settings, "jobs_per_s", 100);
        add("drain", "dormouse", settings.with("hold_xmin", true), "jobs_per_s", 80);

        assertThat(table()).contains("open transaction: of that without | at least 0.700 | 0.800 | yes |");
    }

    @Test
    void ofTwoRunsOfTheSameTheLaterCounts() {
        add("idle", "dormouse", Settings.none().with("settings", "default"), "idle_statements_per_s", 1);
        add("idle", "dormouse", Settings.none().with("settings", "default"), "idle_statements_per_s", 0.01);

        assertThat(table()).contains("| idle, 4 queues: statements/s | at most 0.050 | 0.010 | yes |");
    }

    @Test
    void aFailedRowShowsWhyInEveryForm() {
        Row failed = Row.of("drain", "floor", Settings.none(), List.of(), List.of("It broke | badly."));

        assertThat(new Table(List.of(failed)).markdown()).contains("| floor |  | It broke \\| badly. |");
        assertThat(JsonLines.line(failed)).contains("\"failed\":[\"It broke | badly.\"]");
    }

    private void drained(String system, int slots, double rate) {
        add("drain", system, Settings.none().with("slots", slots).with("jobs", 200_000), "jobs_per_s", rate);
    }

    private void add(String scenario, String system, Settings settings, String metric, double value) {
        rows.add(Row.of(scenario, system, settings, List.of(Outcome.of(Map.of(metric, value))), List.of()));
    }

    private String table() {
        return SpeedLines.markdown(Run.of(List.of(new Section("any", "", "", rows))));
    }
}
