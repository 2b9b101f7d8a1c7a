package dev.dormouse.postgres.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class MigrationFilesTest {
    @Test
    void everyFileIsListed() throws IOException, URISyntaxException {
        URI base = Objects.requireNonNull(Migrations.class.getResource("V001__base.sql"))
                .toURI();
        try (var files = Files.list(Path.of(base).resolveSibling(""))) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(file -> file.endsWith(".sql")))
                    .containsExactlyInAnyOrderElementsOf(MigrationFiles.NAMES);
        }
    }

    @Test
    void versionsCountFromOneWithoutGaps() {
        assertThat(MigrationFiles.all())
                .extracting(Migration::version)
                .containsExactlyElementsOf(IntStream.rangeClosed(1, MigrationFiles.NAMES.size())
                        .boxed()
                        .toList());
    }

    @Test
    void lineEndingsDoNotChangeTheChecksum() {
        assertThat(Migration.of("V001__a.sql", "a\r\nb\r\n").checksum())
                .isEqualTo(Migration.of("V001__a.sql", "a\nb\n").checksum())
                .isNotEqualTo(Migration.of("V001__a.sql", "a\nc\n").checksum());
    }

    @Test
    void anOddNameIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Migration.of("V1-a.sql", ""))
                .withMessageContaining("V1-a.sql");
    }
}
