package dev.dormouse.postgres;

import dev.dormouse.jobs.schedule.Schedule;
import dev.dormouse.jobs.schedule.ScheduleDefinition;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/** What there is to know of a schedule that is locked for a change, and the database's time. */
record ScheduleLock(
        String timing,
        String zone,
        String hash,
        @Nullable Instant nextFireAt,
        @Nullable Instant lastFireAt,
        boolean paused,
        boolean broken,
        Instant now) {

    static ScheduleLock read(ResultSet rows) throws SQLException {
        return new ScheduleLock(
                rows.getString("timing"),
                rows.getString("zone"),
                rows.getString("definition_hash"),
                ScheduleRow.instant(rows, "next_fire_at"),
                ScheduleRow.instant(rows, "last_fire_at"),
                rows.getBoolean("paused"),
                rows.getBoolean("broken"),
                ScheduleRow.required(rows, "db_now"));
    }

    boolean differs(ScheduleDefinition definition) {
        return broken || !hash.equals(definition.hash());
    }

    /** An unchanged timing keeps its fire time; a pause stays a pause, unless only a bad definition was its reason. */
    ScheduleLock changedTo(ScheduleDefinition definition) {
        boolean keeps = !broken && (paused || definition.sameTiming(timing, zone));
        return keeps ? this : movedTo(definition.schedule());
    }

    Schedule schedule() {
        return Schedule.parse(timing, ZoneId.of(zone));
    }

    /** After the last tick too, so that no tick comes twice even if the database's clock was set back. */
    ScheduleLock movedTo(Schedule schedule) {
        Instant after = lastFireAt != null && lastFireAt.isAfter(now) ? lastFireAt : now;
        return new ScheduleLock(timing, zone, hash, schedule.next(after).orElse(null), lastFireAt, paused, broken, now);
    }

    /** How long until it fires; zero if that is now or not known. */
    Duration delay() {
        return nextFireAt == null || nextFireAt.isBefore(now) ? Duration.ZERO : Duration.between(now, nextFireAt);
    }
}
