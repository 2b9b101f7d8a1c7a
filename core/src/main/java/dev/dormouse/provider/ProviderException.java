package dev.dormouse.provider;

import org.jspecify.annotations.Nullable;

/** The provider could not do what it was asked to. Says whether asking again may help. */
public final class ProviderException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean retryable;

    public ProviderException(String message, boolean retryable, @Nullable Throwable cause) {
        super(message, cause);
        this.retryable = retryable;
    }

    /** A passing trouble (busy, a deadlock, a lost connection), not a wrong request. */
    public boolean retryable() {
        return retryable;
    }
}
