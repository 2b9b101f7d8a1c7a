package dev.dormouse.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MigrateCommandTest {

    @Test
    void printNeedsNoDatabase() {
        CliRun run =
                CliRun.of("migrate", "--print", "--schema", "My \"odd\" one", "--url", "jdbc:postgresql://nowhere/x");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("\"My \"\"odd\"\" one\"", "create table");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "pg_mine",
                "information_schema",
                "a23456789b123456789c123456789d123456789e123456789f123456789g123" + "x"
            })
    void schemaNameThatCannotBeIsRefused(String name) {
        CliRun run = CliRun.of("migrate", "--print", "--schema", name);
        assertThat(run.exitCode()).isEqualTo(Cli.USAGE);
        assertThat(run.err()).hasLineCount(1).contains("schema name");
    }
}
