package dev.dormouse.postgres.migrate;

import dev.dormouse.postgres.sql.SchemaName;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Turns what the server or the driver said into one sentence that says what to do. */
record MigrationErrors(SchemaName schema) {
    private static final String INSUFFICIENT_PRIVILEGE = "42501";
    private static final String READ_ONLY_TRANSACTION = "25006";
    private static final String LOCK_NOT_AVAILABLE = "55P03";
    private static final String UNDEFINED_COLUMN = "42703";
    private static final String DUPLICATE_TABLE = "42P07";

    MigrationException explain(SQLException e, @Nullable Migration running) {
        return new MigrationException(sentence(sqlState(e), message(e), running), e);
    }

    private String sentence(String state, String message, @Nullable Migration running) {
        if (state.startsWith("08") || state.startsWith("28") || state.startsWith("3D") || state.startsWith("57P")) {
            return "Cannot reach the database to migrate the schema " + schema.quoted() + ": " + message
                    + "; check the address, the database, the role and its password.";
        }
        return switch (state) {
            case INSUFFICIENT_PRIVILEGE ->
                "The role may not migrate the schema " + schema.quoted() + ": " + message
                        + "; use the role that owns the schema, or let an administrator run: CREATE SCHEMA "
                        + schema.quoted() + " AUTHORIZATION <role>.";
            case READ_ONLY_TRANSACTION ->
                "Cannot migrate the schema " + schema.quoted()
                        + " over a read-only connection: " + message
                        + "; connect to the primary server with a role that may write.";
            case LOCK_NOT_AVAILABLE ->
                "Gave up waiting for a lock to migrate the schema " + schema.quoted() + ": " + message
                        + "; nothing was changed, try again when the other migration or long transaction is over.";
            case UNDEFINED_COLUMN, DUPLICATE_TABLE ->
                "The schema " + schema.quoted()
                        + " holds a table of somebody else that Dormouse needs by the same name: " + message
                        + "; choose a schema of its own for Dormouse.";
            default ->
                (running == null ? "Reading the history" : "The migration " + running.file()) + " failed in the"
                        + " schema " + schema.quoted() + ": " + message + "; nothing was changed.";
        };
    }

    /** A pool wraps the driver's exception in one of its own, often without the state. */
    private static String sqlState(Throwable thrown) {
        for (Throwable e = thrown; e != null; e = e.getCause()) {
            if (e instanceof SQLException sql && sql.getSQLState() != null) {
                return sql.getSQLState();
            }
        }
        return "";
    }

    /** The first line, without the driver's "ERROR: " and a full stop that the sentence goes on behind. */
    private static String message(SQLException e) {
        String message = e.getMessage() == null ? e.toString() : e.getMessage();
        String line = message.lines().findFirst().orElse("").strip().replaceFirst("^(ERROR|FATAL): ", "");
        return line.endsWith(".") ? line.substring(0, line.length() - 1) : line;
    }
}
