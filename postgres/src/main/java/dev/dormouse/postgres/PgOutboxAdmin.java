package dev.dormouse.postgres;

import dev.dormouse.jobs.BoundedCount;
import dev.dormouse.outbox.OutboxAdminStore;
import dev.dormouse.outbox.OutboxStatus;
import dev.dormouse.outbox.ParkedFilter;
import dev.dormouse.outbox.ParkedMessage;
import dev.dormouse.outbox.ParkedPage;
import dev.dormouse.outbox.Replay;
import dev.dormouse.outbox.RouteStatus;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Messages in PostgreSQL, as people look at them and settle them. Thread-safe. */
final class PgOutboxAdmin implements OutboxAdminStore {

    private static final int BATCH = 200;

    private final Database database;
    private final Sql parked;
    private final Sql batch;
    private final Sql retry;
    private final Sql skip;
    private final Sql headers;
    private final Sql replay;
    private final Sql clock;
    private final Sql adopt;
    private final Sql status;

    PgOutboxAdmin(Database database) {
        this.database = database;
        SqlFiles files = SqlFiles.of(PgOutboxAdmin.class, database.schema());
        this.parked = files.load("parked");
        this.batch = files.load("batch");
        this.retry = files.load("retry");
        this.skip = files.load("skip");
        this.headers = files.load("headers");
        this.replay = files.load("replay");
        this.clock = files.load("clock");
        this.adopt = files.load("adopt");
        this.status = files.load("status");
    }

    @Override
    public ParkedPage parked(ParkedFilter filter, int max, OptionalLong before) {
        List<ParkedMessage> found = read(filter, 0, before.orElse(Long.MAX_VALUE), max + 1);
        boolean more = found.size() > max;
        List<ParkedMessage> page = more ? found.subList(0, max) : found;
        return new ParkedPage(page, more ? OptionalLong.of(page.get(max - 1).id()) : OptionalLong.empty());
    }

    @Override
    public Optional<ParkedMessage> find(long id) {
        return read(ParkedFilter.any(), id - 1, id + 1, 1).stream().findFirst();
    }

    private List<ParkedMessage> read(ParkedFilter filter, long after, long before, int max) {
        return database.call("read parked messages", connection -> {
            try (SqlCall call = parked.prepare(connection)) {
                bind(call, filter).set("after", after).set("before", before).set("max", max);
                List<ParkedMessage> messages = new ArrayList<>();
                for (ResultSet rows = call.query(); rows.next(); ) {
                    messages.add(message(rows));
                }
                return messages;
            }
        });
    }

    private static SqlCall bind(SqlCall call, ParkedFilter filter) throws SQLException {
        return call.set("route", filter.route()).set("topic", filter.topic()).set("key", filter.key());
    }

    private static ParkedMessage message(ResultSet rows) throws SQLException {
        return new ParkedMessage(
                rows.getLong("id"),
                rows.getObject("message_id", UUID.class),
                rows.getString("route"),
                rows.getString("topic"),
                rows.getString("key"),
                Headers.read(rows.getArray("headers")),
                rows.getObject("published_at", OffsetDateTime.class).toInstant(),
                rows.getObject("parked_at", OffsetDateTime.class).toInstant(),
                rows.getInt("attempt"),
                rows.getBoolean("blocks"),
                List.of((String[]) rows.getArray("errors").getArray()));
    }

    @Override
    public boolean retry(long id) {
        return database.inTransaction("retry the parked message " + id, connection -> run(connection, retry, id)) == 1;
    }

    @Override
    public boolean skip(long id) {
        return database.inTransaction("skip the parked message " + id, connection -> run(connection, skip, id)) == 1;
    }

    @Override
    public boolean headers(long id, Map<String, String> replacement) {
        return database.inTransaction(
                        "change the headers of the parked message " + id,
                        connection -> change(connection, replacement, false, id))
                == 1;
    }

    @Override
    public Batch retryParked(ParkedFilter filter, long after) {
        return inBatch("retry parked messages", filter, after, (connection, ids) -> run(connection, retry, ids));
    }

    @Override
    public Batch skipParked(ParkedFilter filter, long after) {
        return inBatch("skip parked messages", filter, after, (connection, ids) -> run(connection, skip, ids));
    }

