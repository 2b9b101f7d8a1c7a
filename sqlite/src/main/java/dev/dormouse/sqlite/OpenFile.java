package dev.dormouse.sqlite;

import dev.dormouse.provider.ProviderException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;

/**
 * An open database: its connection, and the mark that keeps other processes out.
 *
 * @param mark null for a database in memory, which nobody else can reach
 */
record OpenFile(
        String name, Connection connection, @Nullable FileMark mark) {

    private static final int SCHEMA_VERSION = 1;
    private static final int BUSY_MILLIS = 10_000;

    static OpenFile inMemory() {
        try {
            return opened("SQLite in memory", "jdbc:sqlite::memory:", null);
        } catch (SQLException e) {
            throw new ProviderException("SQLite could not be opened in memory: " + e.getMessage(), false, e);
        }
    }

    static OpenFile at(Path path) {
        Path file = path.toAbsolutePath().normalize();
        FileMark mark = FileMark.take(file);
        try {
            return opened("SQLite at " + file, "jdbc:sqlite:" + file, mark);
        } catch (SQLException | RuntimeException e) {
            mark.release();
            throw new ProviderException("SQLite at " + file + " could not be opened: " + e.getMessage(), false, e);
        }
    }

    private static OpenFile opened(String name, String url, @Nullable FileMark mark) throws SQLException {
        Connection connection = config().createConnection(url);
        try {
            prepare(connection);
            connection.setAutoCommit(false);
            return new OpenFile(name, connection, mark);
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    /** FULL: what was committed survives a power failure, too. */
    private static SQLiteConfig config() {
        SQLiteConfig config = new SQLiteConfig();
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        config.setBusyTimeout(BUSY_MILLIS);
        return config;
    }

    private static void prepare(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            int version;
            try (var row = statement.executeQuery("pragma user_version")) {
                version = row.next() ? row.getInt(1) : 0;
            }
            if (version == 0) {
                statement.executeUpdate("begin;" + schema() + "pragma user_version = " + SCHEMA_VERSION + ";commit;");
            } else if (version != SCHEMA_VERSION) {
                throw new SQLException("the file has schema version " + version + ", this version of Dormouse knows "
                        + SCHEMA_VERSION + ": use the version that wrote it, or another file");
            }
        }
    }

    private static String schema() {
        try (InputStream in = Objects.requireNonNull(OpenFile.class.getResourceAsStream("schema.sql"), "schema.sql")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new ProviderException("The schema could not be read: " + e.getMessage(), false, e);
        }
    }

    void close() throws SQLException, IOException {
        try {
            connection.close();
        } finally {
            if (mark != null) {
                mark.release();
            }
        }
    }
}
