package dev.dormouse.jobs.schedule;

import dev.dormouse.jobs.NewJob;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is to be done about one schedule whose fire time has come: the store does all of it in one transaction.
 *
 * @param jobs to be enqueued; those with a unique key only if nobody holds it
 * @param lastFireAt the latest tick that was dealt with
 * @param nextFireAt null if the schedule is over
 * @param error why the schedule has to be paused; null if all is well
 */
public record Firing(
        String schedule,
        List<NewJob> jobs,
        @Nullable Instant lastFireAt,
        @Nullable Instant nextFireAt,
        @Nullable String error) {

    public Firing {
        jobs = List.copyOf(jobs);
    }

    /** Decides by the database's time. The next tick is after it, so that no tick comes twice. */
    public static Firing of(ScheduleDefinition definition, Instant due, Instant now) {
        try {
            Schedule schedule = definition.schedule();
            List<Instant> ticks = Ticks.toFire(schedule, due, now, definition.catchUp(), definition.overlap());
            return new Firing(
                    definition.name(),
                    ticks.stream().map(definition::jobAt).toList(),
                    ticks.isEmpty() ? null : ticks.get(ticks.size() - 1),
                    schedule.next(now).orElse(null),
                    null);
        } catch (RuntimeException e) {
            // One bad definition, perhaps of a newer version or by somebody's own SQL, must not stop the others.
            return new Firing(definition.name(), List.of(), null, null, String.valueOf(e.getMessage()));
        }
    }
}
