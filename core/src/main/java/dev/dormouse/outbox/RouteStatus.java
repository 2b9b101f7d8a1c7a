package dev.dormouse.outbox;

import dev.dormouse.jobs.BoundedCount;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How far a route has come.
 *
 * @param name empty for what no route matches
 * @param undelivered messages that could be delivered now, or wait behind one that failed
 * @param delayed messages that are not due yet
 * @param heldKeys keys that wait because their first message failed or is parked
 * @param oldest how long ago the oldest undelivered message was published; null if there is none
 */
public record RouteStatus(
        String name,
        String pattern,
        BoundedCount undelivered,
        BoundedCount delayed,
        BoundedCount heldKeys,
        BoundedCount parked,
        @Nullable Duration oldest) {}
