package dev.dormouse.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.benchmarks.scenarios.Wire;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The whole harness with the floor and tiny counts: processes, server, figures, files. */
class FloorIT {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void drainHandlesEveryJob() {
        Map<?, ?> row = run("drain", "--jobs", "3000").get(0);

        assertThat(row.get("handled")).isEqualTo(3000.0);
        assertThat(number(row, "jobs_per_s")).isPositive();
        assertThat(number(row, "statements_per_job")).isPositive().isLessThan(1);
        assertThat(number(row, "wal_bytes_per_job")).isPositive();
        assertThat(folder.resolve("drain.md")).isRegularFile();
    }

    @Test
    void latencyHearsTheOtherProcess() {
        List<Map<?, ?>> rows = run("latency", "--jobs", "1", "--seconds", "1");

        assertThat(rows).hasSize(4).allSatisfy(row -> {
            assertThat(row.get("not_started")).isEqualTo(0.0);
            assertThat(number(row, "p99_ms")).isBetween(0.0, 30_000.0);
        });
    }

    @Test
    void anIdleListenerMakesNoStatements() {
        Map<?, ?> row = run("idle", "--seconds", "1").get(0);

        assertThat(row.get("idle_statements_per_s")).isEqualTo(0.0);
        assertThat(row.get("connections")).isEqualTo(1.0);
    }

    @Test
    void sustainedKeepsUpBesideAHeldTransaction() {
        Map<?, ?> row = run("sustained", "--seconds", "2", "--hold-xmin", "--backlog", "1000")
                .get(0);

        assertThat((String) row.get("config")).contains("backlog=1000", "hold_xmin=true");
        assertThat(number(row, "jobs_per_s")).isPositive();
        assertThat(number(row, "samples")).isPositive();
    }

    @Test
    void enqueueMeasuresEveryWay() {
        List<Map<?, ?>> rows = run("enqueue", "--seconds", "1");

        assertThat(rows)
                .hasSize(10)
                .allSatisfy(row -> assertThat(number(row, "jobs_per_s")).isPositive());
    }

    private List<Map<?, ?>> run(String... args) {
        StringWriter out = new StringWriter();
        CommandLine commandLine = Main.commandLine();
        commandLine.setOut(new PrintWriter(out));
        String[] floor = {"--systems", "floor", "--rounds", "1", "--json", "--output", folder.toString()};
        String[] all = new String[args.length + floor.length];
        System.arraycopy(args, 0, all, 0, args.length);
        System.arraycopy(floor, 0, all, args.length, floor.length);
        assertThat(commandLine.execute(all)).isZero();
        return out.toString().lines().<Map<?, ?>>map(FloorIT::parse).toList();
    }

    private static Map<?, ?> parse(String line) {
        return Wire.read(line, Map.class);
    }

    private static double number(Map<?, ?> row, String metric) {
        Object value = row.get(metric);
        assertThat(value).as(metric).isInstanceOf(Double.class);
        return value instanceof Double number ? number : Double.NaN;
    }
}
