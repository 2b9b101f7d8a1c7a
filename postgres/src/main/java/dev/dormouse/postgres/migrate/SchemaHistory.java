package dev.dormouse.postgres.migrate;

import dev.dormouse.postgres.sql.SchemaName;
import dev.dormouse.postgres.sql.Sql;
import dev.dormouse.postgres.sql.SqlFiles;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The table {@code migration} of one schema, and the lock of those who write it. */
final class SchemaHistory {
    private final Sql begin;
    private final Sql exists;
    private final Sql read;

    SchemaHistory(SchemaName schema) {
        var files = SqlFiles.of(SchemaHistory.class, schema);
        this.begin = files.load("begin");
        this.exists = files.load("exists");
        this.read = files.load("read");
    }

    /** First statement of a run's transaction: waits until no other run is under way in this schema. */
    void lock(Connection connection, Duration timeout) throws SQLException {
        try (var call = begin.prepare(connection)) {
            call.set("lock_timeout_millis", Long.toString(timeout.toMillis())).update();
        }
    }

    /** What was applied, in order; nothing for a schema that is not there yet. */
    List<Entry> read(Connection connection) throws SQLException {
        return exists(connection) ? readEntries(connection) : List.of();
    }

    private boolean exists(Connection connection) throws SQLException {
        try (var call = exists.prepare(connection);
                ResultSet row = call.query()) {
            return row.next() && row.getBoolean(1);
        }
    }

    private List<Entry> readEntries(Connection connection) throws SQLException {
        var entries = new ArrayList<Entry>();
        try (var call = read.prepare(connection);
                ResultSet row = call.query()) {
            while (row.next()) {
                entries.add(new Entry(row.getInt("version"), row.getString("name"), row.getString("checksum")));
            }
        }
        return entries;
    }

    /** A row of the table. */
    record Entry(int version, String name, String checksum) {
        String file() {
            return "V%03d__%s.sql".formatted(version, name);
        }
    }
}
