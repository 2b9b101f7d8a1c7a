package dev.dormouse.server;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.dormouse.embedded.EmbeddedPostgres;
import dev.dormouse.embedded.EmbeddedPostgresConfig;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The database of one command: a pool, and the embedded server below it if no URL was given. Opening it shows that the
 * server answers, that it is new enough and that it can be written to, before anything is done.
 */
final class Database implements AutoCloseable {

    private static final int VERSION_MIN = 14;
    private static final String CONNECT_TIMEOUT_SECONDS = "10";

    private final String url;
    private final HikariDataSource pool;
    /** Null if the server is somebody else's. */
    private final @Nullable EmbeddedPostgres embedded;

    private Database(String url, HikariDataSource pool, @Nullable EmbeddedPostgres embedded) {
        this.url = url;
        this.pool = pool;
        this.embedded = embedded;
    }

    static Database open(ConnectionOptions options) throws SQLException {
        String given = options.givenUrl().orElse(null);
        return given == null ? openEmbedded(options) : openGiven(given, options);
    }

    /** A pool of connections; closed with this. */
    DataSource dataSource() {
        return pool;
    }

    /** The URL without its secrets. */
    String displayUrl() {
        return Failures.redact(url);
    }

    boolean isEmbedded() {
        return embedded != null;
    }

    /** If the embedded server has ended by itself, that is the reason for this failure, and is thrown in its place. */
    void requireAlive(Exception failure) {
        if (embedded != null) {
            embedded.death().ifPresent(death -> {
                death.addSuppressed(failure);
                throw death;
            });
        }
    }

    @Override
    public void close() {
        pool.close();
        if (embedded != null) {
            embedded.close();
        }
    }

    private static Database openGiven(String url, ConnectionOptions options) throws SQLException {
        Properties properties = new Properties();
        options.givenUser().ifPresent(user -> properties.setProperty("user", user));
        options.givenPassword().ifPresent(password -> properties.setProperty("password", password));
        check(url, properties);
        return new Database(url, pool(url, properties), null);
    }

    private static Database openEmbedded(ConnectionOptions options) throws SQLException {
        EmbeddedPostgres embedded = EmbeddedPostgres.start(EmbeddedPostgresConfig.defaults()
                .withDataFolder(options.postgresFolder())
                .withPort(options.embeddedPort()));
        try {
            check(embedded.jdbcUrl(), new Properties());
            return new Database(embedded.jdbcUrl(), pool(embedded.jdbcUrl(), new Properties()), embedded);
        } catch (SQLException | RuntimeException e) {
            embedded.close();
            throw e;
        }
    }

    private static void check(String url, Properties properties) throws SQLException {
        refuseForeignUrl(url);
        Properties impatient = new Properties();
        impatient.setProperty("connectTimeout", CONNECT_TIMEOUT_SECONDS);
        impatient.setProperty("loginTimeout", CONNECT_TIMEOUT_SECONDS);
        impatient.putAll(properties);
        try (Connection connection = DriverManager.getConnection(url, impatient)) {
            refuseOldServer(url, connection);
            refuseReadOnlyServer(url, connection);
        }
    }

    private static void refuseForeignUrl(String url) {
        try {
            DriverManager.getDriver(url);
        } catch (SQLException e) {
            throw CommandFailure.usage("The URL " + Failures.redact(url)
                    + " is not one of PostgreSQL; it should look like jdbc:postgresql://host:5432/database.");
        }
    }

    private static void refuseOldServer(String url, Connection connection) throws SQLException {
        int major = connection.getMetaData().getDatabaseMajorVersion();
        if (major < VERSION_MIN) {
            throw CommandFailure.of(oldServer(url, connection.getMetaData().getDatabaseProductVersion()), null);
        }
    }

    static String oldServer(String url, String version) {
        return "The server at " + Failures.redact(url) + " is PostgreSQL " + version + ", but Dormouse needs "
                + VERSION_MIN + " or newer; upgrade it or use another server.";
    }

    private static void refuseReadOnlyServer(String url, Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SHOW transaction_read_only")) {
            if (rows.next() && rows.getString(1).equals("on")) {
                throw CommandFailure.of(
                        "The server at " + Failures.redact(url) + " is read-only for this user; use the primary server"
                                + " and a user whose default_transaction_read_only is off.",
                        null);
            }
        }
    }

    private static HikariDataSource pool(String url, Properties properties) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("dormouse");
        config.setJdbcUrl(url);
        config.setDataSourceProperties(properties);
        config.setMinimumIdle(1);
        return new HikariDataSource(config);
    }
}
