package dev.dormouse.postgres.listen;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;

/**
 * The connections that a background thread is using, so that {@code stop} can end whatever it waits for. Thread-safe.
 * Aborting closes the socket under the reader, which no interrupt does.
 */
final class OpenConnections {

    private final Set<Connection> open = new HashSet<>();
    private boolean aborted;

    /** Keeps the connection until {@link #remove}; refuses it when the thread is to end. */
    synchronized void add(Connection connection) throws SQLException {
        if (aborted) {
            abort(connection);
            throw new SQLException("Stopping");
        }
        open.add(connection);
    }

    synchronized void remove(Connection connection) {
        open.remove(connection);
    }

    synchronized boolean isAborted() {
        return aborted;
    }

    synchronized void abortAll() {
        aborted = true;
        open.forEach(OpenConnections::abort);
    }

    /** Closes without a word to the server, which may not be there to read it. */
    static void abort(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException alreadyBroken) {
            // Closed is all we want.
        }
    }
}
