package dev.dormouse.provider;

import java.time.Duration;

/** Checks that several requests share. */
final class Limits {

    private Limits() {}

    static void requireFetch(int max, Duration lockTimeout, Duration pollTimeout) {
        if (max < 1) {
            throw new IllegalArgumentException("max must be at least 1: " + max);
        }
        if (lockTimeout.toMillis() < 1) {
            throw new IllegalArgumentException("lockTimeout must be at least a millisecond: " + lockTimeout);
        }
        if (pollTimeout.isNegative()) {
            throw new IllegalArgumentException("pollTimeout must not be negative: " + pollTimeout);
        }
    }

    static void requireDelay(Duration delay) {
        if (delay.isNegative()) {
            throw new IllegalArgumentException("delay must not be negative: " + delay);
        }
    }

    static void requireName(String what, String name) {
        if (name.isEmpty()) {
            throw new IllegalArgumentException(what + " must not be empty");
        }
    }
}
