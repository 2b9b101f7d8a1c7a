package dev.dormouse.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class MainTest {
    private final StringWriter errors = new StringWriter();

    @Test
    void anUnknownScenarioIsNamedWithTheKnownOnes() {
        assertThat(run("naps")).isEqualTo(2);
        assertThat(errors.toString())
                .startsWith(
                        "There is no scenario \"naps\"; choose from idle, latency, drain, claims, enqueue, sustained,");
    }

    @Test
    void anUnknownSystemIsNamedWithTheKnownOnes() {
        assertThat(run("idle", "--systems", "floor,quartz")).isEqualTo(2);
        assertThat(errors.toString())
                .startsWith("There is no system \"quartz\"; choose from dormouse, floor, db-scheduler,");
    }

    @Test
    void negativeSecondsAreRefused() {
        assertThat(run("idle", "--seconds", "-1")).isEqualTo(2);
        assertThat(errors.toString()).startsWith("--seconds must not be negative, but was -1");
    }

    @Test
    void noRoundsAreRefused() {
        assertThat(run("idle", "--rounds", "0")).isEqualTo(2);
        assertThat(errors.toString()).startsWith("--rounds must be at least 1, but was 0");
    }

    @Test
    void noScenarioIsRefusedWithTheKnownOnes() {
        assertThat(run()).isEqualTo(2);
        assertThat(errors.toString()).startsWith("Name a scenario: idle,");
    }

    private int run(String... args) {
        CommandLine commandLine = Main.commandLine();
        commandLine.setErr(new PrintWriter(errors));
        return commandLine.execute(args);
    }
}
