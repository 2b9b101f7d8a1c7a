package dev.dormouse.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailuresTest {

    @ParameterizedTest
    @CsvSource({
        "28P01, --password",
        "28000, --user",
        "08001, --url",
        "08006, --url",
        "3D000, --url",
        "42501, privilege",
        "25006, read-only",
        "53100, disk is full",
        "53300, max_connections",
        "57P03, try again",
        "42602, --schema",
        "XX000, SQLSTATE XX000"
    })
    void everySqlStateGetsOneSentenceThatQuotesTheServer(String state, String advice) {
        SQLException failure = new SQLException("ERROR: the server's words.\n  Where: somewhere", state);
        Failure explained = Failures.explain(new IllegalStateException("a wrapper", failure));
        assertThat(explained.sentence())
                .contains("the server's words", advice)
                .doesNotContain("ERROR:", "\n", "wrapper")
                .endsWith(".");
        assertThat(explained.exitCode()).isEqualTo(Cli.FAILED);
    }

    @Test
    void hostThatIsNotKnownIsNamed() {
        SQLException failure =
                new SQLException("The connection attempt failed.", "08001", new UnknownHostException("nowhere"));
        assertThat(Failures.explain(failure).sentence()).isEqualTo("The host nowhere is not known; check --url.");
    }

    @Test
    void fullDiskIsNamed() {
        IOException failure = new IOException("No space left on device");
        assertThat(Failures.explain(new UncheckedIOException(failure)).sentence())
                .startsWith("The disk is full");
    }

    @Test
    void deniedFileIsNamed() {
        assertThat(Failures.explain(new AccessDeniedException("/some/file")).sentence())
                .contains("/some/file");
    }

    @Test
    void sentencesOfOurOwnWinOverTheirCauses() {
        CommandFailure failure = CommandFailure.of("Do this.", new SQLException("no", "28P01"));
        assertThat(Failures.explain(new IllegalStateException(failure)).sentence())
                .isEqualTo("Do this.");
    }

    @Test
    void mistakesOnTheCommandLineHaveAnExitCodeOfTheirOwn() {
        assertThat(Failures.explain(CommandFailure.usage("Do that.")).exitCode())
                .isEqualTo(Cli.USAGE);
    }

    @Test
    void anythingElseIsNamedWithItsKind() {
        assertThat(Failures.explain(new ArithmeticException("by zero")).sentence())
                .contains("ArithmeticException", "by zero", "--verbose");
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:postgresql://host/db?user=u&password=secret&ssl=true",
        "jdbc:postgresql://host/db?sslpassword=secret",
        "jdbc:postgresql://host/db?PASSWORD=secret",
        "postgresql://user:secret@host/db"
    })
    void passwordsInUrlsAreHidden(String url) {
        assertThat(Failures.redact("The URL " + url + " is wrong."))
                .doesNotContain("secret")
                .contains("***", "host", "is wrong");
    }
}
