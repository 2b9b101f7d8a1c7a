package dev.dormouse.postgres.listen;

import dev.dormouse.postgres.sql.SchemaName;
import dev.dormouse.testkit.FaultProxy;
import dev.dormouse.testkit.TestSchema;
import dev.dormouse.wake.Backoff;
import dev.dormouse.wake.WakeHint;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Properties;
import javax.sql.DataSource;

/** A schema, a bad network in front of its server, and a sink. */
final class ListenerFixture implements AutoCloseable {

    final TestSchema schema = TestSchema.create();
    final SchemaName name = SchemaName.of(schema.name());
    final FaultProxy proxy = FaultProxy.to(schema.url());
    final RecordingSink sink = new RecordingSink();

    /** The default settings, but in a hurry. */
    ListenerSettings settings() {
        return ListenerSettings.defaults(name.channel())
                .withPing(Duration.ofSeconds(1), Duration.ofSeconds(2))
                .withReconnect(new Backoff(Duration.ofMillis(10), Duration.ofMillis(200)))
                .withRetry(new Backoff(Duration.ofMillis(50), Duration.ofMillis(200)));
    }

    ListenConnector connector() {
        return new DriverConnector(proxy.url(schema.url()), new Properties());
    }

    DataSource producers() {
        return schema.dataSource();
    }

    PgListener listener(ListenerSettings settings) {
        return new PgListener(connector(), producers(), sink, settings);
    }

    PgListener listening() {
        PgListener listener = listener(settings());
        listener.start();
        sink.awaitStates("listening");
        return listener;
    }

    void notify(WakeHint hint) throws SQLException {
        try (Connection connection = producers().getConnection()) {
            Notify.inTransaction(connection, name.channel(), hint);
        }
    }

    void notifyRaw(String payload) throws SQLException {
        try (Connection connection = producers().getConnection()) {
            Notify.execute(connection, name.channel(), payload);
        }
    }

    /** The first column of the first row, or nothing. */
    String query(String sql) throws SQLException {
        try (Connection connection = producers().getConnection();
                Statement statement = connection.createStatement()) {
            if (!statement.execute(sql)) {
                return "";
            }
            ResultSet rows = statement.getResultSet();
            return rows.next() ? String.valueOf(rows.getString(1)) : "";
        }
    }

    /** A condition that finds this fixture's listener in pg_stat_activity, as long as it has not pinged. */
    String itsBackend() {
        return "FROM pg_stat_activity WHERE application_name = 'dormouse-listener' AND pid <> pg_backend_pid()"
                + " AND client_port IS NOT NULL AND query = 'LISTEN \"" + name.channel() + "\"'";
    }

    @Override
    public void close() {
        proxy.close();
        schema.close();
    }
}
