package dev.dormouse.orchestration;

import java.time.Duration;

/** Checks on configured durations; the messages name the property and show the value. */
final class Times {

    private Times() {}

    static void requirePositive(String property, Duration value) {
        if (value.isZero() || value.isNegative()) {
            throw new IllegalArgumentException(property + " must be longer than zero: " + value);
        }
    }
}
