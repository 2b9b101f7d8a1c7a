package dev.dormouse.postgres;

import dev.dormouse.jobs.NewJob;
import dev.dormouse.jobs.schedule.ScheduleDefinition;
import dev.dormouse.postgres.sql.Sql;
import dev.dormouse.postgres.sql.SqlCall;
import dev.dormouse.postgres.sql.SqlFiles;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Adds and changes schedules, on a connection that somebody else commits. */
final class PgDefine {

    private final Sql now;
    private final Sql add;
    private final Sql lock;
    private final Sql change;

    PgDefine(Database database) {
        SqlFiles files = SqlFiles.of(PgScheduleStore.class, database.schema());
        this.now = files.load("now");
        this.add = files.load("add");
        this.lock = files.load("lock");
        this.change = files.load("change");
    }

    /** In the order of their names, so that two nodes that define the same ones cannot lock each other out. */
    Optional<Duration> define(Connection connection, List<ScheduleDefinition> definitions) throws SQLException {
        List<ScheduleDefinition> ordered = definitions.stream()
                .sorted(Comparator.comparing(ScheduleDefinition::name))
                .toList();
        Duration earliest = null;
        for (ScheduleDefinition definition : ordered) {
            Duration delay = define(connection, definition);
            if (delay != null && (earliest == null || delay.compareTo(earliest) < 0)) {
                earliest = delay;
            }
        }
        return Optional.ofNullable(earliest);
    }

    /** Null if it is there and the same. Another node may add or remove it at any moment: then look again. */
    private @Nullable Duration define(Connection connection, ScheduleDefinition definition) throws SQLException {
        while (true) {
            Optional<ScheduleLock> existing = lock(connection, definition.name());
            if (existing.isPresent()) {
                return existing.get().differs(definition) ? change(connection, definition, existing.get()) : null;
            }
            Instant time = now(connection);
            Instant next = definition.schedule().next(time).orElse(null);
            if (write(connection, add, definition, next)) {
                return next == null ? Duration.ZERO : Duration.between(time, next);
            }
        }
    }

    private Duration change(Connection connection, ScheduleDefinition definition, ScheduleLock existing)
            throws SQLException {
        ScheduleLock changed = existing.changedTo(definition);
        write(connection, change, definition, changed.nextFireAt());
        return changed.delay();
    }

    private static boolean write(
            Connection connection, Sql sql, ScheduleDefinition definition, @Nullable Instant nextFireAt)
            throws SQLException {
        NewJob job = definition.job();
        try (SqlCall call = sql.prepare(connection)) {
            call.set("name", definition.name())
                    .set("timing", definition.timing())
                    .set("zone", definition.zone())
                    .set("overlap", definition.overlap().name())
                    .set("catch_up", definition.catchUp().name())
                    .set("queue", job.queue())
                    .set("kind", job.kind())
                    .set("priority", job.priority())
                    .set("payload", job.payload())
                    .set("headers", Headers.write(job.headers()))
                    .set("limit_key", job.limitKey())
                    .set("hash", definition.hash())
                    .set("next_fire_at", nextFireAt);
            return call.update() == 1;
        }
    }

    Optional<ScheduleLock> lock(Connection connection, String name) throws SQLException {
        try (SqlCall call = lock.prepare(connection)) {
            ResultSet rows = call.set("name", name).query();
            return rows.next() ? Optional.of(ScheduleLock.read(rows)) : Optional.empty();
        }
    }

    private Instant now(Connection connection) throws SQLException {
        try (SqlCall call = now.prepare(connection)) {
            ResultSet rows = call.query();
            rows.next();
            return ScheduleRow.required(rows, "db_now");
        }
    }
}
