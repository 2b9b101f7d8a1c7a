package dev.dormouse.postgres;

import dev.dormouse.outbox.Place;
import dev.dormouse.outbox.RelayAnswer;
import dev.dormouse.outbox.RelayRequest;
import dev.dormouse.outbox.StoredMessage;
import dev.dormouse.postgres.sql.Sql;
import dev.dormouse.postgres.sql.SqlCall;
import dev.dormouse.postgres.sql.SqlFiles;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** The round trip that all throughput hangs on: writes deliveries, gives back and takes lanes, reads, tells how things stand. */
final class PgRelay {

    /** So many lanes are taken at a time, so that nodes that start together share them. */
    private static final int LANES_MAX = 16;
    /** Of one lane, so that one read sees several. */
    private static final int LANE_ROWS_MAX = 500;

    private static final int RENEW = 1;
    private static final int COMPLETE = 2;
    private static final int RELEASE = 4;
    private static final int KEEP = 8;
    private static final int GLANCE = 16;
    private static final int VARIANTS = 32;

    /** By what travels with the read, see {@link #variant}. */
    private final List<Sql> statements;

    private final Sql complete;
    private final Sql completeAndForget;
    private final AtomicInteger turn = new AtomicInteger();
    /** By node: there is one of this per process, and mostly one node. */
    private final Map<Long, LaneMarks> marks = new ConcurrentHashMap<>();

    PgRelay(Database database) {
        SqlFiles files = SqlFiles.of(PgOutboxStore.class, database.schema());
        this.complete = files.load("plan", "complete");
        this.completeAndForget = files.load("plan", "complete_and_forget");
        this.statements = IntStream.range(0, VARIANTS)
                .mapToObj(variant -> files.load(parts(variant)))
                .toList();
    }

    /** A glance has one form, with a lease to renew or without, as the claim of jobs that brings nothing has. */
    private static int variant(RelayRequest request, List<Place> delivered, boolean glance) {
        return (request.renewLease() == null && !glance ? 0 : RENEW)
                + (delivered.isEmpty() ? 0 : COMPLETE)
                + (request.idleLanes().isEmpty() ? 0 : RELEASE)
                + (request.keepDelivered() ? KEEP : 0)
                + (glance ? GLANCE : 0);
    }

    private static String[] parts(int variant) {
        List<String> parts = new ArrayList<>(List.of("plan"));
        if ((variant & RENEW) != 0) {
            parts.addAll(List.of("renew", "announce_lease"));
        }
        if ((variant & COMPLETE) != 0) {
            parts.add((variant & KEEP) != 0 ? "complete" : "complete_and_forget");
        }
        if ((variant & RELEASE) != 0) {
            parts.add("release");
        }
        parts.addAll(List.of("acquire", "read"));
        if ((variant & GLANCE) == 0) {
            parts.add("status");
        }
        return parts.toArray(String[]::new);
    }

    /** What a round trip brought, besides what it has to be followed by. */
    record Looked(
            List<StoredMessage> messages,
            List<Place> held,
            List<Long> written,
            int lanesTaken,
            RelayStatus status,
            boolean sawAll) {

        boolean full(RelayRequest request) {
            boolean cutOff = rows() >= Math.min(request.rowsMax(), LANE_ROWS_MAX) || bytes() >= request.bytesMax();
            return (rows() > 0 && cutOff) || lanesTaken == LANES_MAX;
        }

        int rows() {
            return messages.size() + held.size();
        }

        private long bytes() {
            return messages.stream().mapToLong(StoredMessage::bytes).sum();
        }

        RelayAnswer answer(RelayRequest request, List<Long> refused) {
            boolean more = request.rowsMax() > 0
                    && (!sawAll || full(request) || status.freeLanes() || status.overdue() || status.hollow());
            return new RelayAnswer(
                    messages,
                    held,
                    refused,
                    status.owned(),
                    status.wanted(),
                    status.mostElsewhere(),
                    more,
                    status.nextDue(),
                    status.leaseHeld());
        }
    }

    Looked look(Connection connection, RelayRequest request, List<Place> delivered) throws SQLException {
        LaneMarks marks = this.marks.computeIfAbsent(request.node(), node -> new LaneMarks());
        marks.forget(request.dropped());
        if (delivered.isEmpty() && request.holdsNothing() && marks.rested(System.nanoTime())) {
            Looked found = look(connection, request, delivered, marks, true);
            if (found.rows() > 0) {
                return found;
            }
        }
        return look(connection, request, delivered, marks, false);
    }

