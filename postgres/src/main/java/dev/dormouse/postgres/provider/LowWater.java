package dev.dormouse.postgres.provider;

import dev.dormouse.provider.Fetched;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * From where on to look. Below the oldest that the last claim found lie only the dead rows of what was claimed before, which
 * vacuum cannot remove while some transaction is old; under load, claims begin above them. What comes in below is found by
 * the next full look: as soon as a claim comes back short, and in any case after a while. Thread-safe.
 */
final class LowWater {

    private static final long FULL_NANOS = Duration.ofSeconds(1).toNanos();
    private static final int VIEWS_MAX = 1_000;
    /** Claims in a row that found as many as they asked for: so long it takes to tell load from chance. */
    private static final int LOADED = 3;

    private final Map<Object, Mark> marks = new ConcurrentHashMap<>();

    /** By the database's clock; zero: from the beginning. */
    private record Mark(long fromMicros, long fullNanos, int inARow) {}

    /** What a look brought, and when the oldest of it became due. */
    record Found<T>(Fetched<T> fetched, long oldestMicros) {}

    @FunctionalInterface
    interface Look<T> {
        Found<T> from(long fromMicros);
    }

    /** Looks from the mark of those who can take the same, and in full if that finds nothing. */
    <T> Fetched<T> look(Object view, int max, Look<T> look) {
        Mark mark = marks.get(view);
        long now = System.nanoTime();
        if (mark != null && mark.inARow >= LOADED && now - mark.fullNanos < FULL_NANOS) {
            Fetched<T> fetched = looked(view, max, look.from(mark.fromMicros), mark.fullNanos);
            if (!fetched.items().isEmpty()) {
                boolean isShort = fetched.items().size() < max;
                return new Fetched<>(fetched.items(), fetched.more() || isShort, fetched.nextDue());
            }
        }
        return looked(view, max, look.from(0), now);
    }

    private <T> Fetched<T> looked(Object view, int max, Found<T> found, long fullNanos) {
        if (found.fetched.items().size() < max || marks.size() >= VIEWS_MAX) {
            marks.remove(view);
        } else {
            Mark before = marks.get(view);
            marks.put(view, new Mark(found.oldestMicros, fullNanos, before == null ? 1 : before.inARow + 1));
        }
        return found.fetched;
    }
}
