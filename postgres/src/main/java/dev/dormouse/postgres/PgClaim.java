package dev.dormouse.postgres;

import dev.dormouse.dispatch.Exchange;
import dev.dormouse.jobs.ClaimRequest;
import dev.dormouse.jobs.ClaimedJob;
import dev.dormouse.jobs.JobExchange;
import dev.dormouse.jobs.JobOutcome;
import dev.dormouse.postgres.sql.Sql;
import dev.dormouse.postgres.sql.SqlCall;
import dev.dormouse.postgres.sql.SqlFiles;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The statement that all throughput hangs on: writes successes, claims, and tells how things stand, in one round trip. */
final class PgClaim {

    private static final int RENEW = 1;
    private static final int COMPLETE = 2;
    private static final int PROMOTE = 4;
    private static final int VARIANTS = 8;

    /** By what travels with the claim, see {@link #variant}. */
    private final List<Sql> claims;

    private final Sql promote;
    private final Sql takeOver;
    private final Sql releaseAll;
    private final Sql startUnique;
    /** By queue and kinds: one coordinator each. */
    private final Map<List<Object>, Watermarks> watermarks = new ConcurrentHashMap<>();

    PgClaim(Database database) {
        SqlFiles files = SqlFiles.of(PgJobStore.class, database.schema());
        this.claims = IntStream.range(0, VARIANTS)
                .mapToObj(variant -> files.load(parts(variant)))
                .toList();
        this.promote = files.load("promote");
        this.takeOver = files.load("take_over");
        this.startUnique = files.load("start_unique");
        this.releaseAll = SqlFiles.of(PgLimits.class, database.schema()).load("release_all");
    }

    /** What a claim brought: jobs, the successes that were refused, and how things stand after it. */
    record Claimed(List<ClaimedJob> jobs, List<Long> refused, Status status) {

        /** As the second of two looks, of which the first claimed nothing. */
        Claimed after(Claimed first) {
            return new Claimed(jobs, first.refused, status);
        }

        JobExchange answer() {
            Exchange<ClaimedJob> exchange = new Exchange<>(jobs, status.overdue() || status.more(), status.nextDue());
            return new JobExchange(exchange, refused, status.leaseHeld());
        }
    }

    /**
     * Claims up to {@code max} jobs.
     *
     * @param permitted the queue's limits have been seen to; else nothing is claimed from a queue that has any. Nothing is
     *     made ready on the way then, for which the limits would have to be seen to again
     */
    Claimed claim(
            Connection connection,
            ClaimRequest request,
            int max,
            boolean permitted,
            List<JobOutcome.Succeeded> succeeded)
            throws SQLException {
        List<Long> refused = List.of();
        Watermarks watermarks = watermarks(request);
        long nowNanos = System.nanoTime();
        boolean fullLook = watermarks.beginLook(nowNanos);
        Sql sql = claims.get(variant(request, succeeded, !permitted && watermarks.expectsDue(nowNanos)));
        try (SqlCall call = sql.prepare(connection)) {
            bind(call, request, watermarks, max, permitted);
            call.set("flush", !succeeded.isEmpty());
            if (!succeeded.isEmpty()) {
                PgOutcomes.bindSucceeded(call, succeeded);
            }
            call.query();
            if (call.has("lease")) {
                call.nextRows();
            }
            if (!succeeded.isEmpty()) {
                refused = PgOutcomes.refused(call.nextRows(), succeeded);
            }
            List<ClaimedJob> jobs = read(call.nextRows(), request);
            boolean asManyAsAsked = max > 0 && jobs.size() == max;
            watermarks.looked(jobs, asManyAsAsked);
            Status status = Status.read(call.nextRows());
            watermarks.toldDue(status.scheduledMillis(), nowNanos);
            return new Claimed(jobs, refused, fullLook || asManyAsAsked ? status : status.butLookAgain());
        }
    }

    private Watermarks watermarks(ClaimRequest request) {
        return watermarks.computeIfAbsent(
                List.of(request.queue(), request.kinds()), key -> new Watermarks(request.queue(), request.kinds()));
    }

