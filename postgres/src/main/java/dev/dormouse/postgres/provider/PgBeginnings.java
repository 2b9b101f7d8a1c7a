package dev.dormouse.postgres.provider;

import dev.dormouse.provider.SharedCalls;
import dev.dormouse.provider.TurnAck;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/** Starts instances together with their first turns. Those who do so at the same time share a transaction. */
final class PgBeginnings {

    /** How many callers share a transaction. */
    private static final int CALLERS_MAX = 100;

    private final Batch.Statements statements;
    private final Wakes wakes;
    private final DatabaseClock clock;
    private final SharedCalls<TurnAck, Long> shared = new SharedCalls<>(CALLERS_MAX, this::beginAll);

    PgBeginnings(Batch.Statements statements, Wakes wakes, DatabaseClock clock) {
        this.statements = statements;
        this.wakes = wakes;
        this.clock = clock;
    }

    long begin(TurnAck first) {
        return shared.ask(first);
    }

    /**
     * All in one transaction, so that one which cannot be stored leaves none behind that its caller does not know of. An
     * instance that two of them begin is that of the first; in the order of their names, as whoever locks many does.
     */
    private List<Long> beginAll(List<TurnAck> firsts) {
        Map<String, TurnAck> byInstance = new TreeMap<>();
        firsts.forEach(first -> byInstance.putIfAbsent(first.lock().instance(), first));
        Hints hints = new Hints();
        Map<String, Long> begun = wakes.commit("begin " + firsts.size() + " instances", hints, connection -> {
            List<TurnAck> distinct = List.copyOf(byInstance.values());
            Optional<SingleTurn> single = SingleTurn.of(distinct);
            Map<String, Long> incarnations =
                    single.isPresent() ? call(connection, single.get()) : call(connection, distinct, hints);
            incarnations.keySet().forEach(instance -> hints.turn(Objects.requireNonNull(byInstance.get(instance))));
            return incarnations;
        });
        return firsts.stream()
                .map(first -> begun.remove(first.lock().instance()))
                .map(incarnation -> incarnation == null ? 0L : incarnation)
                .toList();
    }

    private Map<String, Long> call(Connection connection, SingleTurn first) throws SQLException {
        Map<String, Long> begun = new HashMap<>();
        statements
                .batch()
                .add("begin_instance")
                .bind(first::bindBeginning)
                .read("begin_instance", rows -> {
                    rows.next();
                    clock.seen(PgTurns.instant(rows, "now"));
                    long incarnation = rows.getLong("incarnation");
                    if (incarnation != 0) {
                        begun.put(first.turn().lock().instance(), incarnation);
                    }
                })
                .run(connection);
        return begun;
    }

    private Map<String, Long> call(Connection connection, List<TurnAck> firsts, Hints hints) throws SQLException {
        Map<String, Long> begun = new HashMap<>();
        boolean quiet = firsts.stream().allMatch(PgDirectTurns::quiet);
        TurnParts parts = TurnParts.carrying(firsts);
        Batch batch = statements.batch().addIf(!quiet, "plan");
        parts.addBeginnings(batch, firsts);
        if (!quiet) {
            parts.addCustomStatuses(batch, firsts);
            PgDirectTurns.addRest(batch, parts, hints);
        }
        batch.bind(call -> PgTurnAcks.bind(call, firsts))
                .read("begin_instances", rows -> {
                    rows.next();
                    clock.seen(PgTurns.instant(rows, "now"));
                    String[] instances = Columns.textArray(rows, "begun");
                    Long[] incarnations = Columns.longArray(rows, "incarnations");
                    for (int i = 0; i < instances.length; i++) {
                        begun.put(instances[i], incarnations[i]);
                    }
                })
                .run(connection);
        return begun;
    }
}
