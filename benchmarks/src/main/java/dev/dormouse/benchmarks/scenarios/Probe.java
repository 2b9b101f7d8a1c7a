package dev.dormouse.benchmarks.scenarios;

import dev.dormouse.benchmarks.systems.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The harness's own questions to the server. It connects as another role than the systems, so that what it asks is left
 * out of what it counts. Not thread-safe.
 */
final class Probe implements AutoCloseable {
    private final Database target;
    private final Connection connection;
    private final String databaseName;

    Probe(Trial trial) throws SQLException {
        target = new Database(
                trial.database().url(),
                trial.administration().user(),
                trial.administration().password());
        connection = trial.administration().connect();
        try (Connection system = trial.database().connect()) {
            databaseName = system.getCatalog();
        }
    }

    /** Statements that the system has run in its database since the server started, by pg_stat_statements. */
    long statements() throws SQLException {
        return number("""
                SELECT coalesce(sum(calls), 0)::bigint FROM pg_stat_statements s
                WHERE s.dbid = (SELECT oid FROM pg_database WHERE datname = ?)
                  AND s.userid <> (SELECT oid FROM pg_roles WHERE rolname = current_user)
                """);
    }

    /** Rows that the system's statements have returned or changed so far. */
    long rows() throws SQLException {
        return number("""
                SELECT coalesce(sum(rows), 0)::bigint FROM pg_stat_statements s
                WHERE s.dbid = (SELECT oid FROM pg_database WHERE datname = ?)
                  AND s.userid <> (SELECT oid FROM pg_roles WHERE rolname = current_user)
                """);
    }

    /** What the server has spent so far on statements of the system that look like this. */
    StatementTime time(String pattern) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement("""
                SELECT coalesce(sum(calls), 0)::bigint, coalesce(sum(total_exec_time), 0), coalesce(sum(rows), 0)::bigint
                FROM pg_stat_statements s
                WHERE s.dbid = (SELECT oid FROM pg_database WHERE datname = ?) AND query LIKE ?
                """)) {
            query.setString(1, databaseName);
            query.setString(2, pattern);
            try (ResultSet row = query.executeQuery()) {
                row.next();
                return new StatementTime(row.getLong(1), row.getDouble(2), row.getLong(3));
            }
        }
    }

    /** Connections that the system holds to its database. */
    long connections() throws SQLException {
        return number("SELECT count(*) FROM pg_stat_activity WHERE datname = ? AND usename <> current_user");
    }

    long walBytes() throws SQLException {
        return number("SELECT (pg_current_wal_insert_lsn() - '0/0')::bigint WHERE ?::text IS NOT NULL");
    }

    private long number(String sql) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setString(1, databaseName);
            try (ResultSet row = query.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    /** Leaves every system with the same start: planner statistics, no dead rows, a checkpoint just behind it. */
    void settle() throws SQLException {
        target.execute("VACUUM (ANALYZE)");
        target.execute("CHECKPOINT");
    }

    /** Every commit of the system's new connections waits that long before its flush, even if it is alone. */
    void delayCommits(int micros) throws SQLException {
        String database = "ALTER DATABASE \"" + databaseName + "\" SET ";
        target.execute(database + "commit_delay = " + micros);
        target.execute(database + "commit_siblings = 0");
    }

    /** A transaction whose snapshot keeps vacuum from removing what dies from now on; ends when closed. */
    Connection holdXmin() throws SQLException {
        Connection holder = target.connect();
        holder.setAutoCommit(false);
        holder.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        try (Statement snapshot = holder.createStatement()) {
            snapshot.execute("SELECT 1");
        }
        return holder;
    }

    /** A connection for asking whether anything is unfinished. */
    Connection connectToTarget() throws SQLException {
        return target.connect();
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
