package dev.dormouse.postgres.migrate;

import org.jspecify.annotations.Nullable;

/** A schema could not be migrated. The message says why and what to do; the schema is as it was before. */
public final class MigrationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MigrationException(String message) {
        super(message);
    }

    MigrationException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
