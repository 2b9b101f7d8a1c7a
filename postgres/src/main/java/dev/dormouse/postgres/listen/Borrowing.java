package dev.dormouse.postgres.listen;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

/**
 * Short statements on connections of the pool: none waits longer than the timeout for its answer, {@code stop} can end
 * all of them, and a connection that does not commit by itself is committed.
 */
record Borrowing(DataSource dataSource, OpenConnections open, Duration timeout) {

    void run(Work work) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            open.add(connection);
            try {
                runWithTimeout(connection, work);
            } finally {
                open.remove(connection);
            }
        }
    }

    /** The pool gets its own timeout back, unless there is no connection left to set it on. */
    private void runWithTimeout(Connection connection, Work work) throws SQLException {
        int before = connection.getNetworkTimeout();
        connection.setNetworkTimeout(Runnable::run, (int) timeout.toMillis());
        try {
            work.run(connection);
            if (!connection.getAutoCommit()) {
                connection.commit();
            }
        } finally {
            if (!connection.isClosed()) {
                connection.setNetworkTimeout(Runnable::run, before);
            }
        }
    }

    /** What to do with the connection. */
    interface Work {
        void run(Connection connection) throws SQLException;
    }
}
