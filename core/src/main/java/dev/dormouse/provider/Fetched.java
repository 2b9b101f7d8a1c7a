package dev.dormouse.provider;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a fetch brought.
 *
 * @param items the items that are now locked by the caller, in the order in which they became due
 * @param more something else could be fetched right now
 * @param nextDue how long until something that is not due yet becomes so (a timer, a delayed item, the end of a lock); null
 *     if nothing is known to come
 */
public record Fetched<T>(
        List<T> items, boolean more, @Nullable Duration nextDue) {

    public Fetched {
        items = List.copyOf(items);
    }
}
