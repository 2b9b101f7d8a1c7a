package dev.dormouse.postgres;

import dev.dormouse.dispatch.Exchange;
import dev.dormouse.jobs.ClaimRequest;
import dev.dormouse.jobs.ClaimedJob;
import dev.dormouse.jobs.Enqueued;
import dev.dormouse.jobs.JobExchange;
import dev.dormouse.jobs.JobOutcome;
import dev.dormouse.jobs.JobStore;
import dev.dormouse.jobs.NewJob;
import dev.dormouse.postgres.sql.Sql;
import dev.dormouse.postgres.sql.SqlCall;
import dev.dormouse.postgres.sql.SqlFiles;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Jobs in PostgreSQL. Thread-safe. */
final class PgJobStore implements JobStore {

    private final Database database;
    private final PgEnqueue enqueue;
    private final PgOutcomes outcomes;
    private final Sql claim;
    private final Sql renewAndClaim;
    private final Sql completeAndClaim;
    private final Sql renewCompleteAndClaim;
    private final Sql promote;
    private final Sql takeOver;
    private final Sql giveBack;
    private final Sql progress;
    private final Sql cancelRequested;

    PgJobStore(Database database) {
        this.database = database;
        this.enqueue = new PgEnqueue(database);
        this.outcomes = new PgOutcomes(database);
        SqlFiles files = SqlFiles.of(PgJobStore.class, database.schema());
        this.claim = files.load("claim", "status");
        this.renewAndClaim = files.load("renew", "claim", "status");
        this.completeAndClaim = files.load("complete", "claim", "status");
        this.renewCompleteAndClaim = files.load("renew", "complete", "claim", "status");
        this.promote = files.load("promote");
        this.takeOver = files.load("take_over");
        this.giveBack = files.load("give_back");
        this.progress = files.load("progress");
        this.cancelRequested = files.load("cancel_requested");
    }

    @Override
    public List<Enqueued> enqueue(List<NewJob> jobs) {
        return database.call("enqueue " + jobs.size() + " jobs", connection -> enqueue.enqueue(connection, jobs));
    }

    @Override
    public List<Enqueued> enqueue(Connection connection, List<NewJob> jobs) {
        try {
            return enqueue.enqueue(connection, jobs);
        } catch (SQLException e) {
            throw PgErrors.of("enqueue " + jobs.size() + " jobs in the given transaction", e);
        }
    }

    @Override
    public JobExchange exchange(ClaimRequest request, List<JobOutcome> finished) {
        Outcomes sorted = Outcomes.of(finished);
        if (request.max() == 0 || !sorted.others().isEmpty()) {
            List<Long> refused = write(sorted);
            JobExchange claimed = request.max() == 0
                    ? new JobExchange(Exchange.nothing(), List.of(), true)
                    : exchange(request, List.of());
            refused.addAll(claimed.refused());
            return new JobExchange(claimed.exchange(), refused, claimed.leaseHeld());
        }
        return database.call(
                "exchange jobs of queue " + request.queue(), c -> exchange(c, request, sorted.succeeded()));
    }

    private List<Long> write(Outcomes finished) {
        return database.inTransaction("write outcomes", connection -> outcomes.write(connection, finished));
    }

    /** One round trip, one commit, unless something has become due or a lease has ended. */
    private JobExchange exchange(Connection connection, ClaimRequest request, List<JobOutcome.Succeeded> succeeded)
            throws SQLException {
        long[] lanes = request.kinds().stream()
                .mapToLong(kind -> Lanes.of(request.queue(), kind))
                .toArray();
        List<Long> refused = new ArrayList<>();
        List<ClaimedJob> claimed = new ArrayList<>();
        Status status;
        try (SqlCall call = statement(request, succeeded).prepare(connection)) {
            if (request.renewLease() != null) {
                call.set("lease", request.renewLease());
            }
            bindClaim(call, request, lanes);
            if (succeeded.isEmpty()) {
                readClaimed(call.query(), request, claimed);
            } else {
                PgOutcomes.bindSucceeded(call, succeeded);
                refused.addAll(PgOutcomes.refused(call.query(), succeeded));
                readClaimed(call.nextRows(), request, claimed);
            }
            status = Status.read(call.nextRows());
        }
        boolean moved = status.overdue() && revive(connection, status, lanes);
        // Behind what was overdue something else may be due soon, which only the next look can tell; and what could not
        // be
        // moved is in the hands of another node, which may die before it is done.
        boolean more = moved || status.overdue() || status.more();
        return new JobExchange(new Exchange<>(claimed, more, status.nextDue()), refused, status.leaseHeld());
    }

