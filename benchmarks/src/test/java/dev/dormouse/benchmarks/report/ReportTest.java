package dev.dormouse.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.benchmarks.scenarios.Latencies;
import dev.dormouse.benchmarks.scenarios.Outcome;
import dev.dormouse.benchmarks.scenarios.Settings;
import dev.dormouse.benchmarks.scenarios.Wire;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class ReportTest {
    private final Row fast = row("floor", 200_000, 0.25);
    private final Row slow = row("a-slow-one", 1_234, 100);

    @Test
    void aJsonLineHasTheNamesFirstAndThenEveryMetric() {
        String line = JsonLines.line(fast);

        assertThat(line).startsWith("{\"scenario\":\"sustained\",\"system\":\"floor\",\"config\":\"slots=2\",");
        assertThat(line).doesNotContain("\n");
        Map<?, ?> members = Wire.read(line, Map.class);
        assertThat(members.get("jobs_per_s")).isEqualTo(200_000.0);
        assertThat(members.get("p50_ms")).isEqualTo(0.25);
    }

    @Test
    void theTableAlignsFiguresToTheRight() {
        List<String> lines = new Table(List.of(fast, slow)).text().lines().toList();

        assertThat(lines).allSatisfy(line -> assertThat(line).hasSameSizeAs(lines.get(0)));
        assertThat(lines.get(0)).startsWith("system      config ").endsWith("jobs_per_s");
        assertThat(lines.get(1)).startsWith("floor       slots=2").endsWith("   200,000");
        assertThat(lines.get(2)).startsWith("a-slow-one  slots=2").endsWith("     1,234");
    }

    @Test
    void aRowWithoutAMetricLeavesItsCellEmpty() {
        Row other =
                Row.of("idle", "floor", Settings.none(), List.of(Outcome.of(Map.of("connections", 3.0))), List.of());

        assertThat(new Table(List.of(fast, other)).markdown()).contains("| floor |  |  |  |  |  |  | 3 |");
    }

    @Test
    void figuresShowAboutThreeDigits() {
        assertThat(List.of(0.0, 0.0213, 1.2345, 42.0, 123.4, 205_000.7).stream().map(Figures::show))
                .containsExactly("0", "0.021", "1.23", "42", "123", "205,001");
    }

    @Test
    void thePageLinksChartsThatAreWellFormed(@TempDir Path folder) throws Exception {
        Section section = new Section("sustained", "What it is.", "./dormouse bench sustained", List.of(fast, slow));
        Path page = new Page(section, List.of("2 cores")).writeTo(folder);

        assertThat(Files.readString(page))
                .contains(
                        "What it is.",
                        "    ./dormouse bench sustained",
                        "- 2 cores",
                        "sustained-jobs_per_s-over-time.svg");
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> charts =
                    files.filter(file -> file.toString().endsWith(".svg")).toList();
            assertThat(charts).hasSize(2).allSatisfy(ReportTest::assertTwoCurves);
        }
    }

    @Test
    void aLogarithmicAxisSpansWholeDecadesAndTakesZero() {
        Axis axis = Axis.Logarithmic.over(List.of(0.0, 0.3, 45.0));

        assertThat(axis.ticks()).containsExactly(0.1, 1.0, 10.0, 100.0);
        assertThat(axis.position(0)).isZero();
        assertThat(axis.position(100)).isEqualTo(1);
    }

    private static void assertTwoCurves(Path chart) throws Exception {
        Document svg = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(Files.readString(chart))));
        assertThat(svg.getElementsByTagName("polyline").getLength()).isEqualTo(2);
        assertThat(Files.readString(chart)).doesNotContain("NaN");
    }

    private static Row row(String system, double rate, double millis) {
        Latencies latencies = new Latencies();
        latencies.recordNanos((long) (millis * 1e6));
        Outcome outcome = Outcome.of(Map.of())
                .with("jobs_per_s", rate)
                .withLatencies(latencies)
                .withSeries("jobs_per_s", List.of(rate / 2, rate));
        return Row.of("sustained", system, Settings.none().with("slots", 2), List.of(outcome), List.of());
    }
}
