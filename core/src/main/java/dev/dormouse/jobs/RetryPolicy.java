package dev.dormouse.jobs;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** How long to wait before a failed job is tried again. */
@FunctionalInterface
public interface RetryPolicy {

    /**
     * The wait after a failed attempt.
     *
     * @param attempt the attempt that failed, from 1
     * @return the wait before the next one
     */
    Duration delay(int attempt);

    /** One second, doubling up to ten minutes, each a quarter longer or shorter by chance. */
    static RetryPolicy byDefault() {
        return exponential(Duration.ofSeconds(1), Duration.ofMinutes(10));
    }

    /** Doubles from {@code first} up to {@code max}, with a jitter of a quarter. */
    static RetryPolicy exponential(Duration first, Duration max) {
        requirePositive("first", first);
        requirePositive("max", max);
        return attempt -> {
            double factor = Math.pow(2, Math.min(attempt - 1, 60));
            double millis = Math.min(first.toMillis() * factor, (double) max.toMillis());
            double jitter = 0.75 + 0.5 * ThreadLocalRandom.current().nextDouble();
            return Duration.ofMillis((long) (millis * jitter));
        };
    }

    /** Always the same wait. */
    static RetryPolicy fixed(Duration delay) {
        if (delay.isNegative()) {
            throw new IllegalArgumentException("delay must not be negative: " + delay);
        }
        return attempt -> delay;
    }

    private static void requirePositive(String what, Duration value) {
        if (value.isZero() || value.isNegative()) {
            throw new IllegalArgumentException(what + " must be positive: " + value);
        }
    }
}
