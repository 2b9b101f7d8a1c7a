package dev.dormouse.postgres.listen;

import dev.dormouse.wake.Backoff;
import java.time.Duration;
import java.util.Objects;

/**
 * How an announcer behaves.
 *
 * @param interval the least time from one statement to the next; the first after a quiet spell goes out at once
 * @param sendTimeout how long the server may take to answer one
 * @param attemptsMax how often to try before the hints are dropped; the work itself is safe and found by the next look
 * @param backoff the pauses between the attempts
 */
public record AnnouncerSettings(Duration interval, Duration sendTimeout, int attemptsMax, Backoff backoff) {

    public AnnouncerSettings {
        if (interval.isNegative()) {
            throw new IllegalArgumentException("interval must not be negative: " + interval);
        }
        if (sendTimeout.toMillis() < 1 || sendTimeout.toMillis() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("sendTimeout must be from one millisecond to 24 days: " + sendTimeout);
        }
        if (attemptsMax < 1) {
            throw new IllegalArgumentException("attemptsMax must be at least 1: " + attemptsMax);
        }
        Objects.requireNonNull(backoff, "backoff");
    }

    public static AnnouncerSettings defaults() {
        return new AnnouncerSettings(
                Duration.ofMillis(5),
                Duration.ofSeconds(5),
                5,
                new Backoff(Duration.ofMillis(50), Duration.ofSeconds(1)));
    }

    public AnnouncerSettings withInterval(Duration value) {
        return new AnnouncerSettings(value, sendTimeout, attemptsMax, backoff);
    }

    public AnnouncerSettings withSendTimeout(Duration value) {
        return new AnnouncerSettings(interval, value, attemptsMax, backoff);
    }

    public AnnouncerSettings withAttempts(int max, Backoff pauses) {
        return new AnnouncerSettings(interval, sendTimeout, max, pauses);
    }
}
