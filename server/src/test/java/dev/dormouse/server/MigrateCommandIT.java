package dev.dormouse.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MigrateCommandIT {

    @TempDir
    Path folder;

    @Test
    void migratesAnEmbeddedDatabaseOnceAndFindsItDoneAfterwards() {
        CliRun first = migrate();
        assertThat(first.err()).isEmpty();
        assertThat(first.out()).contains("\"Work\"", "from version 0");
        CliRun second = migrate();
        assertThat(second.exitCode()).isZero();
        assertThat(second.out()).contains("already");
    }

    private CliRun migrate() {
        return CliRun.of("migrate", "--data", folder.toString(), "--schema", "Work");
    }
}
