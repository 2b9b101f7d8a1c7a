package dev.dormouse.postgres;

import dev.dormouse.dispatch.Exchange;
import dev.dormouse.jobs.ClaimRequest;
import dev.dormouse.jobs.ClaimedJob;
import dev.dormouse.jobs.JobExchange;
import dev.dormouse.postgres.PgClaim.Claimed;
import dev.dormouse.postgres.sql.Sql;
import dev.dormouse.postgres.sql.SqlCall;
import dev.dormouse.postgres.sql.SqlFiles;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Claims from queues that are paused or limited in the whole cluster. Such claims take turns under a lock on the queue's
 * row, so that what one of them counts is still true when it commits; queues without limits never come here.
 */
final class PgLimits {

    /** How often one claim looks for blocked jobs before it leaves the rest to the next. */
    private static final int PASSES_MAX = 10;
    /** Where there are some, there are many. */
    private static final int SCAN = 200;

    private final PgClaim claim;
    private final Sql lock;
    private final Sql running;
    private final Sql rate;
    private final Sql started;
    private final Sql block;
    private final Sql release;
    private final Sql excess;

    PgLimits(Database database, PgClaim claim) {
        this.claim = claim;
        SqlFiles files = SqlFiles.of(PgLimits.class, database.schema());
        this.lock = files.load("lock");
        this.running = files.load("running");
        this.rate = files.load("rate");
        this.started = files.load("started");
        this.block = files.load("block");
        this.release = files.load("release");
        this.excess = files.load("excess");
    }

    /** What is set for a queue. */
    private record Limits(
            boolean paused,
            @Nullable Integer maxRunning,
            @Nullable Integer perKey,
            @Nullable Integer rateCount,
            long ratePeriodMillis) {}

    /** How many may start now, and if that is none because of the rate, how long until one may. */
    private record Allowance(int jobs, @Nullable Duration nextDue) {}

    /**
     * What a claim under limits brought.
     *
     * @param forOthers jobs of kinds that this node does not handle may run now
     */
    record Limited(JobExchange exchange, boolean forOthers) {}

    /** In a transaction. The keys are those of jobs that have just ended on this node. */
    Limited claim(Connection connection, ClaimRequest request, Set<String> endedKeys) throws SQLException {
        Limits limits = lock(connection, request.queue());
        if (limits == null) {
            return new Limited(new JobExchange(new Exchange<>(List.of(), true, null), List.of(), true), false);
        }
        boolean forOthers = release(connection, request, endedKeys, limits);
        Allowance allowance = limits.paused ? new Allowance(0, null) : allowance(connection, request, limits);
        boolean blockedAll = block(connection, request, limits, allowance.jobs);
        Claimed all = claim.claim(connection, request, blockedAll ? 0 : allowance.jobs, true, List.of());
        Claimed claimed = withoutExcess(connection, request, limits, all);
        claim.startUnique(connection, claimed.jobs());
        if (limits.rateCount != null && !claimed.jobs().isEmpty()) {
            started(connection, request.queue(), claimed.jobs().size());
        }
        return new Limited(answer(connection, request, claimed, allowance, blockedAll), forOthers);
    }

    /** In a transaction. Jobs with these keys have ended, or were given back: others with them may run. */
    void release(Connection connection, ClaimRequest request, Set<String> keys) throws SQLException {
        Limits limits = keys.isEmpty() ? null : lock(connection, request.queue());
        if (limits != null) {
            boolean unused = release(connection, request, keys, limits);
        }
    }

    private JobExchange answer(
            Connection connection, ClaimRequest request, Claimed claimed, Allowance allowance, boolean blockedAll)
            throws SQLException {
        PgClaim.Status status = claimed.status();
        if (status.overdue()) {
            claim.revive(connection, request, status);
        }
        // Also without an allowance: what a dead node held no longer counts.
        boolean more = status.overdue()
                || (allowance.jobs > 0
                        && (blockedAll || (status.more() && !claimed.jobs().isEmpty())));
        Exchange<ClaimedJob> exchange =
                new Exchange<>(claimed.jobs(), more, earlier(status.nextDue(), allowance.nextDue));
        return new JobExchange(exchange, List.of(), status.leaseHeld());
    }

