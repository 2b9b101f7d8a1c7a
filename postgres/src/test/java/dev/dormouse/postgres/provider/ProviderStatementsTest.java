package dev.dormouse.postgres.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the statements of the provider must not do, whatever they do. */
class ProviderStatementsTest {

    /** An advisory lock makes those who want the same row wait for each other; a loop costs a round trip's worth per row. */
    @Test
    void noneTakesAnAdvisoryLockOrRunsALoop() throws Exception {
        for (Path statement : statements()) {
            assertThat(text(statement)).as(statement.toString()).doesNotContain("advisory", "plpgsql", "loop");
        }
    }

    /** Whoever claims passes over what others have; the one exception is told which rows, and all take them in one order. */
    @Test
    void claimsWaitForNobody() throws Exception {
        for (Path statement : statements()) {
            if (String.valueOf(statement.getFileName()).startsWith("claim_")) {
                assertThat(text(statement)).as(statement.toString()).contains("skip locked");
            }
        }
    }

    private static List<Path> statements() throws URISyntaxException, IOException {
        Path folder = Path.of(Objects.requireNonNull(PgProvider.class.getResource("sql/PgProvider"))
                .toURI());
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> all = files.sorted().toList();
            assertThat(all).hasSizeGreaterThan(30);
            return all;
        }
    }

    private static String text(Path statement) throws IOException {
        return Files.readString(statement).toLowerCase(Locale.ROOT);
    }
}