    /** @param glance to begin with what there is, and to ask how things stand next time: after a rest every moment counts */
    private Looked look(
            Connection connection, RelayRequest request, List<Place> delivered, LaneMarks marks, boolean glance)
            throws SQLException {
        long beganNanos = System.nanoTime();
        boolean fullLook = marks.firsts.beginLook(beganNanos);
        boolean sawAll = fullLook && !marks.inUse();
        int variant = variant(request, delivered, glance);
        try (SqlCall call = statements.get(variant).prepare(connection)) {
            bind(call, request, marks);
            call.set("full_look", fullLook);
            if (call.has("lease")) {
                call.set("lease", request.renewLease()).set("announce_lease", request.announceLease());
            }
            if (!delivered.isEmpty()) {
                call.set("done_lanes", PgSettle.lanes(delivered)).set("done_seqs", PgSettle.seqs(delivered));
            }
            if (!request.idleLanes().isEmpty()) {
                call.set("idle", ints(request.idleLanes()));
            }
            call.set("flush", (variant & (COMPLETE | RELEASE)) != 0).query();
            if (call.has("lease")) {
                call.nextRows();
            }
            List<Long> written = delivered.isEmpty() ? List.of() : longs(call.nextRows());
            List<Long> taken = longs(call.nextRows());
            RelayRows rows = RelayRows.read(call.nextRows());
            RelayStatus status = glance ? RelayStatus.untold(taken) : RelayStatus.read(call.nextRows());
            boolean found = move(marks, request, rows, status);
            if (!glance && fullLook && request.rowsMax() > 0) {
                marks.firsts.looked(status.firsts(), request.hungry(), status.last(), beganNanos, System.nanoTime());
            }
            return new Looked(
                    rows.messages(), rows.held(), written, taken.size(), status, !glance && (found || sawAll));
        }
    }

    /** False if nothing was found: then the next read is one from the beginning, so that nobody sleeps because of a mark. */
    private static boolean move(LaneMarks marks, RelayRequest request, RelayRows rows, RelayStatus status) {
        marks.looked(rows.isEmpty(), System.nanoTime());
        if (request.rowsMax() > 0 && rows.isEmpty()) {
            marks.clear();
            return false;
        }
        marks.advance(rows.seen());
        // Messages of these keys were passed over.
        marks.forget(request.slow().stream().map(Place::lane).toList());
        marks.forget(status.wanted());
        return true;
    }

    /** Something went wrong: what was read may not have arrived. */
    void forgetMarks(long node) {
        marks.remove(node);
    }

    /** Writes deliveries only; the places that were written. */
    List<Long> complete(Connection connection, RelayRequest request, List<Place> delivered) throws SQLException {
        Sql sql = request.keepDelivered() ? complete : completeAndForget;
        try (SqlCall call = sql.prepare(connection)) {
            call.set("flush", true).set("node", request.node());
            call.set("done_lanes", PgSettle.lanes(delivered)).set("done_seqs", PgSettle.seqs(delivered));
            call.query();
            return longs(call.nextRows());
        }
    }

    private void bind(SqlCall call, RelayRequest request, LaneMarks marks) throws SQLException {
        boolean reads = request.rowsMax() > 0;
        if (call.has("routes")) {
            call.set("routes", ints(request.routes()));
        }
        call.set("node", request.node())
                .set("hungry", reads ? ints(request.hungry()) : new int[0])
                .set(
                        "known",
                        request.known().stream().mapToLong(Long::longValue).toArray())
                .set("first_lanes", marks.firsts.lanes())
                .set("firsts", marks.firsts.seqs())
                .set("marked_lanes", marks.lanes())
                .set("marks", marks.marks())
                .set("lanes_max", LANES_MAX)
                .set("lane_rows_max", LANE_ROWS_MAX)
                .set("rows_max", request.rowsMax())
                .set("bytes_max", request.bytesMax())
                .set("turn", turn.getAndAdd(5) & 63)
                .set("none_slow", request.slow().isEmpty())
                .set(
                        "slow",
                        request.slow().stream()
                                .map(place -> place.lane() + " " + place.key())
                                .toArray(String[]::new));
    }

    private static List<Long> longs(ResultSet rows) throws SQLException {
        List<Long> values = new ArrayList<>();
        while (rows.next()) {
            values.add(rows.getLong(1));
        }
        return values;
    }

    static int[] ints(Collection<Integer> values) {
        return values.stream().mapToInt(Integer::intValue).toArray();
    }
}
