package dev.dormouse.outbox;

import dev.dormouse.text.Names;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which parked messages are meant: those that match all that is given. Immutable; start from {@link #any()}.
 *
 * @param route null for all
 * @param topic null for all
 * @param key null for all
 */
public record ParkedFilter(
        @Nullable String route,
        @Nullable String topic,
        @Nullable String key) {

    private static final ParkedFilter ANY = new ParkedFilter(null, null, null);

    public ParkedFilter {
        if (route != null) {
            Names.name("route", route);
        }
        if (topic != null) {
            Names.name("topic", topic);
        }
        if (key != null) {
            Names.key("key", key);
        }
    }

    public static ParkedFilter any() {
        return ANY;
    }

    public ParkedFilter withRoute(String name) {
        return new ParkedFilter(Objects.requireNonNull(name, "name"), topic, key);
    }

    public ParkedFilter withTopic(String name) {
        return new ParkedFilter(route, Objects.requireNonNull(name, "name"), key);
    }

    public ParkedFilter withKey(String name) {
        return new ParkedFilter(route, topic, Objects.requireNonNull(name, "name"));
    }
}