    private @Nullable Limits lock(Connection connection, String queue) throws SQLException {
        try (SqlCall call = lock.prepare(connection)) {
            ResultSet rows = call.set("queue", queue).query();
            if (!rows.next()) {
                return null;
            }
            return new Limits(
                    rows.getBoolean("paused"),
                    rows.getObject("max_running", Integer.class),
                    rows.getObject("max_running_per_key", Integer.class),
                    rows.getObject("rate_count", Integer.class),
                    rows.getLong("rate_period_ms"));
        }
    }

    private Allowance allowance(Connection connection, ClaimRequest request, Limits limits) throws SQLException {
        int jobs = request.max();
        if (limits.maxRunning != null) {
            jobs = Math.min(jobs, limits.maxRunning - running(connection, request.queue()));
        }
        if (limits.rateCount == null || jobs <= 0) {
            return new Allowance(Math.max(0, jobs), null);
        }
        return rate(connection, request.queue(), limits.rateCount, limits.ratePeriodMillis, jobs);
    }

    private int running(Connection connection, String queue) throws SQLException {
        try (SqlCall call = running.prepare(connection)) {
            ResultSet rows = call.set("queue", queue).query();
            rows.next();
            return rows.getInt(1);
        }
    }

    private Allowance rate(Connection connection, String queue, int count, long periodMillis, int jobs)
            throws SQLException {
        try (SqlCall call = rate.prepare(connection)) {
            ResultSet rows =
                    call.set("queue", queue).set("period", periodMillis).query();
            rows.next();
            int left = count - rows.getInt("jobs");
            Duration frees = left > 0 ? null : Duration.ofMillis(Math.max(1, rows.getLong("frees_in_ms")));
            return new Allowance(Math.max(0, Math.min(jobs, left)), frees);
        }
    }

    private void started(Connection connection, String queue, int jobs) throws SQLException {
        try (SqlCall call = started.prepare(connection)) {
            call.set("queue", queue).set("jobs", jobs).update();
        }
    }

    /** Until the rows that the claim would take are all free to run. True if they could not all be looked at. */
    private boolean block(Connection connection, ClaimRequest request, Limits limits, int max) throws SQLException {
        if (limits.perKey == null || max == 0) {
            return false;
        }
        for (int pass = 0; pass < PASSES_MAX; pass++) {
            try (SqlCall call = block.prepare(connection)) {
                call.set("queue", request.queue())
                        .set("lanes", PgClaim.lanes(request))
                        .set("scan", pass == 0 ? max : Math.max(max, SCAN))
                        .set("per_key", limits.perKey);
                ResultSet rows = call.query();
                rows.next();
                if (rows.getInt(1) == 0) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Jobs may have come in between the look at what is ready and the claim. */
    private Claimed withoutExcess(Connection connection, ClaimRequest request, Limits limits, Claimed claimed)
            throws SQLException {
        long[] keyed = claimed.jobs().stream()
                .filter(job -> job.limitKey() != null)
                .mapToLong(ClaimedJob::id)
                .toArray();
        if (limits.perKey == null || keyed.length == 0) {
            return claimed;
        }
        Set<Long> excess = new HashSet<>();
        try (SqlCall call = this.excess.prepare(connection)) {
            call.set("queue", request.queue())
                    .set("node", request.node())
                    .set("ids", keyed)
                    .set("per_key", limits.perKey);
            for (ResultSet rows = call.query(); rows.next(); ) {
                excess.add(rows.getLong(1));
            }
        }
        List<ClaimedJob> kept = claimed.jobs().stream()
                .filter(job -> !excess.contains(job.id()))
                .toList();
        return new Claimed(kept, claimed.refused(), claimed.status());
    }

    /** True if some came back that are of no kind of this node's. */
    private boolean release(Connection connection, ClaimRequest request, Set<String> keys, Limits limits)
            throws SQLException {
        if (limits.perKey == null || keys.isEmpty()) {
            return false;
        }
        Set<Long> own = new HashSet<>();
        for (long lane : PgClaim.lanes(request)) {
            own.add(lane);
        }
        boolean forOthers = false;
        try (SqlCall call = release.prepare(connection)) {
            call.set("queue", request.queue())
                    .set("keys", keys.toArray(String[]::new))
                    .set("per_key", limits.perKey);
            for (ResultSet rows = call.query(); rows.next(); ) {
                forOthers |= !own.contains(rows.getLong(1));
            }
        }
        return forOthers;
    }

    private static @Nullable Duration earlier(@Nullable Duration a, @Nullable Duration b) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        return a.compareTo(b) <= 0 ? a : b;
    }
}
