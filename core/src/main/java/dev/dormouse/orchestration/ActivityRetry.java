package dev.dormouse.orchestration;

import java.time.Duration;
import java.util.Objects;

/**
 * When a failed activity is tried again. A failure that says of itself that it is not retryable never is.
 *
 * @param attemptsMax how often it is tried, the first time included
 * @param retriesTimeouts whether an attempt that timed out is tried again, too
 */
public record ActivityRetry(int attemptsMax, Backoff backoff, boolean retriesTimeouts) {

    private static final ActivityRetry NONE = new ActivityRetry(1, Backoff.none(), false);

    public ActivityRetry {
        if (attemptsMax < 1) {
            throw new IllegalArgumentException("attemptsMax must be at least 1: " + attemptsMax);
        }
        Objects.requireNonNull(backoff, "backoff");
    }

    /** A single attempt. */
    public static ActivityRetry none() {
        return NONE;
    }

    /** Three attempts, 100 ms apart at first, twice as long each time, at most 30 s; timeouts are not tried again. */
    public static ActivityRetry byDefault() {
        return of(3, Backoff.exponential(Duration.ofMillis(100), 2, Duration.ofSeconds(30)));
    }

    public static ActivityRetry of(int attemptsMax, Backoff backoff) {
        return new ActivityRetry(attemptsMax, backoff, false);
    }

    public ActivityRetry retryingTimeouts() {
        return new ActivityRetry(attemptsMax, backoff, true);
    }
}
