package dev.dormouse.postgres.provider;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The database's clock, told by what it said last and the time that has passed here since. Thread-safe. */
final class DatabaseClock {

    /** What it said, and when that was, by this process's own ticking. */
    private record Sample(Instant said, long nanos) {}

    private volatile @Nullable Sample last;

    void seen(Instant now) {
        last = new Sample(now, System.nanoTime());
    }

    /** Until it has said anything: this machine's. */
    Instant now() {
        Sample sample = last;
        return sample == null ? Instant.now() : sample.said.plusNanos(System.nanoTime() - sample.nanos);
    }
}
