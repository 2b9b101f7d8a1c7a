package dev.dormouse.jobs.schedule;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A schedule and where it stands.
 *
 * @param nextFireAt when it fires next; null while it is paused, or if it never will
 * @param lastFireAt the tick that was fired last; null if there was none
 * @param pausedAt since when it is paused; null if it is not
 * @param error why a node paused it: it could not make sense of the stored definition; null if nothing is wrong
 */
public record ScheduleStatus(
        ScheduleDefinition definition,
        @Nullable Instant nextFireAt,
        @Nullable Instant lastFireAt,
        @Nullable Instant pausedAt,
        @Nullable String error) {

    public String name() {
        return definition.name();
    }

    public boolean paused() {
        return pausedAt != null;
    }
}
