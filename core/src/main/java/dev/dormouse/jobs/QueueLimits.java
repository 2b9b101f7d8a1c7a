package dev.dormouse.jobs;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How much of a queue may run in the whole cluster. Immutable; start from {@link #none()}.
 *
 * @param maxRunning at most so many at a time; null for any number
 * @param maxRunningPerKey at most so many at a time with the same limit key; null for any number
 * @param rate at most so many starts per period; null for any number
 */
public record QueueLimits(
        @Nullable Integer maxRunning,
        @Nullable Integer maxRunningPerKey,
        @Nullable Rate rate) {

    private static final QueueLimits NONE = new QueueLimits(null, null, null);

    public QueueLimits {
        requirePositive("maxRunning", maxRunning);
        requirePositive("maxRunningPerKey", maxRunningPerKey);
    }

    /** Starts per period. */
    public record Rate(int count, Duration period) {
        public Rate {
            requirePositive("the count of a rate", count);
            if (period.toMillis() < 1 || period.compareTo(Duration.ofDays(366)) > 0) {
                throw new IllegalArgumentException("the period of a rate must be 1 ms to 366 days: " + period);
            }
        }
    }

    public static QueueLimits none() {
        return NONE;
    }

    public QueueLimits withMaxRunning(int maxRunning) {
        return new QueueLimits(maxRunning, maxRunningPerKey, rate);
    }

    public QueueLimits withMaxRunningPerKey(int maxRunningPerKey) {
        return new QueueLimits(maxRunning, maxRunningPerKey, rate);
    }

    public QueueLimits withRate(int count, Duration period) {
        return new QueueLimits(maxRunning, maxRunningPerKey, new Rate(count, period));
    }

    private static void requirePositive(String what, @Nullable Integer value) {
        if (value != null && value < 1) {
            throw new IllegalArgumentException(what + " must be at least 1: " + value);
        }
    }
}
