package dev.dormouse.postgres;

import dev.dormouse.dispatch.Exchange;
import dev.dormouse.jobs.ClaimRequest;
import dev.dormouse.jobs.ClaimedJob;
import dev.dormouse.jobs.Enqueued;
import dev.dormouse.jobs.JobExchange;
import dev.dormouse.jobs.JobOutcome;
import dev.dormouse.jobs.JobStore;
import dev.dormouse.jobs.NewJob;
import dev.dormouse.postgres.listen.Notify;
import dev.dormouse.postgres.sql.Sql;
import dev.dormouse.postgres.sql.SqlCall;
import dev.dormouse.postgres.sql.SqlFiles;
import dev.dormouse.provider.SharedCalls;
import dev.dormouse.wake.WakeHint;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Jobs in PostgreSQL. Thread-safe. */
final class PgJobStore implements JobStore {

    /** As many successes are worth a statement and a commit of their own. */
    private static final int APART_MIN = 100;

    /** How many callers share a transaction; so many take about as long to put in as a slow disk takes to commit them. */
    private static final int CALLERS_MAX = 32;

    /** How many such transactions are under way at once: while one is committed, the next can be put in. */
    private static final int ABREAST = 2;

    private final Database database;
    private final Writers writers = new Writers();
    private final PgEnqueue enqueue;
    private final SharedCalls<NewJob, Enqueued> single = new SharedCalls<>(CALLERS_MAX, ABREAST, this::enqueueTogether);
    private final PgOutcomes outcomes;
    private final PgClaim claim;
    private final PgLimits limits;
    private final Sql announceRoom;
    private final Sql giveBack;
    private final Sql giveBackUnknown;
    private final Sql progress;
    private final Sql cancelRequested;

    PgJobStore(Database database) {
        this.database = database;
        this.enqueue = new PgEnqueue(database);
        this.outcomes = new PgOutcomes(database);
        SqlFiles files = SqlFiles.of(PgJobStore.class, database.schema());
        this.claim = new PgClaim(database);
        this.limits = new PgLimits(database, claim);
        this.announceRoom = files.load("announce_room");
        this.giveBack = files.load("give_back");
        this.giveBackUnknown = files.load("give_back_unknown");
        this.progress = files.load("progress");
        this.cancelRequested = files.load("cancel_requested");
    }

    @Override
    public List<Enqueued> enqueue(List<NewJob> jobs) {
        return jobs.size() == 1 && PgEnqueue.simple(jobs.get(0))
                ? List.of(single.ask(jobs.get(0)))
                : database.call("enqueue " + jobs.size() + " jobs", connection -> enqueue.enqueue(connection, jobs));
    }

    private List<Enqueued> enqueueTogether(List<NewJob> jobs) {
        return database.call("enqueue " + jobs.size() + " jobs", connection -> enqueue.enqueueSimple(connection, jobs));
    }

    @Override
    public Enqueued enqueueAndAnnounce(NewJob job, long node) {
        return database.call("enqueue a job", connection -> enqueue.enqueueAndAnnounce(connection, job, node));
    }

    @Override
    public List<Enqueued> enqueueAnnounced(List<NewJob> jobs, Collection<WakeHint> hints) {
        return database.inTransaction("enqueue " + jobs.size() + " jobs", connection -> {
            List<Enqueued> enqueued = enqueue.enqueue(connection, jobs);
            for (WakeHint hint : hints) {
                Notify.inTransaction(connection, database.schema().channel(), hint);
            }
            return enqueued;
        });
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
        PgOutcomes.Written written = PgOutcomes.Written.NOTHING;
        List<JobOutcome.Succeeded> succeeded = sorted.succeeded();
        if (request.max() == 0 || !sorted.others().isEmpty()) {
            written = write(sorted);
            succeeded = List.of();
        }
        if (request.max() == 0) {
            makeRoom(request, sorted);
            return new JobExchange(
                    Exchange.nothing(), refusedIndeed(written.refused(), finished), true, written.undecided());
        }
        List<Long> refused = new ArrayList<>(written.refused());
        PgClaim.Claimed claimed = look(request, succeeded, refused);
        JobExchange answer = claimed.status().restricted() && claimed.status().leaseHeld()
                ? claimLimited(request, sorted)
                : claimed.answer();
        return new JobExchange(
                answer.exchange(), refusedIndeed(refused, finished), answer.leaseHeld(), written.undecided());
    }

