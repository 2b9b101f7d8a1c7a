package dev.dormouse.jobs;

import org.jspecify.annotations.Nullable;

/** Thrown by a handler to say that trying again is of no use: the job is parked at once. */
public class NonRetryableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public NonRetryableException(String message) {
        super(message);
    }

    public NonRetryableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