    @Override
    public Batch addHeaders(ParkedFilter filter, Map<String, String> more, long after) {
        return inBatch(
                "add headers to parked messages",
                filter,
                after,
                (connection, ids) -> change(connection, more, true, ids));
    }

    @FunctionalInterface
    private interface Change {
        int on(Connection connection, long... ids) throws SQLException;
    }

    private Batch inBatch(String what, ParkedFilter filter, long after, Change change) {
        return database.inTransaction(what, connection -> {
            long[] ids = ids(connection, filter, after);
            int changed = ids.length == 0 ? 0 : change.on(connection, ids);
            return new Batch(changed, ids.length < BATCH ? OptionalLong.empty() : OptionalLong.of(ids[ids.length - 1]));
        });
    }

    private long[] ids(Connection connection, ParkedFilter filter, long after) throws SQLException {
        try (SqlCall call = batch.prepare(connection)) {
            bind(call, filter).set("after", after).set("max", BATCH);
            List<Long> ids = new ArrayList<>();
            for (ResultSet rows = call.query(); rows.next(); ) {
                ids.add(rows.getLong(1));
            }
            return ids.stream().mapToLong(Long::longValue).toArray();
        }
    }

    private static int run(Connection connection, Sql sql, long... ids) throws SQLException {
        try (SqlCall call = sql.prepare(connection)) {
            return count(call.set("ids", ids).query());
        }
    }

    private int change(Connection connection, Map<String, String> values, boolean add, long... ids)
            throws SQLException {
        try (SqlCall call = headers.prepare(connection)) {
            call.set("ids", ids).set("headers", Headers.write(values)).set("add", add);
            return count(call.query());
        }
    }

    private static int count(ResultSet rows) throws SQLException {
        int changed = 0;
        while (rows.next()) {
            changed += rows.getBoolean(1) ? 1 : 0;
        }
        return changed;
    }

    @Override
    public long replay(Replay what) {
        // What is delivered again meanwhile is not replayed once more.
        Instant now = database.call("read the clock", connection -> {
            try (SqlCall call = clock.prepare(connection)) {
                ResultSet rows = call.query();
                rows.next();
                return rows.getObject(1, OffsetDateTime.class).toInstant();
            }
        });
        Instant to = what.to().isBefore(now) ? what.to() : now;
        long all = 0;
        for (int some = BATCH; some == BATCH; all += some) {
            some = replayBatch(what, to);
        }
        return all;
    }

    private int replayBatch(Replay what, Instant to) {
        return database.inTransaction("replay messages of " + what.pattern(), connection -> {
            try (SqlCall call = replay.prepare(connection)) {
                call.set("pattern", what.pattern()).set("route", what.route());
                call.set("from_at", what.from()).set("to_at", to).set("max", BATCH);
                ResultSet rows = call.query();
                rows.next();
                return rows.getInt(1);
            }
        });
    }

    @Override
    public long adopt() {
        return database.inTransaction("send unrouted messages to their routes", connection -> {
            try (SqlCall call = adopt.prepare(connection)) {
                ResultSet rows = call.query();
                rows.next();
                return rows.getLong(1);
            }
        });
    }

    @Override
    public OutboxStatus status(int countMax) {
        return database.call("read how the outbox stands", connection -> {
            try (SqlCall call = status.prepare(connection)) {
                List<RouteStatus> routes = new ArrayList<>();
                long estimate = 0;
                for (ResultSet rows = call.set("max", countMax).query(); rows.next(); ) {
                    routes.add(route(rows, countMax));
                    estimate = rows.getLong("estimate");
                }
                return new OutboxStatus(routes.subList(1, routes.size()), routes.get(0), estimate);
            }
        });
    }

    private static RouteStatus route(ResultSet rows, int max) throws SQLException {
        return new RouteStatus(
                rows.getString("name"),
                rows.getString("pattern"),
                BoundedCount.upTo(max, rows.getLong("undelivered")),
                BoundedCount.upTo(max, rows.getLong("delayed")),
                BoundedCount.upTo(max, rows.getLong("held_keys")),
                BoundedCount.upTo(max, rows.getLong("parked")),
                millis(rows.getObject("oldest_ms", Long.class)));
    }

    private static @Nullable Duration millis(@Nullable Long value) {
        return value == null ? null : Duration.ofMillis(value);
    }
}
