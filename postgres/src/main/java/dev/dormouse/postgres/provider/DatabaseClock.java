package dev.dormouse.postgres.provider;

import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The database's clock, told by what it said last and the time that has passed here since. Thread-safe. */
final class DatabaseClock {

    /** What it said, and when that was, by this process's own ticking. */
    private record Sample(Instant said, long nanos) {}

    private final Supplier<Instant> asked;
    private volatile @Nullable Sample last;

    /** @param asked what it says now, for one who has not heard of it yet */
    DatabaseClock(Supplier<Instant> asked) {
        this.asked = asked;
    }

    void seen(Instant now) {
        last = new Sample(now, System.nanoTime());
    }

    Instant now() {
        Sample sample = last;
        if (sample == null) {
            Instant now = asked.get();
            seen(now);
            return now;
        }
        return sample.said.plusNanos(System.nanoTime() - sample.nanos);
    }
}
