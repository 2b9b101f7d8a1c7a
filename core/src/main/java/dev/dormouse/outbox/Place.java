package dev.dormouse.outbox;

import org.jspecify.annotations.Nullable;

/**
 * Where a message stands on its way to one route.
 *
 * @param lane one of the 64 parts of a route that nodes share among themselves; see {@link #route}
 * @param seq its place in the order of its key; no two places have the same
 * @param waiting it was set aside because its key was held back
 */
public record Place(int lane, @Nullable String key, long seq, boolean waiting) {

    public static final int LANES_PER_ROUTE = 64;

    /** The number of the route that the lane is a part of. */
    public int route() {
        return lane / LANES_PER_ROUTE;
    }
}
