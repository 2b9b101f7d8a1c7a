package dev.dormouse.postgres.listen;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The database answered, and cannot push to this node; trying again at once would not help. */
final class CannotListenException extends Exception {

    private static final long serialVersionUID = 1L;

    CannotListenException(String reason, @Nullable Throwable cause) {
        super(reason, cause);
    }

    /** Why the server refused, if it is a refusal; a broken or overloaded connection is not. */
    static boolean isRefusal(SQLException error) {
        String state = error.getSQLState();
        return state != null
                && !state.startsWith("08") // connection broken
                && !state.startsWith("53") // too many connections, out of memory
                && !state.startsWith("57") // shutting down, starting up, cancelled
                && !state.startsWith("58"); // disk trouble
    }
}
