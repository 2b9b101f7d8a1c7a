package dev.dormouse.postgres;

import dev.dormouse.jobs.Enqueued;
import dev.dormouse.jobs.NewJob;
import dev.dormouse.jobs.Start;
import dev.dormouse.jobs.Uniqueness;
import dev.dormouse.postgres.sql.Sql;
import dev.dormouse.postgres.sql.SqlCall;
import dev.dormouse.postgres.sql.SqlFiles;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Puts jobs in, on a connection that somebody else commits. */
final class PgEnqueue {

    private final Sql one;
    private final Sql oneAndAnnounce;
    private final Sql announce;
    private final Sql simple;
    private final Sql many;
    private final Sql findUnique;

    PgEnqueue(Database database) {
        SqlFiles files = SqlFiles.of(PgJobStore.class, database.schema());
        this.one = files.load("enqueue_one");
        this.oneAndAnnounce = files.load("begin", "enqueue_one", "commit", "announce");
        this.announce = files.load("announce");
        this.simple = files.load("enqueue_simple");
        this.many = files.load("enqueue_many");
        this.findUnique = files.load("find_unique");
    }

    List<Enqueued> enqueue(Connection connection, List<NewJob> jobs) throws SQLException {
        return jobs.size() == 1 && simple(jobs.get(0))
                ? List.of(enqueueOne(connection, jobs.get(0)))
                : enqueueMany(connection, jobs);
    }

    /** Jobs that are all {@link #simple}. */
    List<Enqueued> enqueueSimple(Connection connection, List<NewJob> jobs) throws SQLException {
        if (jobs.size() == 1) {
            return List.of(enqueueOne(connection, jobs.get(0)));
        }
        long[] ids = new long[jobs.size()];
        try (SqlCall call = simple.prepare(connection)) {
            bindColumns(call, jobs);
            ResultSet rows = call.query();
            for (int i = 0; rows.next(); i++) {
                ids[i] = rows.getLong(1);
            }
        }
        return Arrays.stream(ids)
                .sorted()
                .mapToObj(id -> new Enqueued(id, true))
                .toList();
    }

    static boolean simple(NewJob job) {
        return job.start() == null && job.uniqueness() == null;
    }

    /** On a connection that commits by itself. Commits the job and then, seeing who sleeps now, tells them. */
    Enqueued enqueueAndAnnounce(Connection connection, NewJob job, long node) throws SQLException {
        if (!simple(job)) {
            Enqueued enqueued = enqueueMany(connection, List.of(job)).get(0);
            try (SqlCall call = announce.prepare(connection)) {
                call.set("wake", "job:" + job.queue()).set("self", node).query();
            }
            return enqueued;
        }
        try (SqlCall call = oneAndAnnounce.prepare(connection)) {
            Enqueued enqueued =
                    read(bind(call, job).set("wake", "job:" + job.queue()).set("self", node));
            call.nextRows();
            return enqueued;
        } catch (SQLException e) {
            rollback(connection, e);
            throw e;
        }
    }

    private Enqueued enqueueOne(Connection connection, NewJob job) throws SQLException {
        try (SqlCall call = one.prepare(connection)) {
            return read(bind(call, job));
        }
    }

    private static SqlCall bind(SqlCall call, NewJob job) throws SQLException {
        return call.set("lane", Lanes.of(job.queue(), job.kind()))
                .set("priority", job.priority())
                .set("queue", job.queue())
                .set("kind", job.kind())
                .set("payload", job.payload())
                .set("headers", Headers.write(job.headers()))
                .set("limit_key", job.limitKey());
    }

    private static Enqueued read(SqlCall call) throws SQLException {
        ResultSet rows = call.query();
        rows.next();
        return new Enqueued(rows.getLong(1), true);
    }

    /** The statement opened its own transaction, of which the driver knows nothing. */
    private static void rollback(Connection connection, SQLException cause) {
        try (Statement statement = connection.createStatement()) {
            statement.execute("rollback");
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }

    private List<Enqueued> enqueueMany(Connection connection, List<NewJob> jobs) throws SQLException {
        List<Enqueued> enqueued = new ArrayList<>(jobs.size());
        List<Conflict> conflicts = new ArrayList<>();
        try (SqlCall call = many.prepare(connection)) {
            bind(call, jobs);
            for (ResultSet rows = call.query(); rows.next(); ) {
                if (!rows.getBoolean("inserted")) {
                    conflicts.add(new Conflict(enqueued.size(), rows.getString("kind"), rows.getString("unique_key")));
                }
                enqueued.add(new Enqueued(rows.getLong("id"), rows.getBoolean("inserted")));
            }
        }
        for (Conflict conflict : conflicts) {
            OptionalLong holder = holder(connection, conflict);
            // Given up since: then the key is free, or somebody else's by now.
            enqueued.set(
                    conflict.index,
                    holder.isPresent()
                            ? new Enqueued(holder.getAsLong(), false)
                            : enqueueMany(connection, List.of(jobs.get(conflict.index)))
                                    .get(0));
        }
        return enqueued;
    }

    /** Asked afterwards: the holder may have committed after the first statement's snapshot was taken. */
    private OptionalLong holder(Connection connection, Conflict conflict) throws SQLException {
        try (SqlCall call = findUnique.prepare(connection)) {
            ResultSet rows =
                    call.set("kind", conflict.kind).set("key", conflict.key).query();
            return rows.next() ? OptionalLong.of(rows.getLong(1)) : OptionalLong.empty();
        }
    }

    private record Conflict(int index, String kind, String key) {}

    private static void bind(SqlCall call, List<NewJob> jobs) throws SQLException {
        bindColumns(call, jobs);
        long[] delays = new long[jobs.size()];
        for (int i = 0; i < delays.length; i++) {
            delays[i] = jobs.get(i).start() instanceof Start.After after
                    ? after.delay().toMillis()
                    : 0;
        }
        call.set("delays", delays);
        call.set("unique_keys", texts(jobs, job -> unique(job, Uniqueness::key)));
        call.set("untils", texts(jobs, job -> unique(job, u -> u.until().name())));
        call.set(
                "run_ats",
                texts(
                        jobs,
                        job -> job.start() instanceof Start.At at ? at.instant().toString() : null));
    }

    /** What every job has. */
    private static void bindColumns(SqlCall call, List<NewJob> jobs) throws SQLException {
        long[] lanes = new long[jobs.size()];
        short[] priorities = new short[jobs.size()];
        for (int i = 0; i < lanes.length; i++) {
            lanes[i] = Lanes.of(jobs.get(i).queue(), jobs.get(i).kind());
            priorities[i] = (short) jobs.get(i).priority();
        }
        call.set("lanes", lanes).set("priorities", priorities);
        call.set("queues", texts(jobs, NewJob::queue)).set("kinds", texts(jobs, NewJob::kind));
        call.set("payloads", jobs.stream().map(NewJob::payload).toArray(byte[][]::new));
        call.set("headers", texts(jobs, job -> Headers.write(job.headers())));
        call.set("limit_keys", texts(jobs, NewJob::limitKey));
    }

    private static @Nullable String unique(NewJob job, Function<Uniqueness, String> part) {
        Uniqueness uniqueness = job.uniqueness();
        return uniqueness == null ? null : part.apply(uniqueness);
    }

    private static @Nullable String[] texts(List<NewJob> jobs, Function<NewJob, @Nullable String> column) {
        @Nullable String[] texts = new String[jobs.size()];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = column.apply(jobs.get(i));
        }
        return texts;
    }
}
