package dev.dormouse.orchestration;

import org.jspecify.annotations.Nullable;

/** Thrown by an activity or an orchestration to fail on purpose, and to say more than other exceptions can. */
public class ApplicationException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final @Nullable String details;
    private final boolean retryable;

    public ApplicationException(String message, @Nullable String details, boolean retryable) {
        super(message);
        this.details = details;
        this.retryable = retryable;
    }

    /** A failure that a retry policy does not try again. */
    public static ApplicationException nonRetryable(String message) {
        return new ApplicationException(message, null, false);
    }

    public @Nullable String details() {
        return details;
    }

    public boolean retryable() {
        return retryable;
    }
}
