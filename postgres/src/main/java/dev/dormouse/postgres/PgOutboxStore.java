package dev.dormouse.postgres;

import dev.dormouse.node.Pruner;
import dev.dormouse.outbox.DeliveryOutcome;
import dev.dormouse.outbox.EncodedMessage;
import dev.dormouse.outbox.OutboxStore;
import dev.dormouse.outbox.Place;
import dev.dormouse.outbox.RelayAnswer;
import dev.dormouse.outbox.RelayRequest;
import dev.dormouse.outbox.Route;
import dev.dormouse.outbox.Unrouted;
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
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

/** Messages in PostgreSQL. Thread-safe. */
final class PgOutboxStore implements OutboxStore {

    /** As many deliveries are worth a statement and a commit of their own. */
    private static final int APART_MIN = 100;

    private final Database database;
    private final Writers writers = new Writers();
    private final PgPublish publish;
    private final PgSettle settle;
    private final PgRelay relay;
    private final PgClaim takeOver;
    private final Sql define;
    private final Sql adopt;
    private final Sql promote;
    private final Sql want;
    private final Sql prune;

    PgOutboxStore(Database database) {
        this.database = database;
        this.publish = new PgPublish(database);
        this.settle = new PgSettle(database);
        this.relay = new PgRelay(database);
        this.takeOver = new PgClaim(database);
        SqlFiles files = SqlFiles.of(PgOutboxStore.class, database.schema());
        this.define = files.load("define");
        this.adopt = files.load("adopt");
        this.promote = files.load("promote");
        this.want = files.load("want");
        this.prune = files.load("prune");
    }

    @Override
    public List<UUID> publish(List<EncodedMessage> messages, Unrouted unrouted) {
        return database.call(
                "publish " + messages.size() + " messages",
                connection -> publish.publish(connection, messages, unrouted));
    }

    @Override
    public UUID publishAndAnnounce(EncodedMessage message, Unrouted unrouted, long node) {
        return database.call(
                "publish a message", connection -> publish.publishAndAnnounce(connection, message, unrouted, node));
    }

    @Override
    public List<UUID> publish(Connection connection, List<EncodedMessage> messages, Unrouted unrouted) {
        try {
            return publish.publish(connection, messages, unrouted);
        } catch (SQLException e) {
            throw PgErrors.of("publish " + messages.size() + " messages in the given transaction", e);
        }
    }

    @Override
    public <R> R inTransaction(Function<Connection, R> work) {
        return database.inTransaction("run a transaction that publishes", work::apply);
    }

    @Override
    public List<Integer> define(List<Route> routes) {
        return database.inTransaction("define " + routes.size() + " routes", connection -> {
            try (SqlCall call = define.prepare(connection)) {
                call.set("names", routes.stream().map(Route::name).toArray(String[]::new));
                call.set("patterns", routes.stream().map(Route::pattern).toArray(String[]::new));
                List<Integer> numbers = new ArrayList<>();
                for (ResultSet rows = call.query(); rows.next(); ) {
                    numbers.add(rows.getInt(1));
                }
                return numbers;
            }
        });
    }

    @Override
    public boolean adopt(Collection<String> routes) {
        return database.call("send messages to new routes", connection -> {
            try (SqlCall call = adopt.prepare(connection)) {
                ResultSet rows =
                        call.set("names", routes.toArray(String[]::new)).query();
                return rows.next() && rows.getLong(1) >= 0;
            }
        });
    }

    @Override
    public RelayAnswer exchange(RelayRequest request, List<DeliveryOutcome> outcomes) {
        RelayAnswer answer = null;
        try {
            answer = exchanged(request, outcomes);
            return answer;
        } finally {
            if (answer == null || !answer.leaseHeld()) {
                relay.forgetMarks(request.node());
            }
        }
    }

    private RelayAnswer exchanged(RelayRequest request, List<DeliveryOutcome> outcomes) {
        List<DeliveryOutcome> special =
                outcomes.stream().filter(PgSettle::settles).toList();
        List<Place> delivered = outcomes.stream()
                .filter(outcome -> !PgSettle.settles(outcome))
                .map(DeliveryOutcome::place)
                .toList();
        List<Long> written = new ArrayList<>();
        if (!special.isEmpty()) {
            written.addAll(database.inTransaction(
                    "write " + special.size() + " outcomes of deliveries",
                    connection -> settle.settle(connection, request.node(), request.routes(), special)));
        }
        if (delivered.size() < APART_MIN) {
            PgRelay.Looked looked = look(request, delivered);
            written.addAll(looked.written());
            return looked.answer(request, refused(outcomes, written));
        }
        PgRelay.Looked looked = writers.beside(
                () -> written.addAll(complete(request, delivered)), () -> look(request.beside(delivered), List.of()));
        RelayAnswer answer = looked.answer(request, refused(outcomes, written));
        return request.idleLanes().isEmpty() ? answer : answer.lookAgain();
    }

    @Override
    public void begin(long node, List<Place> suspects) {
        database.call("note that " + suspects.size() + " messages are tried again", connection -> {
            settle.begin(connection, node, suspects);
            return suspects.size();
        });
    }

    private PgRelay.Looked look(RelayRequest request, List<Place> delivered) {
        return database.call("exchange messages", connection -> {
            PgRelay.Looked look = relay.look(connection, request, delivered);
            revive(connection, request, look.status());
            return look;
        });
    }

    /** Under load, writing many and reading many go side by side: the server has more than one core too. */
    private List<Long> complete(RelayRequest request, List<Place> delivered) {
        return database.call(
                "complete " + delivered.size() + " messages",
                connection -> relay.complete(connection, request, delivered));
    }

    private static List<Long> refused(List<DeliveryOutcome> outcomes, List<Long> written) {
        Set<Long> done = new HashSet<>(written);
        return outcomes.stream()
                .filter(outcome -> !(outcome instanceof DeliveryOutcome.SetAside))
                .map(outcome -> outcome.place().seq())
                .filter(seq -> !done.contains(seq))
                .toList();
    }

    /** What is overdue is made ready; whoever calls it looks again. */
    private void revive(Connection connection, RelayRequest request, RelayStatus status) throws SQLException {
        if (request.rowsMax() == 0) {
            return;
        }
        if (status.delayedOverdue()) {
            try (SqlCall call = promote.prepare(connection)) {
                call.set("routes", PgRelay.ints(request.routes())).update();
            }
        }
        if (status.hollow()) {
            settle.unhold(connection, request.node(), request.routes());
        }
        if (status.leaseOverdue()) {
            takeOver.takeOver(connection);
        }
    }

    @Override
    public void want(long node, List<Integer> routes) {
        database.call("ask another node for lanes", connection -> {
            try (SqlCall call = want.prepare(connection)) {
                return call.set("node", node)
                        .set("routes", PgRelay.ints(routes))
                        .update();
            }
        });
    }

    @Override
    public Pruner.Pruned prune(Duration retention, int max, Instant since) {
        return database.call("remove delivered messages", connection -> {
            try (SqlCall call = prune.prepare(connection)) {
                ResultSet rows = call.set("retention", retention)
                        .set("max", max)
                        .set("since", since)
                        .query();
                rows.next();
                OffsetDateTime upTo = rows.getObject("up_to", OffsetDateTime.class);
                return new Pruner.Pruned(rows.getInt("messages"), upTo == null ? since : upTo.toInstant());
            }
        });
    }
}
