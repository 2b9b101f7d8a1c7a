package dev.dormouse.wake;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Delays that double from {@code min} with every failure in a row and never exceed {@code max}. An immutable value: the
 * caller counts its failures.
 *
 * @param min the ceiling after the first failure
 * @param max the ceiling after any number of failures
 */
public record Backoff(Duration min, Duration max) {

    public Backoff {
        Durations.requirePositive("min", min);
        Durations.requirePositive("max", max);
        if (max.compareTo(min) < 0) {
            throw new IllegalArgumentException("max must not be shorter than min: max=" + max + ", min=" + min);
        }
    }

    /**
     * A random delay between zero and the {@link #ceiling} ("full jitter"), so that many nodes that lost the same server at
     * the same instant do not come back at the same instant.
     */
    public Duration delay(int failures, RandomGenerator random) {
        return Duration.ofNanos(random.nextLong(ceiling(failures).toNanos() + 1));
    }

    /** The longest delay after this many failures in a row. */
    public Duration ceiling(int failures) {
        if (failures < 0) {
            throw new IllegalArgumentException("failures must not be negative: " + failures);
        }
        long maxNanos = max.toNanos();
        long nanos = min.toNanos();
        for (int doubling = 1; doubling < failures && nanos < maxNanos; doubling++) {
            nanos *= 2;
        }
        return Duration.ofNanos(Math.min(nanos, maxNanos));
    }
}
