package dev.dormouse.sqlite;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** What a transaction makes possible for those who wait. Announced only once it is committed. */
final class Wakes {

    static final String TURN = "turn";
    static final String ACTIVITY = "activity";

    /** How soon, for each queue in which something can be locked. */
    private final Map<String, Long> delays = new LinkedHashMap<>();

    private final Set<String> changed = new LinkedHashSet<>();

    static String activity(@Nullable String tag) {
        return tag == null ? ACTIVITY : ACTIVITY + ":" + tag;
    }

    void turn(Tx tx, @Nullable Long dueAt) {
        due(tx, TURN, dueAt);
    }

    void work(Tx tx, @Nullable String tag, long dueAt) {
        due(tx, activity(tag), dueAt);
    }

    /** Whoever wants to know how the instance is doing should look. */
    void changed(String instance) {
        changed.add(instance);
    }

    private void due(Tx tx, String queue, @Nullable Long dueAt) {
        if (dueAt != null) {
            delays.merge(queue, Math.max(0, dueAt - tx.now), Math::min);
        }
    }

    Set<String> changed() {
        return changed;
    }

    void forEach(BiConsumer<String, Duration> action) {
        delays.forEach((queue, delay) -> action.accept(queue, Duration.ofMillis(delay)));
    }
}
