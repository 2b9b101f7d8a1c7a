package dev.dormouse.jobs;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A queue at one moment.
 *
 * @param pausedAt null if it is not paused
 * @param oldestReady how long ago the oldest ready job was enqueued; null if none is ready
 */
public record QueueInfo(
        String name,
        @Nullable Instant pausedAt,
        QueueLimits limits,
        BoundedCount ready,
        BoundedCount scheduled,
        BoundedCount running,
        BoundedCount parked,
        @Nullable Duration oldestReady) {

    public boolean paused() {
        return pausedAt != null;
    }

    public Optional<Duration> oldestReadyAge() {
        return Optional.ofNullable(oldestReady);
    }
}
