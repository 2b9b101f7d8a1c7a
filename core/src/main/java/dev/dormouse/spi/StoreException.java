package dev.dormouse.spi;

/** The store could not do what it was asked to. Says whether asking again may help. */
public final class StoreException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean retryable;

    public StoreException(String message, boolean retryable, Throwable cause) {
        super(message, cause);
        this.retryable = retryable;
    }

    /** A passing trouble (a deadlock, a lost connection), not a wrong request. */
    public boolean retryable() {
        return retryable;
    }
}
