package dev.dormouse.outbox;

import java.time.Duration;
import java.util.Objects;

/**
 * How one route delivers. Immutable; start from {@link #defaults()} and change what differs.
 *
 * @param batchSize how many messages a sink is given at most in one call
 * @param concurrency how many calls to the sink this node makes at a time
 * @param timeout how long one call may take before it is interrupted and counts as failed
 * @param attemptsMax after so many failures a message is parked
 * @param retryBackoffMin the wait after the first failure of a message; it doubles from there
 * @param retryBackoffMax what that wait grows up to: minutes are fine, since only the message and its key wait
 * @param whenParked what becomes of the rest of a parked message's key
 */
public record RouteSettings(
        int batchSize,
        int concurrency,
        Duration timeout,
        int attemptsMax,
        Duration retryBackoffMin,
        Duration retryBackoffMax,
        WhenParked whenParked) {

    private static final int BATCH_SIZE_MAX = 1000;
    private static final int CONCURRENCY_MAX = 1000;
    private static final int ATTEMPTS_MAX = 10_000;

    private static final RouteSettings DEFAULTS = new RouteSettings(
            100, 16, Duration.ofSeconds(30), 20, Duration.ofSeconds(1), Duration.ofMinutes(10), WhenParked.BLOCK_KEY);

    public RouteSettings {
        requireBetween("batchSize", batchSize, BATCH_SIZE_MAX);
        requireBetween("concurrency", concurrency, CONCURRENCY_MAX);
        requireBetween("attemptsMax", attemptsMax, ATTEMPTS_MAX);
        requirePositive("timeout", timeout);
        requirePositive("retryBackoffMin", retryBackoffMin);
        requirePositive("retryBackoffMax", retryBackoffMax);
        if (retryBackoffMax.compareTo(retryBackoffMin) < 0) {
            throw new IllegalArgumentException("retryBackoffMax must not be shorter than retryBackoffMin:"
                    + " retryBackoffMax=" + retryBackoffMax + ", retryBackoffMin=" + retryBackoffMin);
        }
        Objects.requireNonNull(whenParked, "whenParked");
    }

    public static RouteSettings defaults() {
        return DEFAULTS;
    }

    public RouteSettings withBatchSize(int messages) {
        return new RouteSettings(
                messages, concurrency, timeout, attemptsMax, retryBackoffMin, retryBackoffMax, whenParked);
    }

    public RouteSettings withConcurrency(int calls) {
        return new RouteSettings(batchSize, calls, timeout, attemptsMax, retryBackoffMin, retryBackoffMax, whenParked);
    }

    public RouteSettings withTimeout(Duration limit) {
        return new RouteSettings(
                batchSize, concurrency, limit, attemptsMax, retryBackoffMin, retryBackoffMax, whenParked);
    }

    public RouteSettings withAttemptsMax(int attempts) {
        return new RouteSettings(
                batchSize, concurrency, timeout, attempts, retryBackoffMin, retryBackoffMax, whenParked);
    }

    /** Both bounds at once, since each limits the other. */
    public RouteSettings withRetryBackoff(Duration min, Duration max) {
        return new RouteSettings(batchSize, concurrency, timeout, attemptsMax, min, max, whenParked);
    }

    public RouteSettings withWhenParked(WhenParked choice) {
        return new RouteSettings(
                batchSize, concurrency, timeout, attemptsMax, retryBackoffMin, retryBackoffMax, choice);
    }

    private static void requireBetween(String what, int value, int max) {
        if (value < 1 || value > max) {
            throw new IllegalArgumentException(what + " must be 1 to " + max + ": " + value);
        }
    }

    static void requirePositive(String what, Duration value) {
        if (value.isZero() || value.isNegative()) {
            throw new IllegalArgumentException(what + " must be positive: " + value);
        }
    }
}
