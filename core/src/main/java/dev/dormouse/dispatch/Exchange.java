package dev.dormouse.dispatch;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one round trip to the store brought.
 *
 * @param claimed the items that are now this node's, in the order in which they should start
 * @param more something else can be claimed right now, also if others hold it locked at this moment
 * @param nextDue how long until something that is not due yet becomes so (a delay, a retry, the end of somebody's lease);
 *     null if nothing is known to come
 * @param found whether there was work, also if it was done within the exchange and nothing had to be claimed
 */
public record Exchange<W>(
        List<W> claimed, boolean more, @Nullable Duration nextDue, boolean found) {

    public Exchange(List<W> claimed, boolean more, @Nullable Duration nextDue) {
        this(claimed, more, nextDue, !claimed.isEmpty());
    }

    public static <W> Exchange<W> nothing() {
        return new Exchange<>(List.of(), false, null);
    }

    public Exchange {
        claimed = List.copyOf(claimed);
    }
}
