package dev.dormouse.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dormouse.embedded.EmbeddedPostgresException.Reason;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedPostgresIT {

    private static final Duration SOON = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    @Test
    void dataSurvivesCloseAndStart() throws SQLException {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(config())) {
            execute(postgres.jdbcUrl(), "CREATE TABLE kept AS SELECT 42 AS answer");
        }
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(config())) {
            assertThat(query(postgres.jdbcUrl(), "SELECT answer FROM kept")).isEqualTo("42");
        }
    }

    @Test
    void durableSettingsAreOn() throws SQLException {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(EmbeddedPostgresConfig.defaults())) {
            for (String setting : List.of("fsync", "synchronous_commit", "full_page_writes")) {
                assertThat(query(postgres.jdbcUrl(), "SHOW " + setting))
                        .as(setting)
                        .isEqualTo("on");
            }
            assertThat(query(postgres.jdbcUrl(), "SHOW server_version")).startsWith(postgres.version());
        }
    }

    @Test
    void temporaryFolderIsDeletedAtClose() {
        EmbeddedPostgres postgres = EmbeddedPostgres.start(EmbeddedPostgresConfig.defaults());
        assertThat(postgres.dataFolder()).exists();
        postgres.close();
        postgres.close();
        assertThat(postgres.dataFolder()).doesNotExist();
    }

    @Test
    void crashedServerComesBackOnTheSamePortWithItsData() throws SQLException {
        EmbeddedPostgresConfig temporary = EmbeddedPostgresConfig.defaults().withSetting("max_connections", "7");
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(temporary)) {
            int port = postgres.port();
            execute(postgres.jdbcUrl(), "CREATE TABLE kept AS SELECT 42 AS answer");
            postgres.crash();
            assertThatThrownBy(() -> query(postgres.jdbcUrl(), "SELECT 1")).isInstanceOf(SQLException.class);
            postgres.restart();
            assertThat(postgres.port()).isEqualTo(port);
            assertThat(query(postgres.jdbcUrl(), "SELECT answer FROM kept")).isEqualTo("42");
            assertThat(query(postgres.jdbcUrl(), "SHOW max_connections")).isEqualTo("7");
        }
    }

    @Test
    void serverKilledAloneComesBackAlthoughItsChildrenLinger() throws Exception {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(config())) {
            execute(postgres.jdbcUrl(), "CREATE TABLE kept AS SELECT 42 AS answer");
            awaitEnd(killServer(postgres));
            postgres.restart();
            assertThat(query(postgres.jdbcUrl(), "SELECT answer FROM kept")).isEqualTo("42");
        }
    }

    @Test
    void serverThatEndedByItselfIsExplainedByItsLog() throws Exception {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(config())) {
            assertThat(postgres.death()).isEmpty();
            Path log = postgres.dataFolder().resolve("postgres.log");
            Files.writeString(log, "PANIC:  could not write: No space left on device\n", StandardOpenOption.APPEND);
            awaitEnd(killServer(postgres));
            assertThat(awaitDeath(postgres).reason()).isEqualTo(Reason.DISK_FULL);
        }
    }

    @Test
    void dataSurvivesTheKillOfTheOwnersProcessGroup() throws Exception {
        OwnerProcess owner = OwnerProcess.start(folder);
        execute(owner.url, "CREATE TABLE kept AS SELECT 42 AS answer");
        owner.killGroup();
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(config())) {
            assertThat(query(postgres.jdbcUrl(), "SELECT answer FROM kept")).isEqualTo("42");
        }
    }

    @Test
    void dataSurvivesTheKillOfOwnerAndWatchdog() throws Exception {
        OwnerProcess owner = OwnerProcess.start(folder);
        execute(owner.url, "CREATE TABLE kept AS SELECT 42 AS answer");
        ProcessHandle server = ProcessHandle.of(owner.postgresPid).orElseThrow();
        ProcessHandle watchdog = server.parent().orElseThrow();
        List<ProcessHandle> ears =
                watchdog.children().filter(child -> !child.equals(server)).toList();
        watchdog.destroyForcibly();
        ears.forEach(ProcessHandle::destroyForcibly);
        owner.killGroup();
        assertThat(server.isAlive()).isTrue();
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(config())) {
            // Its process may linger for a moment after it has let go of the data.
            awaitEnd(server);
            assertThat(query(postgres.jdbcUrl(), "SELECT answer FROM kept")).isEqualTo("42");
        }
    }

    @Test
    void serverEndsSoonAfterItsOwnerIsKilled() throws Exception {
        OwnerProcess owner = OwnerProcess.start(folder);
        ProcessHandle server = ProcessHandle.of(owner.postgresPid).orElseThrow();
        owner.killAlone();
        awaitEnd(server);
    }

    @Test
    void pidOfAnotherProgramInAStalePidFileDoesNotMatter() throws Exception {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(config())) {
            killServer(postgres);
            List<String> stale = Files.readAllLines(pidFile());
            stale.set(0, Long.toString(ProcessHandle.current().pid()));
            postgres.crash();
            Files.write(pidFile(), stale);
        }
        EmbeddedPostgres.start(config()).close();
    }

    @Test
    void secondOwnerInThisProcessIsRefused() {
        try (EmbeddedPostgres first = EmbeddedPostgres.start(config())) {
            for (int tries = 0; tries < 2; tries++) {
                assertRefused(
                        () -> EmbeddedPostgres.start(config()),
                        Reason.FOLDER_IN_USE,
                        folder.toString(),
                        "process " + ProcessHandle.current().pid());
            }
            assertThat(first.port()).isPositive();
        }
    }

    @Test
    void secondOwnerInAnotherProcessIsRefused() throws Exception {
        OwnerProcess owner = OwnerProcess.start(folder);
        assertRefused(
                () -> EmbeddedPostgres.start(config()),
                Reason.FOLDER_IN_USE,
                folder.toString(),
                "process " + owner.pid);
        owner.killGroup();
    }

    @Test
    void portInUseIsRefused() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            assertRefused(
                    () -> EmbeddedPostgres.start(config().withPort(taken.getLocalPort())),
                    Reason.PORT_IN_USE,
                    Integer.toString(taken.getLocalPort()));
        }
    }

    @Test
    void fileInPlaceOfTheFolderIsRefused() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        assertRefused(
                () -> EmbeddedPostgres.start(config().withDataFolder(file)),
                Reason.FOLDER_NOT_WRITABLE,
                file.toString());
        assertRefused(
                () -> EmbeddedPostgres.start(config().withDataFolder(file.resolve("below"))),
                Reason.FOLDER_NOT_WRITABLE,
                file.toString());
    }

    @Test
    void folderOfAnotherMajorVersionIsRefused() throws IOException {
        Files.createDirectory(folder.resolve("cluster"));
        Files.writeString(folder.resolve("cluster").resolve("PG_VERSION"), "9.6\n");
        assertRefused(() -> EmbeddedPostgres.start(config()), Reason.OTHER_MAJOR_VERSION, folder.toString(), "9.6");
    }

    @Test
    void badSettingIsQuotedFromTheLogAndLeavesNothingBehind() {
        assertRefused(
                () -> EmbeddedPostgres.start(config().withSetting("max_connections", "many")),
                Reason.FAILED,
                "max_connections");
        EmbeddedPostgres.start(config()).close();
    }

    private EmbeddedPostgresConfig config() {
        return EmbeddedPostgresConfig.defaults().withDataFolder(folder);
    }

    private Path pidFile() {
        return folder.resolve("cluster").resolve("postmaster.pid");
    }

    private static ProcessHandle killServer(EmbeddedPostgres postgres) throws IOException {
        Path file = postgres.dataFolder().resolve("cluster").resolve("postmaster.pid");
        ProcessHandle server = ProcessHandle.of(
                        Long.parseLong(Files.readAllLines(file).get(0)))
                .orElseThrow();
        server.destroyForcibly();
        return server;
    }

    private static void awaitEnd(ProcessHandle process) throws Exception {
        process.onExit().get(SOON.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** The end of a server is told to its owner a moment later. */
    private static EmbeddedPostgresException awaitDeath(EmbeddedPostgres postgres) {
        long deadlineNanos = System.nanoTime() + SOON.toNanos();
        Optional<EmbeddedPostgresException> death = postgres.death();
        while (death.isEmpty() && System.nanoTime() < deadlineNanos) {
            death = postgres.death();
        }
        return death.orElseThrow();
    }

    private static void assertRefused(ThrowingCallable start, Reason reason, String... parts) {
        assertThatThrownBy(start)
                .isInstanceOfSatisfying(
                        EmbeddedPostgresException.class,
                        e -> assertThat(e.reason()).isEqualTo(reason))
                .message()
                .contains(parts)
                .doesNotContain("\n");
    }

    private static void execute(String url, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String query(String url, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }
}
