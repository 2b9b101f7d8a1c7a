package dev.dormouse.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CliTest {

    @Test
    void versionNamesDormouseAndJava() {
        CliRun run = CliRun.of("version");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("Dormouse ", "Java ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "version --help", "probe --help"})
    void everyCommandHasHelp(String line) {
        CliRun run = CliRun.of(line.split(" ", -1));
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("Usage: dormouse", "--verbose");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void theBenchmarksAreListedThoughTheLauncherStartsThem() {
        assertThat(CliRun.of("--help").out()).contains("bench ", "side by side");
        CliRun run = CliRun.of("--verbose", "bench", "drain", "--jobs", "5");
        assertThat(run.exitCode()).isEqualTo(Cli.USAGE);
        assertThat(run.err()).contains("./dormouse bench --help");
    }

    @Test
    void noCommandIsAMistake() {
        CliRun run = CliRun.of();
        assertThat(run.exitCode()).isEqualTo(Cli.USAGE);
        assertThat(run.err()).hasLineCount(1).contains("dormouse --help");
    }

    @Test
    void commandThatDoesNotExistIsNamed() {
        CliRun run = CliRun.of("nonsense");
        assertThat(run.exitCode()).isEqualTo(Cli.USAGE);
        assertThat(run.err()).hasLineCount(1).contains("nonsense", "dormouse --help");
    }

    @Test
    void commandThatIsNearlyRightIsSuggested() {
        CliRun run = CliRun.of("demoo");
        assertThat(run.exitCode()).isEqualTo(Cli.USAGE);
        assertThat(run.err()).hasLineCount(1).contains("no command demoo; did you mean demo?");
    }

    @Test
    void numberThatIsNoneIsNamed() {
        CliRun run = CliRun.of("demo", "--seconds", "x");
        assertThat(run.exitCode()).isEqualTo(Cli.USAGE);
        assertThat(run.err())
                .hasLineCount(1)
                .contains("--seconds must be a whole number, not 'x'. See 'dormouse demo --help'");
    }

    @ParameterizedTest
    @CsvSource({
        "demo --seconds 4, --seconds must be between 5 and 3600: 4",
        "probe --postgres-port 65536, --postgres-port must be between 0 and 65535: 65536"
    })
    void numberOutOfItsBoundsIsNamed(String line, String sentence) {
        CliRun run = CliRun.of(line.split(" ", -1));
        assertThat(run.exitCode()).isEqualTo(Cli.USAGE);
        assertThat(run.err()).hasLineCount(1).contains(sentence);
    }

    @ParameterizedTest
    @ValueSource(strings = {"probe --pasword secret", "probe --pasword=secret", "probe secret"})
    void whatFollowsAMisspeltOptionIsNotRepeated(String line) {
        CliRun run = CliRun.of(line.split(" ", -1));
        assertThat(run.exitCode()).isEqualTo(Cli.USAGE);
        assertThat(run.err()).hasLineCount(1).contains("dormouse probe --help").doesNotContain("secret");
    }

    @Test
    void embeddedOptionsAndUrlExcludeEachOther() {
        CliRun run = CliRun.of("probe", "--url", "jdbc:postgresql://127.0.0.1/x", "--data", "folder");
        assertThat(run.exitCode()).isEqualTo(Cli.USAGE);
        assertThat(run.err()).hasLineCount(1).contains("--data");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://host/db", "jdbc:mysql://host/db", "postgresql://me:secret@host/db", "nonsense"})
    void urlOfAnotherKindIsRefusedWithAnExample(String url) {
        CliRun run = CliRun.of("probe", "--url", url);
        assertThat(run.exitCode()).isEqualTo(Cli.USAGE);
        assertThat(run.err())
                .hasLineCount(1)
                .contains("jdbc:postgresql://host:5432/database")
                .doesNotContain("secret");
    }

    @Test
    void stackTraceIsShownOnlyWhenAskedFor() {
        assertThat(CliRun.of("probe", "--url", "nonsense").err()).doesNotContain("\tat ");
        assertThat(CliRun.of("probe", "--url", "nonsense", "--verbose").err()).contains("\tat ");
        assertThat(CliRun.of("--verbose", "probe", "--url", "nonsense").err()).contains("\tat ");
    }
}
