package dev.dormouse.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.embedded.EmbeddedPostgres;
import dev.dormouse.embedded.EmbeddedPostgresConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every way in which a database can be wrong ends with one sentence and an exit code. */
class DatabaseIT {

    private static final String STRICT_RULES = """
            host all postgres 127.0.0.1/32 trust
            host all all      127.0.0.1/32 scram-sha-256
            """;

    @TempDir
    static Path folder;

    private static EmbeddedPostgres server;

    @BeforeAll
    static void startServerWithPasswords() throws SQLException, IOException {
        server = EmbeddedPostgres.start(EmbeddedPostgresConfig.defaults().withDataFolder(folder.resolve("server")));
        execute("CREATE ROLE guarded LOGIN PASSWORD 'right'");
        execute("CREATE ROLE reader LOGIN PASSWORD 'right'");
        execute("ALTER ROLE reader SET default_transaction_read_only = on");
        Files.writeString(server.dataFolder().resolve("cluster").resolve("pg_hba.conf"), STRICT_RULES);
        execute("SELECT pg_reload_conf()");
        server.restart();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @Test
    void rightPasswordWorks() {
        assertThat(probe("--user", "guarded", "--password", "right").err()).isEmpty();
    }

    @Test
    void wrongPasswordIsNotRepeated() {
        CliRun run = probe("--user", "guarded", "--password", "mistaken");
        assertFailed(run, "--password", "guarded");
        assertThat(run.err()).doesNotContain("mistaken");
    }

    @Test
    void wrongPasswordIsNotRepeatedInAStackTraceEither() {
        CliRun run = probe("--user", "guarded", "--password", "mistaken", "--verbose");
        assertThat(run.err()).contains("\tat ").doesNotContain("mistaken");
    }

    @Test
    void missingPasswordIsAskedFor() {
        assertFailed(probe("--user", "guarded"), "--password");
    }

    @Test
    void readOnlyRoleIsRefusedBeforeAnythingIsDone() {
        assertFailed(probe("--user", "reader", "--password", "right"), "read-only", "default_transaction_read_only");
    }

    @Test
    void missingPrivilegeIsNamed() {
        CliRun run = probe("--user", "guarded", "--password", "right", "--sql", "CREATE SCHEMA not_mine");
        assertFailed(run, "privilege", "permission denied");
    }

    @Test
    void missingDatabaseIsNamed() {
        assertFailed(CliRun.of("probe", "--url", server.jdbcUrl("nowhere")), "nowhere", "--url");
    }

    @Test
    void serverThatIsDownIsNamed() throws IOException {
        int nobody;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            nobody = socket.getLocalPort();
        }
        assertFailed(
                CliRun.of("probe", "--url", "jdbc:postgresql://127.0.0.1:" + nobody + "/x?password=secret"),
                "127.0.0.1:" + nobody,
                "--url");
    }

    @Test
    void embeddedServerIsUsedWithoutAUrl() {
        CliRun run = CliRun.of("probe", "--data", folder.resolve("embedded").toString());
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(folder.resolve("embedded").resolve("postgres")).isDirectory();
    }

    @Test
    void dataFolderThatCannotBeIsNamed() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        assertFailed(CliRun.of("probe", "--data", file.toString()), file.toString(), "choose another folder");
    }

    @Test
    void portInUseIsNamed() {
        String port = Integer.toString(server.port());
        CliRun run = CliRun.of("probe", "--data", folder.resolve("port").toString(), "--postgres-port", port);
        assertFailed(run, port, "choose another port");
        assertThat(folder.resolve("port")).doesNotExist();
    }

    @Test
    void oldServerIsNamedWithItsVersion() {
        assertThat(Database.oldServer("jdbc:postgresql://old/db?password=secret", "13.4"))
                .contains("jdbc:postgresql://old/db", "13.4", "14 or newer")
                .doesNotContain("secret");
    }

    private static CliRun probe(String... options) {
        String[] arguments = new String[options.length + 3];
        arguments[0] = "probe";
        arguments[1] = "--url";
        arguments[2] = "jdbc:postgresql://127.0.0.1:" + server.port() + "/postgres";
        System.arraycopy(options, 0, arguments, 3, options.length);
        return CliRun.of(arguments);
    }

    private static void assertFailed(CliRun run, String... parts) {
        assertThat(run.exitCode()).isEqualTo(Cli.FAILED);
        assertThat(run.err()).hasLineCount(1).startsWith("dormouse: ").contains(parts);
        assertThat(run.out()).isEmpty();
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(server.jdbcUrl());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
