package dev.dormouse.wake;

import java.time.Duration;
import java.util.Objects;

/** Checks on configured durations; the messages name the property and show the value. */
final class Durations {

    /** Keeps every sum of two durations within a {@code long} of nanoseconds. */
    private static final Duration LONGEST = Duration.ofDays(365);

    private Durations() {}

    static Duration requirePositive(String property, Duration value) {
        requireNotNegative(property, value);
        if (value.isZero()) {
            throw new IllegalArgumentException(property + " must be longer than zero: " + value);
        }
        return value;
    }

    static Duration requireNotNegative(String property, Duration value) {
        Objects.requireNonNull(value, property);
        if (value.isNegative()) {
            throw new IllegalArgumentException(property + " must not be negative: " + value);
        }
        if (value.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(property + " must be at most 365 days: " + value);
        }
        return value;
    }
}
