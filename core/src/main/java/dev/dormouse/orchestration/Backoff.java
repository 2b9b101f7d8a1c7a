package dev.dormouse.orchestration;

import java.time.Duration;

/** How long to wait before an activity is tried again. Must give the same answer every time: no chance in it. */
@FunctionalInterface
public interface Backoff {

    /** The wait after an attempt that failed, the first being 1; zero tries again at once. */
    Duration delay(int attempt);

    static Backoff none() {
        return attempt -> Duration.ZERO;
    }

    static Backoff fixed(Duration delay) {
        requireNotNegative("delay", delay);
        return attempt -> delay;
    }

    /** Grows by {@code step} with every attempt, up to {@code max}. */
    static Backoff linear(Duration step, Duration max) {
        requireNotNegative("step", step);
        requireNotNegative("max", max);
        return attempt -> scaled(step, attempt, max);
    }

    /** Grows by {@code factor} with every attempt, from {@code first} up to {@code max}. */
    static Backoff exponential(Duration first, double factor, Duration max) {
        requireNotNegative("first", first);
        requireNotNegative("max", max);
        if (!(factor >= 1) || Double.isInfinite(factor)) {
            throw new IllegalArgumentException("factor must be at least 1: " + factor);
        }
        return attempt -> scaled(first, StrictMath.pow(factor, attempt - 1.0), max);
    }

    private static Duration scaled(Duration base, double by, Duration max) {
        double millis = Math.min(base.toMillis() * by, (double) max.toMillis());
        return Duration.ofMillis((long) millis);
    }

    private static void requireNotNegative(String what, Duration value) {
        if (value.isNegative()) {
            throw new IllegalArgumentException(what + " must not be negative: " + value);
        }
    }
}
