package dev.dormouse.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

class FaultProxyIT {

    private final TestSchema schema = TestSchema.create();
    private final FaultProxy proxy = FaultProxy.to(schema.url());

    @AfterEach
    void close() {
        proxy.close();
        schema.close();
    }

    @Test
    void passesEverythingByDefault() throws SQLException {
        try (Connection connection = connect()) {
            assertThat(query(connection, "SELECT length(repeat('x', 1000000))")).isEqualTo("1000000");
            assertThat(query(connection, "SELECT repeat('x', 1000000)")).hasSize(1_000_000);
            assertThat(proxy.accepted()).isOne();
            assertThat(proxy.open()).isOne();
        }
    }

    @Test
    void cutBreaksOpenConnectionsOnly() throws SQLException {
        try (Connection connection = connect()) {
            proxy.cut();
            assertThatThrownBy(() -> query(connection, "SELECT 1")).isInstanceOf(SQLException.class);
        }
        try (Connection later = connect()) {
            assertThat(query(later, "SELECT 1")).isEqualTo("1");
        }
    }

    @Test
    void blackholeKeepsTheSocketOpenAndSilent() throws SQLException {
        try (Connection connection = connect()) {
            proxy.blackhole(true);
            connection.setNetworkTimeout(Runnable::run, 300);
            assertThatThrownBy(() -> query(connection, "SELECT 1")).hasStackTraceContaining("SocketTimeoutException");
            proxy.blackhole(false);
        }
        try (Connection later = connect()) {
            assertThat(query(later, "SELECT 1")).isEqualTo("1");
        }
    }

    @Test
    void droppedNotificationsLeaveTheRestAlone() throws SQLException {
        try (Connection connection = connect()) {
            query(connection, "LISTEN fault_proxy");
            proxy.dropNotifications(true);
            assertThat(query(connection, "SELECT pg_notify('fault_proxy', 'one')"))
                    .isEmpty();
            assertThat(received(connection)).isEmpty();
            proxy.dropNotifications(false);
            query(connection, "SELECT pg_notify('fault_proxy', 'two')");
            assertThat(received(connection))
                    .extracting(PGNotification::getParameter)
                    .containsExactly("two");
        }
    }

    @Test
    void refusedConnectionsFailAndOpenOnesGoOn() throws SQLException {
        try (Connection connection = connect()) {
            proxy.refuse(true);
            assertThatThrownBy(this::connect).isInstanceOf(SQLException.class);
            assertThat(query(connection, "SELECT 1")).isEqualTo("1");
        }
    }

    @Test
    void delayAddsToEveryRoundTrip() throws SQLException {
        try (Connection connection = connect()) {
            proxy.delay(Duration.ofMillis(50));
            long startNanos = System.nanoTime();
            query(connection, "SELECT 1");
            assertThat(Duration.ofNanos(System.nanoTime() - startNanos)).isGreaterThanOrEqualTo(Duration.ofMillis(100));
        }
    }

    @Test
    void aCommitIsCutOffFromItsReply() throws SQLException {
        String table = schema.quotedName() + ".t";
        try (Connection connection = connect()) {
            query(connection, "CREATE TABLE " + table + " (n int)");
            connection.setAutoCommit(false);
            query(connection, "INSERT INTO " + table + " VALUES (1)");
            proxy.cutAfterCommit();
            assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
        }
        try (Connection later = connect()) {
            assertThat(query(later, "SELECT count(*) FROM " + table)).isEqualTo("1");
        }
    }

    @Test
    void aStatementIsCutOffFromItsReply() throws SQLException {
        String table = schema.quotedName() + ".t";
        try (Connection connection = connect()) {
            query(connection, "CREATE TABLE " + table + " (n int)");
            proxy.cutBeforeReply("INSERT");
            assertThatThrownBy(() -> query(connection, "INSERT INTO " + table + " VALUES (1)"))
                    .isInstanceOf(SQLException.class);
        }
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(proxy.url(schema.url()));
    }

    private static PGNotification[] received(Connection connection) throws SQLException {
        return connection.unwrap(PGConnection.class).getNotifications();
    }

    /** The first column of the first row, or nothing. */
    private static String query(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            if (!statement.execute(sql)) {
                return "";
            }
            ResultSet rows = statement.getResultSet();
            assertThat(rows.next()).isTrue();
            return String.valueOf(rows.getString(1));
        }
    }
}
