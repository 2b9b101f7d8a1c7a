package dev.dormouse.outbox;

import dev.dormouse.text.Names;
import java.util.Objects;

/**
 * Sends the messages of some topics to a sink. The name stays the same across restarts and nodes: by it the database knows
 * how far the route has come.
 *
 * @param pattern a topic; or {@code orders.*} for all topics that begin with {@code orders.}; or {@code *} for all
 */
public record Route(String name, String pattern, Sink sink, RouteSettings settings) {

    public Route {
        Names.name("route", name);
        requirePattern(pattern);
        Objects.requireNonNull(sink, () -> "sink of route " + name);
        Objects.requireNonNull(settings, () -> "settings of route " + name);
    }

    private static void requirePattern(String pattern) {
        if (pattern.equals("*")) {
            return;
        }
        String topic = pattern.endsWith(".*") ? pattern.substring(0, pattern.length() - 1) : pattern;
        if (topic.indexOf('*') >= 0) {
            throw new IllegalArgumentException(
                    "pattern must be a topic, or end with .* to match all that begin so, or be *: '" + pattern + "'");
        }
        Names.name("pattern", topic);
    }
}
