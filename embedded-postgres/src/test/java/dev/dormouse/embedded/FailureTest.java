package dev.dormouse.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.embedded.EmbeddedPostgresException.Reason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailureTest {

    private static final Path FOLDER = Path.of("some", "folder");

    @ParameterizedTest
    @CsvSource({
        "DISK_FULL, FATAL:  could not extend file: No space left on device",
        "DISK_FULL, HINT:  Check free disk space.",
        "PORT_IN_USE, LOG:  could not bind IPv4 address: Address already in use",
        "FOLDER_NOT_WRITABLE, FATAL:  could not open file: Permission denied",
        "FAILED, FATAL:  something else"
    })
    void reasonIsReadFromTheLog(Reason reason, String line) {
        EmbeddedPostgresException failure = said("LOG:  starting", line);
        assertThat(failure.reason()).isEqualTo(reason);
        assertThat(failure).message().doesNotContain("\n").endsWith(".");
    }

    @Test
    void firstComplaintIsQuotedWithoutItsTimestamp() {
        assertThat(said("2026-01-01 UTC [1] FATAL:  the cause", "2026-01-01 UTC [1] PANIC:  the consequence"))
                .hasMessage("PostgreSQL did not start in the data folder " + FOLDER + ": the cause.");
    }

    @Test
    void silenceIsNamedToo() {
        assertThat(said()).hasMessageContaining("it said nothing");
    }

    @Test
    void fullDiskIsRecognisedInOurOwnWriting() {
        IOException full = new IOException("write: No space left on device");
        assertThat(Failure.of("Unpacking failed", full).reason()).isEqualTo(Reason.DISK_FULL);
    }

    private static EmbeddedPostgresException said(String... log) {
        return Failure.said("PostgreSQL did not start", FOLDER, 5432, List.of(log));
    }
}
