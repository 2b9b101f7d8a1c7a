package dev.dormouse.postgres.provider;

import dev.dormouse.postgres.PgErrors;
import dev.dormouse.postgres.sql.SchemaName;
import dev.dormouse.postgres.sql.Sql;
import dev.dormouse.postgres.sql.SqlFiles;
import dev.dormouse.provider.ProviderException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import javax.sql.DataSource;

/**
 * Borrows connections for single calls and short transactions, and says of every failure whether it may pass. What the
 * server rolled back for a reason of its own (a deadlock, a plan that a migration outdated) is tried again here.
 */
final class ProviderDatabase {

    private static final int ATTEMPTS_MAX = 5;
    private static final Set<String> TRIED_AGAIN = Set.of("40P01", "40001", "0A000");

    private final DataSource dataSource;
    private final SchemaName schema;
    private final SqlFiles files;
    private volatile boolean closed;

    @FunctionalInterface
    interface Work<R> {
        R on(Connection connection) throws SQLException;
    }

    ProviderDatabase(DataSource dataSource, SchemaName schema) {
        this.dataSource = dataSource;
        this.schema = schema;
        this.files = SqlFiles.of(PgProvider.class, schema);
    }

    SchemaName schema() {
        return schema;
    }

    /** From now on every call is refused; those under way go on. */
    void close() {
        closed = true;
    }

    /** Statements from {@code sql/PgProvider}; several travel and commit together. */
    Sql load(String... statements) {
        return files.load(statements);
    }

    /** Runs one call, which commits by itself. */
    <R> R call(String what, Work<R> work) {
        return again(what, connection -> {
            boolean auto = connection.getAutoCommit();
            if (!auto) {
                connection.setAutoCommit(true);
            }
            try {
                return work.on(connection);
            } finally {
                if (!auto && !connection.isClosed()) {
                    connection.setAutoCommit(false);
                }
            }
        });
    }

    /** Runs calls in one transaction. */
    <R> R inTransaction(String what, Work<R> work) {
        return again(what, connection -> {
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
        });
    }

    private <R> R again(String what, Work<R> work) {
        if (closed) {
            throw new ProviderException(
                    "Could not " + what + ": the provider is closed, open another one", false, null);
        }
        for (int attempt = 1; ; attempt++) {
            try (Connection connection = dataSource.getConnection()) {
                return work.on(connection);
            } catch (SQLException e) {
                if (attempt == ATTEMPTS_MAX || !TRIED_AGAIN.contains(String.valueOf(e.getSQLState()))) {
                    throw failure(what, e);
                }
            }
        }
    }

    static ProviderException failure(String what, SQLException cause) {
        return new ProviderException("Could not " + what + ": " + cause.getMessage(), PgErrors.retryable(cause), cause);
    }

    private static void rollback(Connection connection, Exception cause) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }
}
