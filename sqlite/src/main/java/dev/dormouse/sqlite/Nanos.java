package dev.dormouse.sqlite;

import java.time.Duration;

/** Durations for the monotonic clock. */
final class Nanos {

    /** Far enough to be for ever, near enough to be added to a moment. */
    private static final long MAX = Long.MAX_VALUE / 4;

    private Nanos() {}

    static long of(Duration duration) {
        return duration.compareTo(Duration.ofNanos(MAX)) > 0 ? MAX : duration.toNanos();
    }
}
