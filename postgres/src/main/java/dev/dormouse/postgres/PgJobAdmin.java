package dev.dormouse.postgres;

import dev.dormouse.jobs.CancelOutcome;
import dev.dormouse.jobs.DiscardOutcome;
import dev.dormouse.jobs.JobAdminStore;
import dev.dormouse.jobs.JobFilter;
import dev.dormouse.jobs.JobInfo;
import dev.dormouse.jobs.JobPage;
import dev.dormouse.jobs.QueueInfo;
import dev.dormouse.jobs.QueueLimits;
import dev.dormouse.jobs.RetryOutcome;
import dev.dormouse.node.Pruner;
import dev.dormouse.postgres.listen.Notify;
import dev.dormouse.postgres.sql.Sql;
import dev.dormouse.postgres.sql.SqlCall;
import dev.dormouse.postgres.sql.SqlFiles;
import dev.dormouse.wake.WakeHint;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Settling jobs by hand, in PostgreSQL. The verbs are the schema's own functions, so SQL and Java do the same. */
final class PgJobAdmin implements JobAdminStore {

    /** Parked jobs that one transaction goes through at most. */
    static final int BATCH = 500;

    private final Database database;
    private final PgJobReader reader;
    private final Sql cancel;
    private final Sql retry;
    private final Sql discard;
    private final Sql parkedBatch;
    private final Sql pause;
    private final Sql resume;
    private final Sql limit;
    private final Sql prune;

    PgJobAdmin(Database database) {
        this.database = database;
        this.reader = new PgJobReader(database);
        SqlFiles files = SqlFiles.of(PgJobAdmin.class, database.schema());
        this.cancel = files.load("cancel");
        this.retry = files.load("retry");
        this.discard = files.load("discard");
        this.parkedBatch = files.load("parked_batch");
        this.pause = files.load("pause");
        this.resume = files.load("resume");
        this.limit = files.load("limit");
        this.prune = files.load("prune");
    }

    @Override
    public Optional<JobInfo> find(long id) {
        return reader.find(id);
    }

    @Override
    public JobPage list(JobFilter filter, int pageSize, OptionalLong after) {
        return reader.list(filter, pageSize, after);
    }

    @Override
    public List<QueueInfo> queues(int countMax) {
        return reader.queues(countMax);
    }

    @Override
    public CancelOutcome cancel(long id, String reason) {
        return database.call("cancel job " + id, connection -> {
            try (SqlCall call = cancel.prepare(connection)) {
                ResultSet rows = call.set("id", id).set("reason", reason).query();
                rows.next();
                return outcome(CancelOutcome.class, rows);
            }
        });
    }

    @Override
    public Retried retry(long id) {
        return database.call(
                "retry job " + id,
                connection -> retry(connection, new long[] {id}).get(0));
    }

    @Override
    public Batch retryParked(JobFilter filter, long after) {
        return database.inTransaction("retry parked jobs", connection -> {
            Parked parked = lockParked(connection, filter, after);
            Set<String> queues = new HashSet<>();
            int retried = 0;
            for (Retried each : retry(connection, parked.ids)) {
                if (each.outcome() == RetryOutcome.RETRIED && each.queue() != null) {
                    retried++;
                    queues.add(each.queue());
                }
            }
            return new Batch(retried, queues, parked.next);
        });
    }

    @Override
    public DiscardOutcome discard(long id, String reason) {
        return database.call(
                "discard job " + id,
                connection -> discard(connection, new long[] {id}, reason).get(0));
    }

    @Override
    public Batch discardParked(JobFilter filter, String reason, long after) {
        return database.inTransaction("discard parked jobs", connection -> {
            Parked parked = lockParked(connection, filter, after);
            int discarded = (int) discard(connection, parked.ids, reason).stream()
                    .filter(DiscardOutcome.DISCARDED::equals)
                    .count();
            return new Batch(discarded, Set.of(), parked.next);
        });
    }

