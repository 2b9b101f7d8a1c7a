package dev.dormouse.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
