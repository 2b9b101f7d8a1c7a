package dev.dormouse.testkit;

import dev.dormouse.embedded.EmbeddedPostgres;
import dev.dormouse.embedded.EmbeddedPostgresConfig;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The one PostgreSQL server of this JVM's tests, started when it is first asked for and stopped when the JVM ends.
 *
 * <p>Tests share the server and take a {@link TestSchema} each, so they can run in parallel. A test that stops or crashes
 * its server starts one of its own.
 */
public final class TestPostgres {

    private TestPostgres() {}

    /** The shared server, with the extension {@code pg_stat_statements} in its database. */
    public static EmbeddedPostgres shared() {
        return Holder.SERVER;
    }

    /** What the shared server runs with; also a good start for a server of one's own. */
    public static EmbeddedPostgresConfig config() {
        return EmbeddedPostgresConfig.defaults()
                .withSetting("max_connections", "200")
                .withSetting("shared_buffers", "64MB")
                .withSetting("pg_stat_statements.track", "all")
                // A schema per test makes many statements; one that is forgotten would be counted as less than none.
                .withSetting("pg_stat_statements.max", "50000")
                .withSetting("max_wal_size", "256MB");
    }

    /** Loaded, and so started, with the first call. */
    private static final class Holder {

        static final EmbeddedPostgres SERVER = start();

        private static EmbeddedPostgres start() {
            // Nobody crashes this one, so nothing depends on what has reached the disk.
            EmbeddedPostgres server = EmbeddedPostgres.start(config().withSetting("fsync", "off"));
            try (Connection connection = DriverManager.getConnection(server.jdbcUrl());
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE EXTENSION IF NOT EXISTS pg_stat_statements");
            } catch (SQLException e) {
                server.close();
                throw new IllegalStateException("The test server could not be set up: " + e.getMessage(), e);
            }
            return server;
        }
    }
}
