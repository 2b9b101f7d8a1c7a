package dev.dormouse.postgres;

import dev.dormouse.postgres.sql.SchemaName;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Borrows connections for single statements and short transactions. No session state is left on them. */
record Database(DataSource dataSource, SchemaName schema) {

    @FunctionalInterface
    interface Work<R> {
        R on(Connection connection) throws SQLException;
    }

    /** Runs statements that each commit by themselves. */
    <R> R call(String what, Work<R> work) {
        try (Connection connection = dataSource.getConnection()) {
            boolean auto = connection.getAutoCommit();
            if (!auto) {
                connection.setAutoCommit(true);
            }
            try {
                return work.on(connection);
            } finally {
                if (!auto) {
                    connection.setAutoCommit(false);
                }
            }
        } catch (SQLException e) {
            throw PgErrors.of(what, e);
        }
    }

    /** Runs statements in one transaction. */
    <R> R inTransaction(String what, Work<R> work) {
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