    /** Without those that were written before, by a commit of which this node got no answer. */
    private List<Long> refusedIndeed(List<Long> refused, List<JobOutcome> finished) {
        if (refused.isEmpty()) {
            return refused;
        }
        List<JobOutcome> asked = finished.stream()
                .filter(outcome -> refused.contains(outcome.job().id()))
                .toList();
        Set<Long> written =
                database.call("read what was written before", connection -> outcomes.written(connection, asked));
        return refused.stream().filter(id -> !written.contains(id)).toList();
    }

    /** Under load, completing many and claiming many go side by side: the server has more than one core too. */
    private PgClaim.Claimed look(ClaimRequest request, List<JobOutcome.Succeeded> succeeded, List<Long> refused) {
        if (succeeded.size() < APART_MIN) {
            PgClaim.Claimed claimed = look(request, succeeded);
            refused.addAll(claimed.refused());
            return claimed;
        }
        return writers.beside(
                () -> refused.addAll(database.call(
                        "complete " + succeeded.size() + " jobs",
                        connection -> outcomes.complete(connection, succeeded))),
                () -> look(request, List.of()));
    }

    private PgOutcomes.Written write(Outcomes finished) {
        return database.inTransaction("write outcomes", connection -> outcomes.write(connection, finished));
    }

    /** One round trip, one commit, unless a lease has ended or something is due that the look before did not tell of. */
    private PgClaim.Claimed look(ClaimRequest request, List<JobOutcome.Succeeded> succeeded) {
        return database.call("exchange jobs of queue " + request.queue(), connection -> {
            PgClaim.Claimed some = claim.claim(connection, request, request.max(), false, succeeded);
            if (some.jobs().isEmpty() && some.status().scheduledOverdue()) {
                // Now it is known, and made ready on the way.
                some = claim.claim(connection, request.withoutRenewal(), request.max(), false, List.of())
                        .after(some);
            }
            claim.startUnique(connection, some.jobs());
            if (some.status().leaseOverdue()) {
                claim.takeOver(connection);
            }
            return some;
        });
    }

    private JobExchange claimLimited(ClaimRequest request, Outcomes finished) {
        PgLimits.Limited limited = database.inTransaction(
                "claim jobs of the limited queue " + request.queue(),
                connection -> limits.claim(connection, request.withoutRenewal(), finished.limitKeys()));
        JobExchange exchange = limited.exchange();
        if (limited.forOthers()
                || finished.count() > exchange.exchange().claimed().size()) {
            announceToOthers(request);
        }
        return exchange;
    }

    /** This node claims nothing now, and what it has just ended may make room under a limit for others. */
    private void makeRoom(ClaimRequest request, Outcomes finished) {
        if (finished.count() == 0) {
            return;
        }
        database.inTransaction("make room in queue " + request.queue(), connection -> {
            limits.release(connection, request, finished.limitKeys());
            return true;
        });
        announceToOthers(request);
    }

    private void announceToOthers(ClaimRequest request) {
        database.call("announce room in queue " + request.queue(), connection -> {
            try (SqlCall call = announceRoom.prepare(connection)) {
                call.set("wake", "job:" + request.queue())
                        .set("queue", request.queue())
                        .set("self", request.node())
                        .query();
                return true;
            }
        });
    }

    @Override
    public void giveBack(List<ClaimedJob> jobs) {
        database.inTransaction("give back " + jobs.size() + " jobs", connection -> {
            try (SqlCall call = giveBack.prepare(connection)) {
                call.set("ids", jobs.stream().mapToLong(ClaimedJob::id).toArray());
                call.set("nodes", jobs.stream().mapToLong(ClaimedJob::node).toArray());
                call.set("attempts", jobs.stream().mapToInt(ClaimedJob::attempt).toArray());
                call.update();
            }
            if (jobs.stream().anyMatch(job -> job.limitKey() != null)) {
                claim.releaseAll(connection);
            }
            return true;
        });
    }

    @Override
    public void giveBackUnknown(long node, String queue, List<String> kinds, List<Long> known) {
        database.inTransaction("give back what node " + node + " may hold unknowingly", connection -> {
            try (SqlCall call = giveBackUnknown.prepare(connection)) {
                call.set("node", node).set("lanes", Lanes.of(queue, kinds));
                call.set("known", known.stream().mapToLong(Long::longValue).toArray());
                call.update();
            }
            claim.releaseAll(connection);
            return true;
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
}
