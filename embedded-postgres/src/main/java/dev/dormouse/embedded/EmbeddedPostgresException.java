package dev.dormouse.embedded;

import org.jspecify.annotations.Nullable;

/** An embedded PostgreSQL could not be started or stopped; the message is one sentence that says what to do. */
public final class EmbeddedPostgresException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Reason reason;

    EmbeddedPostgresException(Reason reason, String message) {
        this(reason, message, null);
    }

    EmbeddedPostgresException(Reason reason, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }

    /** What stood in the way. */
    public enum Reason {
        /** Another program listens on the port that was asked for. */
        PORT_IN_USE,
        /** A live process owns the data folder. */
        FOLDER_IN_USE,
        /** The data folder cannot be created or written. */
        FOLDER_NOT_WRITABLE,
        /** The disk is full. */
        DISK_FULL,
        /** The data folder was made by another major version of PostgreSQL. */
        OTHER_MAJOR_VERSION,
        /** The class path has no PostgreSQL for this operating system and processor. */
        NO_BINARIES,
        /** PostgreSQL refuses to run as root, and no other account could be taken. */
        ROOT,
        /** Anything else; the message quotes PostgreSQL's own log. */
        FAILED
    }
}
