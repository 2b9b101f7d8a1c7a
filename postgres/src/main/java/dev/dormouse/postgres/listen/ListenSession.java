package dev.dormouse.postgres.listen;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/** One connection from LISTEN to its end. Used by the listener's thread only; closing it loses the subscription. */
final class ListenSession implements AutoCloseable {

    private final Connection connection;
    private final PGConnection notifications;
    private final ListenerSettings settings;
    private final OpenConnections open;

    ListenSession(Connection connection, ListenerSettings settings, OpenConnections open) throws SQLException {
        this.connection = connection;
        this.settings = settings;
        this.open = open;
        this.notifications = driversOwn(connection);
        open.add(connection);
    }

    void listen() throws SQLException, CannotListenException {
        // Inside a transaction nothing is delivered, and the server's notification queue could not be trimmed.
        connection.setAutoCommit(true);
        connection.setNetworkTimeout(Runnable::run, (int) settings.pingTimeout().toMillis());
        try {
            execute("LISTEN \"" + settings.channel().replace("\"", "\"\"") + '"');
        } catch (SQLException e) {
            if (CannotListenException.isRefusal(e)) {
                throw new CannotListenException("LISTEN was refused: " + e.getMessage(), e);
            }
            throw e;
        }
    }

    /** Sends a nonce the way producers send, and waits for it to come back; returns how long that took. */
    Duration proveDelivery(DataSource producers) throws SQLException, CannotListenException {
        String nonce = WakePayload.echo(UUID.randomUUID().toString());
        long startNanos = System.nanoTime();
        sendEcho(producers, nonce);
        long deadlineNanos = System.nanoTime() + settings.echoTimeout().toNanos();
        while (true) {
            long leftMillis = (deadlineNanos - System.nanoTime()) / 1_000_000;
            if (leftMillis <= 0) {
                throw new CannotListenException(
                        "LISTEN was accepted, but a notification sent by another connection did not arrive within "
                                + settings.echoTimeout().toMillis()
                                + " ms: there is a transaction pooler in between, or"
                                + " the listener's URL leads to another database. Give the listener a direct URL",
                        null);
            }
            if (receive(leftMillis).contains(nonce)) {
                return Duration.ofNanos(System.nanoTime() - startNanos);
            }
        }
    }

    /**
     * Waits for notifications and returns their payloads; an empty list means that the silence grew long and the server
     * has just answered a ping.
     */
    List<String> next() throws SQLException {
        List<String> payloads = receive(settings.pingAfter().toMillis());
        if (payloads.isEmpty()) {
            execute("");
        }
        return payloads;
    }

    @Override
    public void close() {
        open.remove(connection);
        OpenConnections.abort(connection);
    }

    private static PGConnection driversOwn(Connection connection) throws SQLException {
        try {
            return connection.unwrap(PGConnection.class);
        } catch (SQLException e) {
            OpenConnections.abort(connection);
            throw new SQLException("The listener's connection is not one of the PostgreSQL driver", e);
        }
    }

    private List<String> receive(long timeoutMillis) throws SQLException {
        PGNotification[] batch = notifications.getNotifications((int) timeoutMillis);
        return batch == null
                ? List.of()
                : List.of(batch).stream()
                        .filter(n -> n.getName().equals(settings.channel()))
                        .map(PGNotification::getParameter)
                        .toList();
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private void sendEcho(DataSource producers, String nonce) throws SQLException, CannotListenException {
        try {
            new Borrowing(producers, open, settings.pingTimeout())
                    .run(producer -> Notify.execute(producer, settings.channel(), nonce));
        } catch (SQLException e) {
            if ("25006".equals(e.getSQLState())) {
                throw new CannotListenException("NOTIFY was refused: " + e.getMessage(), e);
            }
            throw new SQLException("Could not send the listener's self-test: " + e.getMessage(), e.getSQLState(), e);
        }
    }
}
