package dev.dormouse.sqlite;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** Small things that every lock needs. */
final class Times {

    private Times() {}

    static @Nullable Duration until(Tx tx, @Nullable Long dueAt) {
        return dueAt == null ? null : Duration.ofMillis(dueAt - tx.now);
    }

    /** The earlier of two moments, either of which may not come. */
    static @Nullable Long earlier(@Nullable Long one, @Nullable Long other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return Math.min(one, other);
    }

    /** Random, so that a token from before a restart is never met again. */
    static long token() {
        return ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
    }
}