    @Override
    public void pause(String queue) {
        database.call("pause queue " + queue, connection -> {
            try (SqlCall call = pause.prepare(connection)) {
                return call.set("queue", queue).update();
            }
        });
    }

    @Override
    public boolean resume(String queue) {
        return database.inTransaction("resume queue " + queue, connection -> {
            try (SqlCall call = resume.prepare(connection)) {
                boolean resumed = call.set("queue", queue).update() == 1;
                announce(connection, queue);
                return resumed;
            }
        });
    }

    @Override
    public void limit(String queue, QueueLimits limits) {
        QueueLimits.Rate rate = limits.rate();
        database.inTransaction("limit queue " + queue, connection -> {
            try (SqlCall call = limit.prepare(connection)) {
                call.set("queue", queue)
                        .set("max_running", toLong(limits.maxRunning()))
                        .set("max_running_per_key", toLong(limits.maxRunningPerKey()))
                        .set("rate_count", rate == null ? null : toLong(rate.count()))
                        .set("rate_period", rate == null ? null : rate.period())
                        .update();
                announce(connection, queue);
                return true;
            }
        });
    }

    @Override
    public Pruner.Pruned prune(Duration retention, int max, Instant since) {
        return database.call("remove finished jobs", connection -> {
            try (SqlCall call = prune.prepare(connection)) {
                ResultSet rows = call.set("retention", retention)
                        .set("max", max)
                        .set("since", since)
                        .query();
                rows.next();
                OffsetDateTime upTo = rows.getObject("up_to", OffsetDateTime.class);
                return new Pruner.Pruned(rows.getInt("jobs"), upTo == null ? since : upTo.toInstant());
            }
        });
    }

    private List<Retried> retry(Connection connection, long[] ids) throws SQLException {
        try (SqlCall call = retry.prepare(connection)) {
            List<Retried> retried = new ArrayList<>();
            for (ResultSet rows = call.set("ids", ids).query(); rows.next(); ) {
                retried.add(new Retried(outcome(RetryOutcome.class, rows), rows.getString("queue")));
            }
            return retried;
        }
    }

    private List<DiscardOutcome> discard(Connection connection, long[] ids, String reason) throws SQLException {
        try (SqlCall call = discard.prepare(connection)) {
            List<DiscardOutcome> discarded = new ArrayList<>();
            ResultSet rows = call.set("ids", ids).set("reason", reason).query();
            while (rows.next()) {
                discarded.add(outcome(DiscardOutcome.class, rows));
            }
            return discarded;
        }
    }

    private Parked lockParked(Connection connection, JobFilter filter, long after) throws SQLException {
        try (SqlCall call = parkedBatch.prepare(connection)) {
            PgJobReader.bind(call, filter).set("after", after).set("scan", BATCH);
            List<Long> ids = new ArrayList<>();
            OptionalLong next = OptionalLong.empty();
            for (ResultSet rows = call.query(); rows.next(); ) {
                Long last = rows.getObject("last_id", Long.class);
                next = last == null ? OptionalLong.empty() : OptionalLong.of(last);
                Long id = rows.getObject("id", Long.class);
                if (id != null) {
                    ids.add(id);
                }
            }
            return new Parked(ids.stream().mapToLong(Long::longValue).toArray(), next);
        }
    }

    /** Parked jobs that this transaction has locked. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Parked(long[] ids, OptionalLong next) {}

    private void announce(Connection connection, String queue) throws SQLException {
        Notify.inTransaction(connection, database.schema().channel(), WakeHint.now("job:" + queue));
    }

    private static <E extends Enum<E>> E outcome(Class<E> type, ResultSet rows) throws SQLException {
        return Enum.valueOf(type, rows.getString("outcome").toUpperCase(Locale.ROOT));
    }

    private static @Nullable Long toLong(@Nullable Integer value) {
        return value == null ? null : value.longValue();
    }
}