    /** Gives up the unique keys that reach no further than this. Only for jobs that have one: others cost nothing. */
    void startUnique(Connection connection, List<ClaimedJob> jobs) throws SQLException {
        long[] ids = jobs.stream()
                .filter(ClaimedJob::unique)
                .mapToLong(ClaimedJob::id)
                .toArray();
        if (ids.length > 0) {
            try (SqlCall call = startUnique.prepare(connection)) {
                call.set("ids", ids).update();
            }
        }
    }

    /**
     * Makes ready what is overdue: scheduled jobs, and the claims of nodes whose lease has ended. Whoever calls it looks
     * again: behind what was overdue something else may be due soon, which only the next look can tell, and what could not
     * be moved is in the hands of another node, which may die before it is done.
     */
    void revive(Connection connection, ClaimRequest request, Status status) throws SQLException {
        if (status.scheduledOverdue()) {
            try (SqlCall call = promote.prepare(connection)) {
                call.set("lanes", lanes(request)).update();
            }
        }
        if (status.leaseOverdue()) {
            takeOver(connection);
        }
    }

    /** What nodes held whose lease has ended becomes anyone's: jobs, and lanes of the outbox. */
    void takeOver(Connection connection) throws SQLException {
        int dead;
        try (SqlCall call = takeOver.prepare(connection)) {
            ResultSet rows = call.query();
            rows.next();
            dead = rows.getInt(1);
        }
        if (dead > 0) {
            releaseAll(connection);
        }
    }

    /** For when it is not known which limit keys have room again. */
    void releaseAll(Connection connection) throws SQLException {
        try (SqlCall call = releaseAll.prepare(connection)) {
            call.query();
        }
    }

    /**
     * A claim that brings nothing comes after a rest. It has one form, with a lease to renew or without: a form that the
     * connection has not seen yet has to be prepared first, and that takes longer than the claim.
     */
    private static int variant(ClaimRequest request, List<JobOutcome.Succeeded> succeeded, boolean promote) {
        return (request.renewLease() == null && !succeeded.isEmpty() ? 0 : RENEW)
                + (succeeded.isEmpty() ? 0 : COMPLETE)
                + (promote ? PROMOTE : 0);
    }

    private static String[] parts(int variant) {
        List<String> parts = new ArrayList<>(List.of("plan"));
        if ((variant & RENEW) != 0) {
            parts.addAll(List.of("renew", "announce_lease"));
        }
        if ((variant & COMPLETE) != 0) {
            parts.add("complete");
        }
        if ((variant & PROMOTE) != 0) {
            parts.add("promote");
        }
        parts.addAll(List.of("claim", "status"));
        return parts.toArray(String[]::new);
    }

    private static void bind(SqlCall call, ClaimRequest request, Watermarks watermarks, int max, boolean permitted)
            throws SQLException {
        if (call.has("lease")) {
            call.set("lease", request.renewLease()).set("announce_lease", request.announceLease());
        }
        call.set("node", request.node())
                .set("queue", request.queue())
                .set("permitted", permitted)
                .set("max", max)
                .set("lanes", watermarks.lanes())
                .set("from_priorities", watermarks.priorities())
                .set("from_ids", watermarks.ids());
    }

    static long[] lanes(ClaimRequest request) {
        return Lanes.of(request.queue(), request.kinds());
    }

    private static List<ClaimedJob> read(ResultSet rows, ClaimRequest request) throws SQLException {
        List<ClaimedJob> jobs = new ArrayList<>();
        while (rows.next()) {
            jobs.add(new ClaimedJob(
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
        return jobs;
    }

    /** What the last statement of an exchange told. */
    record Status(
            boolean more,
            @Nullable Long scheduledMillis,
            @Nullable Long leaseMillis,
            boolean restricted,
            boolean leaseHeld) {

        static Status read(ResultSet rows) throws SQLException {
            rows.next();
            return new Status(
                    rows.getBoolean("more"),
                    rows.getObject("scheduled_in_ms", Long.class),
                    rows.getObject("lease_ends_in_ms", Long.class),
                    rows.getBoolean("restricted"),
                    rows.getBoolean("lease_held"));
        }

        /** A look from a watermark that came back short has not seen everything. */
        Status butLookAgain() {
            return new Status(true, scheduledMillis, leaseMillis, restricted, leaseHeld);
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
