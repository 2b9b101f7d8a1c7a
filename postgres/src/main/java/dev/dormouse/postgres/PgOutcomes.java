package dev.dormouse.postgres;

import dev.dormouse.jobs.ClaimedJob;
import dev.dormouse.jobs.JobOutcome;
import dev.dormouse.jobs.JobState;
import dev.dormouse.postgres.sql.Sql;
import dev.dormouse.postgres.sql.SqlCall;
import dev.dormouse.postgres.sql.SqlFiles;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes how jobs ended, on a connection that somebody else commits. Every write is fenced by node and attempt. */
final class PgOutcomes {

    /** For the caller's transactions, in which the plan of other statements is not ours to set. */
    private final Sql complete;

    private final Sql completeMany;
    private final Sql settle;
    private final Sql stillClaimed;
    private final Sql giveUpKey;
    private final Sql alreadyWritten;

    PgOutcomes(Database database) {
        SqlFiles files = SqlFiles.of(PgJobStore.class, database.schema());
        this.complete = files.load("complete");
        this.completeMany = files.load("plan", "complete");
        this.settle = files.load("settle");
        this.stillClaimed = files.load("still_claimed");
        this.giveUpKey = files.load("give_up_key");
        this.alreadyWritten = files.load("already_written");
    }

    /**
     * What could not be written.
     *
     * @param refused jobs that were no longer this node's
     * @param undecided jobs that their handlers complete in a transaction that is still open
     */
    record Written(List<Long> refused, List<Long> undecided) {
        static final Written NOTHING = new Written(List.of(), List.of());
    }

    Written write(Connection connection, Outcomes outcomes) throws SQLException {
        Written written = new Written(new ArrayList<>(complete(connection, outcomes.succeeded())), new ArrayList<>());
        for (JobOutcome outcome : outcomes.others()) {
            if (outcome instanceof JobOutcome.CompletedElsewhere elsewhere) {
                writeUnlessCommitted(connection, elsewhere, written);
            } else if (!write(connection, outcome)) {
                written.refused.add(outcome.job().id());
            }
        }
        return written;
    }

    boolean complete(Connection connection, JobOutcome.Succeeded success) throws SQLException {
        boolean held;
        try (SqlCall call = complete.prepare(connection)) {
            bindSucceeded(call, List.of(success));
            held = call.query().next();
        }
        if (held && success.job().unique()) {
            giveUpKey(connection, success.job(), "PRUNED");
        }
        return held;
    }

    /** Many at once, in a transaction of our own. Returns those that were no longer this node's. */
    List<Long> complete(Connection connection, List<JobOutcome.Succeeded> succeeded) throws SQLException {
        if (succeeded.isEmpty()) {
            return List.of();
        }
        try (SqlCall call = completeMany.prepare(connection)) {
            call.set("flush", true);
            bindSucceeded(call, succeeded);
            call.query();
            return refused(call.nextRows(), succeeded);
        }
    }

    /** Which of these stand in the database as if they had just been written. */
    Set<Long> written(Connection connection, List<JobOutcome> outcomes) throws SQLException {
        List<ClaimedJob> jobs = outcomes.stream().map(JobOutcome::job).toList();
        Set<Long> written = new HashSet<>();
        try (SqlCall call = alreadyWritten.prepare(connection)) {
            call.set("ids", jobs.stream().mapToLong(ClaimedJob::id).toArray())
                    .set("nodes", jobs.stream().mapToLong(ClaimedJob::node).toArray())
                    .set("attempts", jobs.stream().mapToInt(ClaimedJob::attempt).toArray())
                    .set("errors", outcomes.stream().map(PgOutcomes::error).toArray(String[]::new))
                    .set(
                            "snoozed",
                            outcomes.stream().mapToInt(PgOutcomes::snoozed).toArray());
            for (ResultSet rows = call.query(); rows.next(); ) {
                written.add(rows.getLong(1));
            }
        }
        return written;
    }

    private static @Nullable String error(JobOutcome outcome) {
        if (outcome instanceof JobOutcome.Retry retry) {
            return retry.error();
        }
        return outcome instanceof JobOutcome.Parked parked ? parked.error() : null;
    }

    private static int snoozed(JobOutcome outcome) {
        return outcome instanceof JobOutcome.Snoozed ? 1 : 0;
    }

