package dev.dormouse.outbox;

import dev.dormouse.wake.Ticker;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * When a node with nothing to do asks a busier one for lanes. Used by the coordinator only.
 *
 * <p>Not at once: under light load every node is woken by a message and only one of them gets it, which is no imbalance.
 */
final class Balance {

    private static final Duration FIRST = Duration.ofMillis(50);
    private static final Duration LONGEST = Duration.ofSeconds(1);

    private final OutboxStore store;
    private final Ticker ticker;
    /** When the imbalance was last acted upon, and how long to wait until the next time. */
    private long sinceNanos;

    private @Nullable Duration wait;

    Balance(OutboxStore store, Ticker ticker) {
        this.store = store;
        this.ticker = ticker;
    }

    @Nullable
    Duration busy() {
        wait = null;
        return null;
    }

    /** How soon to look again; null if there is no imbalance. */
    @Nullable
    Duration idle(Backlog mine, List<Integer> routes, int mostElsewhere) {
        if (mostElsewhere - mine.ownedCount() < 2) {
            return busy();
        }
        long now = ticker.nanos();
        Duration current = wait;
        if (current == null) {
            wait = FIRST;
            sinceNanos = now;
            return FIRST;
        }
        long left = current.toNanos() - (now - sinceNanos);
        if (left > 0) {
            return Duration.ofNanos(left);
        }
        store.want(mine.node, routes);
        sinceNanos = now;
        wait = shorter(current.multipliedBy(2), LONGEST);
        return FIRST;
    }

    static @Nullable Duration sooner(@Nullable Duration a, @Nullable Duration b) {
        return a == null ? b : b == null ? a : shorter(a, b);
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }
}
