package dev.dormouse.postgres;

import dev.dormouse.jobs.BoundedCount;
import dev.dormouse.jobs.JobError;
import dev.dormouse.jobs.JobFilter;
import dev.dormouse.jobs.JobInfo;
import dev.dormouse.jobs.JobPage;
import dev.dormouse.jobs.JobProgress;
import dev.dormouse.jobs.JobState;
import dev.dormouse.jobs.JobSummary;
import dev.dormouse.jobs.QueueInfo;
import dev.dormouse.jobs.QueueLimits;
import dev.dormouse.postgres.sql.Sql;
import dev.dormouse.postgres.sql.SqlCall;
import dev.dormouse.postgres.sql.SqlFiles;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Looking at jobs in PostgreSQL. Nothing here locks a row, and nothing costs more than its bound. */
final class PgJobReader {

    /** How many jobs one page looks through at most. */
    static final int SCAN_MAX = 10_000;

    private final Database database;
    private final Sql list;
    private final Sql summaries;
    private final Sql find;
    private final Sql queues;

    PgJobReader(Database database) {
        this.database = database;
        SqlFiles files = SqlFiles.of(PgJobAdmin.class, database.schema());
        this.list = files.load("list");
        this.summaries = files.load("summaries");
        this.find = files.load("summaries", "details", "errors");
        this.queues = files.load("queues");
    }

    Optional<JobInfo> find(long id) {
        return database.call("look at job " + id, connection -> {
            try (SqlCall call = find.prepare(connection)) {
                List<JobSummary> found =
                        summaries(call.set("ids", new long[] {id}).query());
                ResultSet details = call.nextRows();
                if (found.isEmpty() || !details.next()) {
                    return Optional.empty();
                }
                byte[] payload = details.getBytes("payload");
                var headers = Headers.read(details.getArray("headers"));
                byte[] result = details.getBytes("result");
                return Optional.of(new JobInfo(found.get(0), payload, headers, result, errors(call.nextRows())));
            }
        });
    }

    JobPage list(JobFilter filter, int pageSize, OptionalLong after) {
        return database.call("list jobs", connection -> {
            Ids ids = ids(connection, filter, pageSize, after.orElse(Long.MAX_VALUE));
            try (SqlCall call = summaries.prepare(connection)) {
                List<JobSummary> jobs = summaries(call.set("ids", ids.page).query());
                // A job may have moved on since its id was read.
                jobs.removeIf(job -> !filter.includes(job.state()));
                return new JobPage(jobs, ids.next);
            }
        });
    }

    private Ids ids(Connection connection, JobFilter filter, int pageSize, long before) throws SQLException {
        List<String> done = doneStates(filter);
        boolean someDone = !done.isEmpty() && done.size() < 3;
        boolean open = !someDone && filter.queue() == null && filter.kind() == null && filter.limitKey() == null;
        int scan = open ? pageSize + 1 : SCAN_MAX;
        try (SqlCall call = list.prepare(connection)) {
            bind(call, filter)
                    .set("ready", filter.includes(JobState.READY))
                    .set("scheduled", filter.includes(JobState.SCHEDULED))
                    .set("running", filter.includes(JobState.RUNNING))
                    .set("parked", filter.includes(JobState.PARKED))
                    .set("done", !done.isEmpty())
                    .set("some_done", someDone)
                    .set("done_states", done.toArray(String[]::new))
                    .set("before", before)
                    .set("scan", scan)
                    .set("max", pageSize + 1);
            return Ids.read(call.query(), pageSize, scan);
        }
    }

    private static List<String> doneStates(JobFilter filter) {
        return Arrays.stream(JobState.values())
                .filter(state -> state.finished() && filter.includes(state))
                .map(state -> state.name().toLowerCase(Locale.ROOT))
                .toList();
    }

    static SqlCall bind(SqlCall call, JobFilter filter) throws SQLException {
        return call.set("queue", filter.queue()).set("kind", filter.kind()).set("limit_key", filter.limitKey());
    }

    List<QueueInfo> queues(int countMax) {
        return database.call("look at the queues", connection -> {
            try (SqlCall call = queues.prepare(connection)) {
                List<QueueInfo> infos = new ArrayList<>();
                for (ResultSet rows = call.set("count_max", countMax).query(); rows.next(); ) {
                    infos.add(queue(rows, countMax));
                }
                return infos;
            }
        });
    }

