package dev.dormouse.outbox;

import dev.dormouse.text.Names;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which delivered messages are to be delivered once more.
 *
 * @param pattern of their topics, as of a route
 * @param from delivered at this instant or later
 * @param to delivered before this instant
 * @param route to this route only; null: to all that had them
 */
public record Replay(
        String pattern, Instant from, Instant to, @Nullable String route) {

    public Replay {
        if (!to.isAfter(from)) {
            throw new IllegalArgumentException("to must be after from: from=" + from + ", to=" + to);
        }
        if (route != null) {
            Names.name("route", route);
        }
    }

    public static Replay of(String pattern, Instant from, Instant to) {
        return new Replay(pattern, from, to, null);
    }

    public Replay withRoute(String name) {
        return new Replay(pattern, from, to, name);
    }
}
