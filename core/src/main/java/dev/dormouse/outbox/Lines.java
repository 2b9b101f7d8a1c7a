package dev.dormouse.outbox;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The lines of all keys that something is going on with. Guarded by the backlog's lock. */
final class Lines {

    /** A line whose call takes longer than this does not keep messages of other keys from being read. */
    private static final long SLOW_NANOS = Duration.ofMillis(100).toNanos();

    /** Told of each message that is left to be read again. */
    private final Consumer<StoredMessage> left;

    private final Map<Line.Name, Line> lines = new HashMap<>();

    Lines(Consumer<StoredMessage> left) {
        this.left = left;
    }

    Line of(Line.Name name, RouteLines route) {
        return lines.computeIfAbsent(name, unknown -> new Line(unknown, route));
    }

    /** Null if the message has no key, or nothing is going on with it. */
    @Nullable
    Line find(Place place) {
        String key = place.key();
        return key == null ? null : lines.get(new Line.Name(place.lane(), key));
    }

    /** A batch of it is over: the next may start. */
    void free(Line line) {
        line.busy = false;
        if (line.queued.isEmpty()) {
            settle(line);
        } else {
            line.route.ready.add(line);
        }
    }

    /** Nothing is remembered of a key that nothing is going on with. */
    void settle(Line line) {
        if (!line.busy && !line.held && line.queued.isEmpty()) {
            lines.remove(line.name, line);
        }
    }

    /** What waits behind a slow call is read again later; meanwhile it must not fill the room of other keys. */
    List<Place> leaveSlow(long nowNanos) {
        List<Place> slow = new ArrayList<>();
        for (Line line : lines.values()) {
            if (line.busy && nowNanos - line.busySinceNanos > SLOW_NANOS) {
                empty(line);
                slow.add(new Place(line.name.lane(), line.name.key(), 0, false));
            }
        }
        return slow;
    }

    /** What is not under way yet is left to whoever has these lanes. */
    void drop(Set<Integer> lanes) {
        for (Iterator<Line> all = lines.values().iterator(); all.hasNext(); ) {
            Line line = all.next();
            if (lanes.contains(line.name.lane())) {
                empty(line);
                line.route.ready.remove(line);
                if (!line.busy && !line.held) {
                    all.remove();
                }
            }
        }
    }

    private void empty(Line line) {
        line.queued.forEach(left);
        line.queued.clear();
    }

    void clear() {
        lines.clear();
    }
}
