package dev.dormouse.postgres.provider;

import dev.dormouse.postgres.sql.SqlCall;
import dev.dormouse.provider.AckOutcome;
import dev.dormouse.provider.EngineVersion;
import dev.dormouse.provider.ExecutionChange;
import dev.dormouse.provider.ExecutionStatus;
import dev.dormouse.provider.StoredEvent;
import dev.dormouse.provider.TurnAck;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Commits turns: all in one transaction and one round trip, but each on its own. */
final class PgTurnAcks {

    private final Batch.Statements statements;
    private final Wakes wakes;
    private final PgDirectTurns direct;

    PgTurnAcks(Batch.Statements statements, Wakes wakes, DatabaseClock clock) {
        this.statements = statements;
        this.wakes = wakes;
        this.direct = new PgDirectTurns(statements, wakes, clock);
    }

    List<AckOutcome> ack(List<TurnAck> turns) {
        AckOutcome[] outcomes = new AckOutcome[turns.size()];
        Set<Integer> left = new LinkedHashSet<>();
        for (int i = 0; i < outcomes.length; i++) {
            AckOutcome refusal = refusal(turns.get(i));
            if (refusal == null) {
                left.add(i);
            } else {
                outcomes[i] = refusal;
            }
        }
        while (!left.isEmpty()) {
            List<Integer> round = oneEach(left, turns);
            List<AckOutcome> committed = commit(round.stream().map(turns::get).toList());
            for (int i = 0; i < round.size(); i++) {
                outcomes[round.get(i)] = committed.get(i);
            }
            left.removeAll(new HashSet<>(round));
        }
        return Arrays.asList(outcomes);
    }

    /** What need not be asked for. */
    private static @Nullable AckOutcome refusal(TurnAck turn) {
        TurnAck.Direct direct = turn.direct();
        if (!ascending(turn.events())) {
            return AckOutcome.DUPLICATE_EVENT;
        }
        if (direct == null) {
            return null;
        }
        boolean own = direct.ended().stream()
                .allMatch(lock -> lock.instance().equals(turn.lock().instance())
                        && lock.key().executionId() == turn.executionId());
        boolean repeats = !turn.events().isEmpty() && event(turn, 0) <= direct.lastEventId();
        return !own ? AckOutcome.LOCK_LOST : repeats ? AckOutcome.DUPLICATE_EVENT : null;
    }

    private static boolean ascending(List<StoredEvent> events) {
        for (int i = 1; i < events.size(); i++) {
            if (events.get(i).eventId() <= events.get(i - 1).eventId()) {
                return false;
            }
        }
        return true;
    }

    /** Of one way only; and the statements know an instance by its name, so that each may occur in them only once. */
    private static List<Integer> oneEach(Set<Integer> left, List<TurnAck> turns) {
        Set<String> instances = new HashSet<>();
        int way = way(turns.get(left.iterator().next()));
        return left.stream()
                .filter(i -> way == way(turns.get(i)))
                .filter(i -> instances.add(turns.get(i).lock().instance()))
                .toList();
    }

    private static int way(TurnAck turn) {
        return turn.direct() == null ? 0 : PgDirectTurns.plain(turn) ? 1 : 2;
    }

    private List<AckOutcome> commit(List<TurnAck> turns) {
        if (turns.get(0).direct() != null) {
            return direct.commit(turns);
        }
        Hints hints = new Hints();
        return wakes.commit("commit " + turns.size() + " turns", hints, connection -> {
            List<AckOutcome> outcomes = commit(connection, turns, hints);
            for (int i = 0; i < turns.size(); i++) {
                if (outcomes.get(i) == AckOutcome.COMMITTED) {
                    hints.turn(turns.get(i));
                }
            }
            return outcomes;
        });
    }

    private List<AckOutcome> commit(Connection connection, List<TurnAck> turns, Hints hints) throws SQLException {
        List<AckOutcome> outcomes = new ArrayList<>(turns.size());
        TurnParts parts = TurnParts.of(turns);
        Batch batch = statements.batch().add("plan", "lock_turns", "check_turns");
        parts.addEvents(batch);
        parts.addExecutions(batch);
        parts.addValues(batch);
        parts.addWork(batch);
        PgMessages.add(batch, parts.messages(), true);
        boolean unused = PgMessages.addRefusals(batch, parts.messages());
        parts.addMessagesTaken(batch);
        batch.add("release_turns")
                .bind(call -> bind(call, turns))
                .read("check_turns", rows -> readOutcomes(rows, outcomes))
                .read("release_turns", rows -> hints.due(rows, Queues.TURN))
                .run(connection);
        return outcomes;
    }

    private static void readOutcomes(ResultSet rows, List<AckOutcome> outcomes) throws SQLException {
        while (rows.next()) {
            outcomes.add(
                    switch (rows.getInt("outcome")) {
                        case 0 -> AckOutcome.COMMITTED;
                        case 1 -> AckOutcome.LOCK_LOST;
                        default -> AckOutcome.DUPLICATE_EVENT;
                    });
        }
    }

    static void bind(SqlCall call, List<TurnAck> turns) throws SQLException {
        call.set("instances", Columns.texts(turns, turn -> turn.lock().instance()));
        call.set("executions", Columns.longs(turns, TurnAck::executionId));
        call.set(
                "last_events",
                Columns.longs(turns, turn -> event(turn, turn.events().size() - 1)));
        call.set("statuses", changes(turns, PgTurnAcks::status));
        if (call.has("tokens")) {
            call.set("tokens", Columns.longs(turns, turn -> turn.lock().token()));
            call.set("first_events", Columns.longs(turns, turn -> event(turn, 0)));
        }
        if (call.has("names")) {
            call.set("names", changes(turns, ExecutionChange::name));
        }
        if (call.has("lanes")) {
            call.set("lanes", Columns.longs(turns, PgTurnAcks::lane));
        }
        if (call.has("engines")) {
            call.set("engines", changes(turns, PgTurnAcks::engine));
        }
        if (call.has("outputs")) {
            call.set("outputs", changes(turns, ExecutionChange::output));
        }
        if (call.has("versions")) {
            call.set("versions", changes(turns, ExecutionChange::version));
        }
        if (call.has("parents")) {
            call.set("parents", changes(turns, ExecutionChange::parent));
            call.set("custom_statuses_set", Columns.ints(turns, turn -> turn.customStatus() == null ? 0 : 1));
            call.set("custom_statuses", Columns.texts(turns, PgTurnAcks::customStatus));
        }
    }

    private static long event(TurnAck turn, int index) {
        return turn.events().isEmpty() ? 0 : turn.events().get(index).eventId();
    }

    private static @Nullable String[] changes(List<TurnAck> turns, Function<ExecutionChange, @Nullable String> column) {
        return Columns.texts(turns, turn -> column.apply(turn.execution()));
    }

    private static @Nullable String status(ExecutionChange change) {
        ExecutionStatus status = change.status();
        return status == null ? null : status.name();
    }

    private static @Nullable String engine(ExecutionChange change) {
        EngineVersion engine = change.engine();
        return engine == null ? null : Integer.toString(engine.packed());
    }

    static long lane(TurnAck turn) {
        String name = turn.execution().name();
        return name == null ? 0 : Queues.turnLane(name);
    }

    private static @Nullable String customStatus(TurnAck turn) {
        return turn.customStatus() == null ? null : turn.customStatus().status();
    }
}
