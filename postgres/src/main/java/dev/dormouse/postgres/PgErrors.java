package dev.dormouse.postgres;

import dev.dormouse.spi.StoreException;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.Set;

/** Tells passing trouble from wrong requests by their SQLSTATE. */
public final class PgErrors {

    /** Besides the classes below: serialization, deadlock, lock and statement timeouts, a plan that a migration outdated. */
    private static final Set<String> RETRYABLE = Set.of("40001", "40P01", "55P03", "57014", "0A000", "25006", "25P03");

    private PgErrors() {}

    static StoreException of(String what, SQLException cause) {
        return new StoreException("Could not " + what + ": " + cause.getMessage(), retryable(cause), cause);
    }

    public static boolean retryable(SQLException e) {
        String state = e.getSQLState();
        if (state == null) {
            return e instanceof SQLTransientException || e instanceof SQLRecoverableException;
        }
        // 08: connection, 53: out of resources, 57P: shutting down or starting up.
        return RETRYABLE.contains(state)
                || state.startsWith("08")
                || state.startsWith("53")
                || state.startsWith("57P")
                || e instanceof SQLTransientException;
    }
}
