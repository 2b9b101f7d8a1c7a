package dev.dormouse.postgres.listen;

import dev.dormouse.wake.WakeHint;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Sends single notifications on somebody else's connection. */
public final class Notify {

    private static final String NOTIFY = "SELECT pg_notify(?, ?)";

    private Notify() {}

    /**
     * Announces work in the caller's own transaction: delivered if and when that commits. PostgreSQL folds equal hints of
     * one transaction into one. The price is a lock at commit that the whole cluster shares; announcing after the commit
     * through {@link PgAnnouncer} avoids it.
     *
     * @throws IllegalArgumentException if the queue's name cannot travel in a notification
     */
    public static void inTransaction(Connection connection, String channel, WakeHint hint) throws SQLException {
        execute(connection, channel, WakePayload.of(hint));
    }

    static void execute(Connection connection, String channel, String payload) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(NOTIFY)) {
            statement.setString(1, channel);
            statement.setString(2, payload);
            statement.execute();
        }
    }
}
