package dev.dormouse.postgres;

import dev.dormouse.outbox.DeliveryOutcome;
import dev.dormouse.outbox.DeliveryOutcome.Delivered;
import dev.dormouse.outbox.DeliveryOutcome.Parked;
import dev.dormouse.outbox.DeliveryOutcome.Retry;
import dev.dormouse.outbox.DeliveryOutcome.SetAside;
import dev.dormouse.outbox.Place;
import dev.dormouse.postgres.sql.Sql;
import dev.dormouse.postgres.sql.SqlCall;
import dev.dormouse.postgres.sql.SqlFiles;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Writes all outcomes but the most common one, in one transaction of as few statements as there are kinds of them. */
final class PgSettle {

    private final Sql setAside;
    private final Sql hold;
    private final Sql postpone;
    private final Sql park;
    private final Sql completeWaiting;
    private final Sql unhold;
    private final Sql beginSuspects;

    PgSettle(Database database) {
        SqlFiles files = SqlFiles.of(PgOutboxStore.class, database.schema());
        this.setAside = files.load("set_aside");
        this.hold = files.load("hold");
        this.postpone = files.load("postpone");
        this.park = files.load("park");
        this.completeWaiting = files.load("complete_waiting");
        this.unhold = files.load("unhold");
        this.beginSuspects = files.load("plan", "begin_suspects");
    }

    /** Whether an outcome is one for {@link #settle}, and not a plain delivery of a message that was pending. */
    static boolean settles(DeliveryOutcome outcome) {
        return !(outcome instanceof Delivered) || outcome.place().waiting();
    }

    /** The places that were written; those of messages that were only set aside are not told. */
    List<Long> settle(Connection connection, long node, List<Integer> routes, List<DeliveryOutcome> outcomes)
            throws SQLException {
        List<Long> written = new ArrayList<>();
        setAside(connection, node, outcomes);
        written.addAll(complete(connection, node, places(outcomes, Delivered.class)));
        written.addAll(hold(connection, node, failed(outcomes, true)));
        written.addAll(postpone(connection, node, failed(outcomes, false)));
        written.addAll(park(connection, node, of(outcomes, Parked.class)));
        unhold(connection, node, routes);
        return written;
    }

    /** Notes that these are about to be tried. */
    void begin(Connection connection, long node, List<Place> suspects) throws SQLException {
        try (SqlCall call = beginSuspects.prepare(connection)) {
            bind(call, node, suspects)
                    .set("flush", true)
                    .set("keys", texts(suspects, Place::key))
                    .query();
        }
    }

    void unhold(Connection connection, long node, List<Integer> routes) throws SQLException {
        try (SqlCall call = unhold.prepare(connection)) {
            call.set("node", node).set("routes", PgRelay.ints(routes)).update();
        }
    }

    /** The failed ones too: what has a key fails in the place where its key waits. */
    private void setAside(Connection connection, long node, List<DeliveryOutcome> outcomes) throws SQLException {
        List<Place> places = outcomes.stream()
                .filter(outcome -> outcome instanceof SetAside || outcome.holdsKey())
                .map(DeliveryOutcome::place)
                .filter(place -> place.key() != null && !place.waiting())
                .toList();
        if (places.isEmpty()) {
            return;
        }
        try (SqlCall call = setAside.prepare(connection)) {
            call.set("node", node)
                    .set("aside_lanes", lanes(places))
                    .set("aside_seqs", seqs(places))
                    .update();
        }
    }

    private List<Long> complete(Connection connection, long node, List<Place> places) throws SQLException {
        if (places.isEmpty()) {
            return List.of();
        }
        try (SqlCall call = completeWaiting.prepare(connection)) {
            return read(bind(call, node, places).set("keys", texts(places, Place::key)));
        }
    }

    private List<Long> hold(Connection connection, long node, List<Retry> failed) throws SQLException {
        if (failed.isEmpty()) {
            return List.of();
        }
        List<Place> places = failed.stream().map(Retry::place).toList();
        try (SqlCall call = hold.prepare(connection)) {
            bind(call, node, places).set("keys", texts(places, Place::key));
            call.set("attempts", failed.stream().mapToInt(Retry::attempt).toArray());
            return read(bindFailures(call, failed));
        }
    }

    private List<Long> postpone(Connection connection, long node, List<Retry> failed) throws SQLException {
        if (failed.isEmpty()) {
            return List.of();
        }
        try (SqlCall call = postpone.prepare(connection)) {
            bind(call, node, failed.stream().map(Retry::place).toList());
            return read(bindFailures(call, failed));
        }
    }

    private static SqlCall bindFailures(SqlCall call, List<Retry> failed) throws SQLException {
        call.set(
                "delays",
                failed.stream().mapToLong(retry -> retry.delay().toMillis()).toArray());
        return call.set("errors", texts(failed, Retry::error));
    }

    private List<Long> park(Connection connection, long node, List<Parked> parked) throws SQLException {
        if (parked.isEmpty()) {
            return List.of();
        }
        List<Place> places = parked.stream().map(Parked::place).toList();
        try (SqlCall call = park.prepare(connection)) {
            bind(call, node, places).set("keys", texts(places, Place::key));
            call.set(
                    "blocks",
                    parked.stream().mapToInt(one -> one.blocks() ? 1 : 0).toArray());
            return read(call.set("errors", texts(parked, Parked::error)));
        }
    }

    private static SqlCall bind(SqlCall call, long node, List<Place> places) throws SQLException {
        return call.set("node", node).set("lanes", lanes(places)).set("seqs", seqs(places));
    }

    private static List<Long> read(SqlCall call) throws SQLException {
        List<Long> seqs = new ArrayList<>();
        for (ResultSet rows = call.query(); rows.next(); ) {
            seqs.add(rows.getLong(1));
        }
        return seqs;
    }

    private static List<Retry> failed(List<DeliveryOutcome> outcomes, boolean keyed) {
        return of(outcomes, Retry.class).stream()
                .filter(retry -> (retry.place().key() != null) == keyed)
                .toList();
    }

    private static List<Place> places(List<DeliveryOutcome> outcomes, Class<? extends DeliveryOutcome> kind) {
        return outcomes.stream()
                .filter(kind::isInstance)
                .map(DeliveryOutcome::place)
                .toList();
    }

    private static <T> List<T> of(List<DeliveryOutcome> outcomes, Class<T> kind) {
        return outcomes.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    static int[] lanes(List<Place> places) {
        return places.stream().mapToInt(Place::lane).toArray();
    }

    static long[] seqs(List<Place> places) {
        return places.stream().mapToLong(Place::seq).toArray();
    }

    private static <T> @Nullable String[] texts(List<T> rows, Function<T, @Nullable String> column) {
        @Nullable String[] texts = new String[rows.size()];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = column.apply(rows.get(i));
        }
        return texts;
    }
}