    private Sql statement(ClaimRequest request, List<JobOutcome.Succeeded> succeeded) {
        if (request.renewLease() == null) {
            return succeeded.isEmpty() ? claim : completeAndClaim;
        }
        return succeeded.isEmpty() ? renewAndClaim : renewCompleteAndClaim;
    }

    private static void bindClaim(SqlCall call, ClaimRequest request, long[] lanes) throws SQLException {
        short[] priorities = new short[lanes.length];
        java.util.Arrays.fill(priorities, Short.MIN_VALUE);
        call.set("node", request.node())
                .set("max", request.max())
                .set("lanes", lanes)
                .set("from_priorities", priorities)
                .set("from_ids", new long[lanes.length]);
    }

    private static void readClaimed(ResultSet rows, ClaimRequest request, List<ClaimedJob> claimed)
            throws SQLException {
        while (rows.next()) {
            claimed.add(new ClaimedJob(
                    rows.getLong("id"),
                    request.node(),
                    rows.getInt("attempt"),
                    request.queue(),
                    rows.getString("kind"),
                    rows.getInt("priority"),
                    rows.getBytes("payload"),
                    Headers.read(rows.getArray("headers")),
                    rows.getBoolean("is_unique"),
                    rows.getString("limit_key")));
        }
    }

    /** What is overdue is made ready: scheduled jobs, and the claims of nodes whose lease has ended. */
    private boolean revive(Connection connection, Status status, long[] lanes) throws SQLException {
        int revived = 0;
        if (status.scheduledOverdue()) {
            try (SqlCall call = promote.prepare(connection)) {
                revived += call.set("lanes", lanes).update();
            }
        }
        if (status.leaseOverdue()) {
            try (SqlCall call = takeOver.prepare(connection)) {
                ResultSet rows = call.query();
                rows.next();
                revived += rows.getInt(1);
            }
        }
        return revived > 0;
    }

    @Override
    public void giveBack(List<ClaimedJob> jobs) {
        database.call("give back " + jobs.size() + " jobs", connection -> {
            try (SqlCall call = giveBack.prepare(connection)) {
                call.set("ids", jobs.stream().mapToLong(ClaimedJob::id).toArray());
                call.set("nodes", jobs.stream().mapToLong(ClaimedJob::node).toArray());
                call.set("attempts", jobs.stream().mapToInt(ClaimedJob::attempt).toArray());
                return call.update();
            }
        });
    }

    @Override
    public boolean complete(Connection connection, ClaimedJob job, byte @Nullable [] result) {
        try {
            return outcomes.complete(connection, new JobOutcome.Succeeded(job, result));
        } catch (SQLException e) {
            throw PgErrors.of("complete job " + job.id() + " in the given transaction", e);
        }
    }

    @Override
    public boolean progress(ClaimedJob job, double fraction, @Nullable String note) {
        return database.call("record the progress of job " + job.id(), connection -> {
            try (SqlCall call = progress.prepare(connection)) {
                call.set("id", job.id()).set("node", job.node()).set("attempt", job.attempt());
                return call.set("fraction", fraction).set("note", note).update() == 1;
            }
        });
    }

    @Override
    public List<Long> cancelRequested(long node) {
        return database.call("read cancellations", connection -> {
            try (SqlCall call = cancelRequested.prepare(connection)) {
                List<Long> ids = new ArrayList<>();
                for (ResultSet rows = call.set("node", node).query(); rows.next(); ) {
                    ids.add(rows.getLong(1));
                }
                return ids;
            }
        });
    }

    /** What the last statement of an exchange told. */
    private record Status(
            boolean more,
            @Nullable Long scheduledMillis,
            @Nullable Long leaseMillis,
            boolean leaseHeld) {

        static Status read(ResultSet rows) throws SQLException {
            rows.next();
            return new Status(
                    rows.getBoolean("more"),
                    rows.getObject("scheduled_in_ms", Long.class),
                    rows.getObject("lease_ends_in_ms", Long.class),
                    rows.getBoolean("lease_held"));
        }

        boolean scheduledOverdue() {
            return scheduledMillis != null && scheduledMillis <= 0;
        }

        boolean leaseOverdue() {
            return leaseMillis != null && leaseMillis <= 0;
        }

        boolean overdue() {
            return scheduledOverdue() || leaseOverdue();
        }

        @Nullable
        Duration nextDue() {
            long next = Math.min(later(scheduledMillis), later(leaseMillis));
            return next == Long.MAX_VALUE ? null : Duration.ofMillis(next);
        }

        private static long later(@Nullable Long millis) {
            return millis == null || millis <= 0 ? Long.MAX_VALUE : millis;
        }
    }
}