    private boolean write(Connection connection, JobOutcome outcome) throws SQLException {
        if (outcome instanceof JobOutcome.Succeeded success) {
            return complete(connection, success);
        }
        Settlement settlement = Settlement.of(outcome);
        boolean held = settle(connection, outcome.job(), settlement);
        if (held && outcome.job().unique() && settlement.keepsKeyOnlyIf != null) {
            giveUpKey(connection, outcome.job(), settlement.keepsKeyOnlyIf);
        }
        return held;
    }

    /** Never waits for the handler's transaction, which may stay open for good: that would hold up all other jobs. */
    private void writeUnlessCommitted(Connection connection, JobOutcome.CompletedElsewhere elsewhere, Written written)
            throws SQLException {
        try (SqlCall call = stillClaimed.prepare(connection)) {
            ResultSet rows = bind(call, elsewhere.job()).query();
            if (!rows.next()) {
                return;
            }
            if (!rows.getBoolean("free")) {
                written.undecided.add(elsewhere.job().id());
                return;
            }
        }
        boolean unused = write(connection, elsewhere.ifNotCommitted());
    }

    private boolean settle(Connection connection, ClaimedJob job, Settlement settlement) throws SQLException {
        try (SqlCall call = settle.prepare(connection)) {
            bind(call, job)
                    .set("fate", settlement.fate)
                    .set("delay", settlement.delay)
                    .set("counts", settlement.counts)
                    .set("state", settlement.state)
                    .set("reason", settlement.reason)
                    .set("error", settlement.error);
            return call.query().next();
        }
    }

    private void giveUpKey(Connection connection, ClaimedJob job, String keepsOnlyIf) throws SQLException {
        try (SqlCall call = giveUpKey.prepare(connection)) {
            call.set("id", job.id()).set("keeps_only_if", keepsOnlyIf).update();
        }
    }

    private static SqlCall bind(SqlCall call, ClaimedJob job) throws SQLException {
        return call.set("id", job.id()).set("node", job.node()).set("attempt", job.attempt());
    }

    static void bindSucceeded(SqlCall call, List<JobOutcome.Succeeded> succeeded) throws SQLException {
        int count = succeeded.size();
        long[] ids = new long[count];
        long[] nodes = new long[count];
        int[] attempts = new int[count];
        byte[][] results = new byte[count][];
        for (int i = 0; i < count; i++) {
            ClaimedJob job = succeeded.get(i).job();
            ids[i] = job.id();
            nodes[i] = job.node();
            attempts[i] = job.attempt();
            results[i] = succeeded.get(i).result();
        }
        call.set("done_ids", ids)
                .set("done_nodes", nodes)
                .set("done_attempts", attempts)
                .set("done_results", results);
    }

    static List<Long> refused(ResultSet accepted, List<JobOutcome.Succeeded> succeeded) throws SQLException {
        Set<Long> written = new HashSet<>(succeeded.size() * 2);
        while (accepted.next()) {
            written.add(accepted.getLong(1));
        }
        if (written.size() == succeeded.size()) {
            return List.of();
        }
        return succeeded.stream()
                .map(success -> success.job().id())
                .filter(id -> !written.contains(id))
                .toList();
    }

    /**
     * An outcome as the parameters of {@code settle.sql}.
     *
     * @param keepsKeyOnlyIf how far a unique key must reach to be kept; null if every key is
     */
    private record Settlement(
            String fate,
            Duration delay,
            boolean counts,
            @Nullable String state,
            @Nullable String reason,
            @Nullable String error,
            @Nullable String keepsKeyOnlyIf) {

        static Settlement of(JobOutcome outcome) {
            if (outcome instanceof JobOutcome.Retry retry) {
                return new Settlement("again", retry.delay(), true, null, null, retry.error(), null);
            }
            if (outcome instanceof JobOutcome.Snoozed snoozed) {
                return new Settlement("again", snoozed.delay(), false, null, null, null, null);
            }
            if (outcome instanceof JobOutcome.Parked parked) {
                return new Settlement("parked", Duration.ZERO, true, null, null, parked.error(), "FINISHED");
            }
            if (outcome instanceof JobOutcome.GivenUp given) {
                return new Settlement("done", Duration.ZERO, true, word(given.state()), given.reason(), null, "PRUNED");
            }
            throw new IllegalArgumentException("not an outcome to settle: " + outcome);
        }

        private static String word(JobState state) {
            return state.name().toLowerCase(Locale.ROOT);
        }
    }
}
