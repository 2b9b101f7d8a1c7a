package dev.dormouse.outbox;

/** Something that was to be done with messages could not be done. */
public final class OutboxException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public OutboxException(String message) {
        super(message);
    }

    public OutboxException(String message, Throwable cause) {
        super(message, cause);
    }
}
