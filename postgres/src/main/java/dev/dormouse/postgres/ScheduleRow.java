package dev.dormouse.postgres;

import dev.dormouse.jobs.NewJob;
import dev.dormouse.jobs.schedule.CatchUp;
import dev.dormouse.jobs.schedule.Firing;
import dev.dormouse.jobs.schedule.Overlap;
import dev.dormouse.jobs.schedule.ScheduleDefinition;
import dev.dormouse.jobs.schedule.ScheduleStatus;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One row of job_schedule, and the database's time at which it was read. */
record ScheduleRow(ScheduleStatus status, Instant now) {

    static ScheduleRow read(ResultSet rows) throws SQLException {
        NewJob job = new NewJob(
                rows.getString("queue"),
                rows.getString("kind"),
                rows.getInt("priority"),
                rows.getBytes("payload"),
                null,
                null,
                rows.getString("limit_key"),
                Headers.read(rows.getArray("headers")));
        ScheduleDefinition definition = new ScheduleDefinition(
                rows.getString("name"),
                rows.getString("timing"),
                rows.getString("zone"),
                job,
                Overlap.valueOf(rows.getString("overlap")),
                CatchUp.valueOf(rows.getString("catch_up")));
        ScheduleStatus status = new ScheduleStatus(
                definition,
                instant(rows, "next_fire_at"),
                instant(rows, "last_fire_at"),
                instant(rows, "paused_at"),
                rows.getString("error"));
        return new ScheduleRow(status, required(rows, "db_now"));
    }

    Firing firing() {
        return Firing.of(status.definition(), Objects.requireNonNull(status.nextFireAt()), now);
    }

    static @Nullable Instant instant(ResultSet rows, String column) throws SQLException {
        OffsetDateTime time = rows.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }

    static Instant required(ResultSet rows, String column) throws SQLException {
        return Objects.requireNonNull(instant(rows, column), column);
    }
}
