package dev.dormouse.postgres.provider;

import dev.dormouse.provider.AckOutcome;
import dev.dormouse.provider.ExecutionChange;
import dev.dormouse.provider.ExecutionStatus;
import dev.dormouse.provider.TurnAck;
import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Commits turns that nobody locked. All of a call are committed or none; in the second case those that are to blame are
 * refused, and the others tried again.
 */
final class PgDirectTurns {

    /** How often a call may fail without anybody to blame: whoever was in the way is gone by then. */
    private static final int BLAMELESS_MAX = 3;

    private final Batch.Statements statements;
    private final Wakes wakes;
    private final DatabaseClock clock;

    PgDirectTurns(Batch.Statements statements, Wakes wakes, DatabaseClock clock) {
        this.statements = statements;
        this.wakes = wakes;
        this.clock = clock;
    }

    /** Whether it does only what nearly all of them do, so that one statement commits it. */
    static boolean plain(TurnAck turn) {
        ExecutionChange change = turn.execution();
        ExecutionStatus status = change.status();
        return quiet(turn)
                && (change.equals(ExecutionChange.NONE)
                        || (status != null
                                && status.finished()
                                && change.equals(ExecutionChange.ended(status, change.output()))));
    }

    /** Whether it adds to its history and asks for work, and nothing else. */
    static boolean quiet(TurnAck turn) {
        return turn.messages().isEmpty()
                && turn.cancelledWork().isEmpty()
                && turn.cancelledTimers().isEmpty()
                && turn.values().isEmpty()
                && turn.customStatus() == null;
    }

    /** @param turns of different instances */
    List<AckOutcome> commit(List<TurnAck> turns) {
        boolean stepped =
                SingleTurn.of(turns).filter(SingleTurn::isStep).map(this::step).orElse(false);
        return stepped ? List.of(AckOutcome.COMMITTED) : commitAll(turns);
    }

    /** False: not in this way, which says nothing of others. */
    private boolean step(SingleTurn step) {
        Hints hints = new Hints();
        String what = "commit a turn of instance " + step.turn().lock().instance();
        return wakes.commit(what, hints, connection -> {
            List<Boolean> done = new ArrayList<>(1);
            statements
                    .batch()
                    .add("ack_step")
                    .bind(step::bindStep)
                    .read("ack_step", rows -> {
                        rows.next();
                        clock.seen(PgTurns.instant(rows, "now"));
                        done.add(rows.getBoolean("done"));
                    })
                    .run(connection);
            if (done.get(0)) {
                hints.turn(step.turn());
            }
            return done.get(0);
        });
    }

    private List<AckOutcome> commitAll(List<TurnAck> turns) {
        AckOutcome[] outcomes = new AckOutcome[turns.size()];
        Arrays.fill(outcomes, AckOutcome.LOCK_LOST);
        // In the same order everywhere, so that two who commit turns of the same instances cannot lock each other out.
        List<Integer> left =
                new ArrayList<>(IntStream.range(0, outcomes.length).boxed().toList());
        left.sort(Comparator.comparing(i -> turns.get(i).lock().instance()));
        for (int blameless = 0; !left.isEmpty() && blameless < BLAMELESS_MAX; ) {
            Optional<List<Integer>> refused =
                    attempt(left.stream().map(turns::get).toList());
            if (refused.isEmpty()) {
                blameless++;
            } else if (refused.get().isEmpty()) {
                left.forEach(i -> outcomes[i] = AckOutcome.COMMITTED);
                break;
            } else {
                refused.get().forEach(i -> left.remove(i.intValue()));
            }
        }
        return Arrays.asList(outcomes);
    }

    /** Which are to blame, the last one first; if none of them, all are committed. Empty: nobody's fault, and nothing is. */
    private Optional<List<Integer>> attempt(List<TurnAck> turns) {
        Hints hints = new Hints();
        return wakes.commit("commit " + turns.size() + " turns", hints, connection -> {
            Optional<List<Integer>> refused = call(connection, turns, hints);
            if (refused.isPresent() && refused.get().isEmpty()) {
                turns.forEach(hints::turn);
            }
            return refused;
        });
    }

    private Optional<List<Integer>> call(Connection connection, List<TurnAck> turns, Hints hints) throws SQLException {
        List<List<Integer>> refused = new ArrayList<>(1);
        boolean plain = turns.stream().allMatch(PgDirectTurns::plain);
        TurnParts parts = TurnParts.carrying(turns);
        Batch batch = statements.batch().addIf(!plain, "plan");
        parts.addDirect(batch, turns);
        if (!plain) {
            parts.addExecutions(batch);
            addRest(batch, parts, hints);
        }
        batch.bind(call -> PgTurnAcks.bind(call, turns))
                .read("ack_direct", rows -> {
                    rows.next();
                    clock.seen(PgTurns.instant(rows, "now"));
                    refused(rows).ifPresent(refused::add);
                })
                .run(connection);
        return refused.stream().findFirst();
    }

    /** What only some turns need, in the transaction that has their rows by now. */
    static void addRest(Batch batch, TurnParts parts, Hints hints) {
        parts.addValues(batch);
        parts.addCancelled(batch);
        PgMessages.add(batch, parts.messages(), true);
        boolean refusals = PgMessages.addRefusals(batch, parts.messages());
        parts.addMessagesTaken(batch);
        batch.addIf(refusals || !parts.cancelledTimers().isEmpty(), "recount_turns")
                .read("recount_turns", rows -> hints.due(rows, Queues.TURN));
    }

    /** Positions among the turns of the call, which the statement counts from one. */
    private static Optional<List<Integer>> refused(ResultSet rows) throws SQLException {
        Array array = rows.getArray("refused");
        return array == null
                ? Optional.empty()
                : Optional.of(Arrays.stream((Integer[]) array.getArray())
                        .map(n -> n - 1)
                        .sorted(Comparator.reverseOrder())
                        .toList());
    }
}
