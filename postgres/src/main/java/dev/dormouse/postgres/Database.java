package dev.dormouse.postgres;

import dev.dormouse.postgres.sql.SchemaName;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.LongAdder;
import javax.sql.DataSource;

/**
 * Borrows connections for single statements and short transactions. No session state is left on them.
 *
 * @param calls how often one was borrowed, which is about how many round trips there were
 */
record Database(DataSource dataSource, SchemaName schema, LongAdder calls) {

    Database(DataSource dataSource, SchemaName schema) {
        this(dataSource, schema, new LongAdder());
    }

    @FunctionalInterface
    interface Work<R> {
        R on(Connection connection) throws SQLException;
    }

    /** Runs statements that each commit by themselves. */
    <R> R call(String what, Work<R> work) {
        calls.increment();
        try (Connection connection = dataSource.getConnection()) {
            boolean auto = connection.getAutoCommit();
            if (!auto) {
                connection.setAutoCommit(true);
            }
            try {
                return work.on(connection);
            } finally {
                // A connection that broke must not hide why.
                if (!auto && !connection.isClosed()) {
                    connection.setAutoCommit(false);
                }
            }
        } catch (SQLException e) {
            throw PgErrors.of(what, e);
        }
    }

    /** Runs statements in one transaction. */
    <R> R inTransaction(String what, Work<R> work) {
        calls.increment();
        try (Connection connection = dataSource.getConnection()) {
            boolean auto = connection.getAutoCommit();
            connection.setAutoCommit(false);
            try {
                R result = work.on(connection);
                connection.commit();
                return result;
            } catch (SQLException | RuntimeException e) {
                rollback(connection, e);
                throw e;
            } finally {
                if (auto && !connection.isClosed()) {
                    connection.setAutoCommit(true);
                }
            }
        } catch (SQLException e) {
            throw PgErrors.of(what, e);
        }
    }

    private static void rollback(Connection connection, Exception cause) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }
}
