package dev.dormouse.postgres.listen;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Opens the listener's own connection. It must be a new one to PostgreSQL itself: not lent by a pool, and not through a
 * pooler that shares server sessions.
 */
@FunctionalInterface
public interface ListenConnector {

    /** Opens a connection; the listener closes it. */
    Connection connect() throws SQLException;

    /** Ends a {@link #connect} that is under way, as far as possible. Called when the listener stops, for good. */
    default void abandon() {}

    /** One for a single listener, whose {@link #abandon} no other listener feels. */
    default ListenConnector forOneListener() {
        return this;
    }
}
