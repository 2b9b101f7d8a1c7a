package dev.dormouse.postgres;

import dev.dormouse.jobs.NewJob;
import dev.dormouse.jobs.Uniqueness;
import dev.dormouse.jobs.schedule.Firing;
import dev.dormouse.jobs.schedule.ScheduleStore.Fired;
import dev.dormouse.postgres.sql.Sql;
import dev.dormouse.postgres.sql.SqlCall;
import dev.dormouse.postgres.sql.SqlFiles;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Fires what is due, on a connection that somebody else commits. */
final class PgFire {

    /** Nobody sleeps for longer without a look; keeps the arithmetic of waiting within its bounds. */
    private static final long DUE_MILLIS_MAX = Duration.ofDays(365).toMillis();

    private final Sql due;
    private final Sql move;
    private final Sql held;
    private final PgEnqueue enqueue;

    PgFire(Database database) {
        SqlFiles files = SqlFiles.of(PgScheduleStore.class, database.schema());
        this.due = files.load("bounded", "due", "status");
        this.move = files.load("move", "status");
        this.held = files.load("held");
        this.enqueue = new PgEnqueue(database);
    }

    Fired fire(Connection connection, int max) throws SQLException {
        List<Firing> firings = new ArrayList<>();
        try (SqlCall call = due.prepare(connection)) {
            for (ResultSet rows = call.set("max", max).query(); rows.next(); ) {
                firings.add(ScheduleRow.read(rows).firing());
            }
            if (firings.isEmpty()) {
                return fired(firings, List.of(), call.nextRows());
            }
        }
        List<NewJob> jobs = withoutOverlap(
                connection,
                firings.stream().flatMap(firing -> firing.jobs().stream()).toList());
        if (!jobs.isEmpty()) {
            enqueue.enqueue(connection, jobs);
        }
        return move(connection, firings, jobs);
    }

    private Fired move(Connection connection, List<Firing> firings, List<NewJob> jobs) throws SQLException {
        try (SqlCall call = move.prepare(connection)) {
            call.set("names", texts(firings, Firing::schedule))
                    .set("nexts", texts(firings, firing -> text(firing.nextFireAt())))
                    .set("lasts", texts(firings, firing -> text(firing.lastFireAt())))
                    .set("errors", texts(firings, Firing::error));
            return fired(firings, jobs, call.query());
        }
    }

    private static Fired fired(List<Firing> firings, List<NewJob> jobs, ResultSet status) throws SQLException {
        status.next();
        Long dueMillis = status.getObject("due_in_ms", Long.class);
        boolean more = dueMillis != null && dueMillis <= 0;
        Duration nextDue = dueMillis == null || more ? null : Duration.ofMillis(Math.min(dueMillis, DUE_MILLIS_MAX));
        List<Firing> broken =
                firings.stream().filter(firing -> firing.error() != null).toList();
        return new Fired(!firings.isEmpty(), jobs, more, nextDue, broken);
    }

    /** Leaves out the jobs whose unique key is held: by an unfinished job of the same schedule. */
    private List<NewJob> withoutOverlap(Connection connection, List<NewJob> jobs) throws SQLException {
        List<NewJob> unique =
                jobs.stream().filter(job -> job.uniqueness() != null).toList();
        if (unique.isEmpty()) {
            return jobs;
        }
        Set<List<String>> taken = new HashSet<>();
        try (SqlCall call = held.prepare(connection)) {
            call.set("kinds", texts(unique, NewJob::kind)).set("keys", texts(unique, PgFire::key));
            for (ResultSet rows = call.query(); rows.next(); ) {
                taken.add(List.of(rows.getString("kind"), rows.getString("key")));
            }
        }
        return jobs.stream()
                .filter(job -> job.uniqueness() == null || !taken.contains(List.of(job.kind(), key(job))))
                .toList();
    }

    private static String key(NewJob job) {
        Uniqueness uniqueness = job.uniqueness();
        return Objects.requireNonNull(uniqueness).key();
    }

    private static @Nullable String text(@Nullable Instant instant) {
        return instant == null ? null : instant.toString();
    }

    private static <T> @Nullable String[] texts(List<T> items, Function<T, @Nullable String> column) {
        @Nullable String[] texts = new String[items.size()];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = column.apply(items.get(i));
        }
        return texts;
    }
}
