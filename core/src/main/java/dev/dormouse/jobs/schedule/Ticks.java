package dev.dormouse.jobs.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Which ticks to fire, of those that have passed since the last time. Pure. */
public final class Ticks {

    /** The most that a schedule makes up for at once. */
    public static final int ALL_MAX = 1000;
    /** How late a tick may be fired and still count as in time. */
    public static final Duration LATE_MAX = Duration.ofMinutes(1);

    private static final Duration SMALLEST_WINDOW = Duration.ofSeconds(2);

    private Ticks() {}

    /** The ticks to fire now, oldest first, when the earliest unfired one is {@code due}, which is not after now. */
    static List<Instant> toFire(Schedule schedule, Instant due, Instant now, CatchUp catchUp, Overlap overlap) {
        int max = catchUp == CatchUp.ALL && overlap == Overlap.ALLOW ? ALL_MAX : 1;
        List<Instant> latest = latest(schedule, due, now, max);
        boolean tooLate = catchUp == CatchUp.NONE && latest.get(0).isBefore(now.minus(LATE_MAX));
        return tooLate ? List.of() : latest;
    }

    /**
     * The latest ticks from {@code due} to now, at most so many. A schedule only knows how to go forward, and years of ticks
     * may lie in between, so this looks at ever longer windows that end now until one holds enough.
     */
    static List<Instant> latest(Schedule schedule, Instant due, Instant now, int max) {
        Duration window = SMALLEST_WINDOW;
        while (true) {
            boolean all = window.compareTo(Duration.between(due, now)) >= 0;
            ArrayDeque<Instant> found = new ArrayDeque<>();
            if (all) {
                found.add(due);
            }
            collect(schedule, all ? due : now.minus(window), now, max, found);
            if (all || found.size() >= max) {
                return new ArrayList<>(found);
            }
            window = window.multipliedBy(2);
        }
    }

    private static void collect(Schedule schedule, Instant after, Instant now, int max, ArrayDeque<Instant> found) {
        Optional<Instant> tick = schedule.next(after);
        while (tick.isPresent() && !tick.get().isAfter(now)) {
            found.add(tick.get());
            if (found.size() > max) {
                found.removeFirst();
            }
            tick = schedule.next(tick.get());
        }
    }
}