    private static QueueInfo queue(ResultSet row, int countMax) throws SQLException {
        Long oldestMillis = row.getObject("oldest_ready_ms", Long.class);
        return new QueueInfo(
                row.getString("queue"),
                instant(row, "paused_at"),
                limits(row),
                BoundedCount.upTo(countMax, row.getLong("ready")),
                BoundedCount.upTo(countMax, row.getLong("scheduled")),
                new BoundedCount(row.getLong("running"), row.getBoolean("running_cut")),
                new BoundedCount(row.getLong("parked"), row.getBoolean("parked_cut")),
                oldestMillis == null ? null : Duration.ofMillis(Math.max(0, oldestMillis)));
    }

    private static QueueLimits limits(ResultSet row) throws SQLException {
        Integer rateCount = row.getObject("rate_count", Integer.class);
        return new QueueLimits(
                row.getObject("max_running", Integer.class),
                row.getObject("max_running_per_key", Integer.class),
                rateCount == null
                        ? null
                        : new QueueLimits.Rate(rateCount, Duration.ofMillis(row.getLong("rate_period_ms"))));
    }

    private static List<JobSummary> summaries(ResultSet rows) throws SQLException {
        List<JobSummary> jobs = new ArrayList<>();
        while (rows.next()) {
            String state = rows.getString("state");
            if (state != null) {
                jobs.add(summary(rows, JobState.valueOf(state.toUpperCase(Locale.ROOT))));
            }
        }
        return jobs;
    }

    private static JobSummary summary(ResultSet row, JobState state) throws SQLException {
        return new JobSummary(
                row.getLong("id"),
                state,
                row.getString("queue"),
                row.getString("kind"),
                row.getInt("priority"),
                row.getString("unique_key"),
                row.getString("limit_key"),
                row.getInt("attempt"),
                time(row, "enqueued_at"),
                instant(row, "due_at"),
                instant(row, "claimed_at"),
                row.getObject("node", Long.class),
                instant(row, "parked_at"),
                instant(row, "finished_at"),
                row.getString("reason"),
                row.getBoolean("cancelling"),
                progress(row));
    }

    private static @Nullable JobProgress progress(ResultSet row) throws SQLException {
        Instant updatedAt = instant(row, "updated_at");
        return updatedAt == null ? null : new JobProgress(row.getDouble("fraction"), row.getString("note"), updatedAt);
    }

    private static List<JobError> errors(ResultSet rows) throws SQLException {
        List<JobError> errors = new ArrayList<>();
        while (rows.next()) {
            errors.add(new JobError(
                    rows.getInt("attempt"),
                    time(rows, "failed_at"),
                    rows.getLong("node"),
                    instant(rows, "claimed_at"),
                    rows.getString("error")));
        }
        return errors;
    }

    private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
        OffsetDateTime value = row.getObject(column, OffsetDateTime.class);
        return value == null ? null : value.toInstant();
    }

    private static Instant time(ResultSet row, String column) throws SQLException {
        return Objects.requireNonNull(instant(row, column), column);
    }

    /** The ids of a page and where the next one begins. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Ids(long[] page, OptionalLong next) {

        /** One more than a page was asked for, to know whether there is a next one. */
        static Ids read(ResultSet rows, int pageSize, int scan) throws SQLException {
            List<Long> ids = new ArrayList<>();
            long scanned = 0;
            long lastScanned = 0;
            while (rows.next()) {
                scanned = rows.getLong("scanned");
                lastScanned = rows.getLong("last_id");
                Long id = rows.getObject("id", Long.class);
                if (id != null) {
                    ids.add(id);
                }
            }
            boolean full = ids.size() > pageSize;
            List<Long> page = full ? ids.subList(0, pageSize) : ids;
            OptionalLong next = full
                    ? OptionalLong.of(page.get(pageSize - 1))
                    : scanned == scan ? OptionalLong.of(lastScanned) : OptionalLong.empty();
            return new Ids(page.stream().mapToLong(Long::longValue).toArray(), next);
        }
    }
}
