package dev.dormouse.postgres.provider;

import dev.dormouse.postgres.sql.Sql;
import dev.dormouse.postgres.sql.SqlCall;
import dev.dormouse.provider.AttemptCount;
import dev.dormouse.provider.EngineRange;
import dev.dormouse.provider.Fetched;
import dev.dormouse.provider.StoredEvent;
import dev.dormouse.provider.StoredMessage;
import dev.dormouse.provider.TurnFetch;
import dev.dormouse.provider.TurnItem;
import dev.dormouse.provider.TurnLock;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/** Locks instances with what is due for them, and gives them back. */
final class PgTurns {

    private final ProviderDatabase database;
    private final Batch.Statements statements;
    private final Wakes wakes;
    private final DatabaseClock clock;
    private final LowWater lowWater = new LowWater();
    private final Sql renew;

    PgTurns(ProviderDatabase database, Batch.Statements statements, Wakes wakes, DatabaseClock clock) {
        this.database = database;
        this.statements = statements;
        this.wakes = wakes;
        this.clock = clock;
        this.renew = database.load("renew_turns");
    }

    Fetched<TurnItem> fetch(TurnFetch request, Duration pollTimeout) {
        Object view = Arrays.asList(request.names(), request.versions(), request.engines());
        return wakes.longPoll().fetch(List.of(Queues.TURN), view, pollTimeout, () -> look(request, view));
    }

    /** One round trip. What was due but turned out to have no message left is given back, and looked for again. */
    private Fetched<TurnItem> look(TurnFetch request, Object view) {
        return withoutEmpty(lowWater.look(view, request.max(), from -> look(request, from)));
    }

    private LowWater.Found<TurnItem> look(TurnFetch request, long fromMicros) {
        return database.call("fetch turns", connection -> {
            boolean histories = request.history() == TurnFetch.History.INCLUDED;
            FetchResult<TurnItem> result = new FetchResult<>();
            statements
                    .batch()
                    .add("plan", "relax", "poke", "claim_turns", "read_turns")
                    .addIf(histories, "read_turn_histories")
                    .add("turn_status")
                    .bind(call -> bind(call, request))
                    .bind(call -> call.set("from", fromMicros))
                    .read("claim_turns", result::readOldest)
                    .read("read_turns", rows -> result.items = readItems(rows))
                    .read(
                            "read_turn_histories",
                            rows -> result.items = withHistories(result.items, readHistories(rows)))
                    .read("turn_status", result::readStatus)
                    .run(connection);
            return result.found();
        });
    }

    private static void bind(SqlCall call, TurnFetch request) throws SQLException {
        Set<String> names = request.names();
        List<EngineRange> engines = request.engines();
        List<EngineRange> ranges = engines == null ? List.of() : engines;
        boolean none = engines != null && engines.isEmpty();
        call.set("named", names != null || none);
        call.set("lanes", names == null || none ? new long[0] : Columns.longs(List.copyOf(names), Queues::turnLane));
        Map<String, Set<String>> versions = request.versions();
        call.set("any_version", versions == null);
        call.set("versions", versions == null ? new String[0] : qualified(versions));
        call.set("any_engine", engines == null);
        call.set("engines_from", Columns.ints(ranges, range -> range.from().packed()));
        call.set("engines_to", Columns.ints(ranges, range -> range.to().packed()));
        call.set("max", request.max()).set("lock", request.lockTimeout());
    }

    /** Each behind the name of its orchestration, which has no spaces. */
    private static String[] qualified(Map<String, Set<String>> versions) {
        return versions.entrySet().stream()
                .flatMap(each -> each.getValue().stream().map(version -> each.getKey() + " " + version))
                .toArray(String[]::new);
    }

    private List<TurnItem> readItems(ResultSet rows) throws SQLException {
        List<TurnItem> items = new ArrayList<>();
        while (rows.next()) {
            List<StoredMessage> messages = messages(rows);
            Instant fetchedAt = instant(rows, "fetched_at");
            clock.seen(fetchedAt);
            items.add(new TurnItem(
                    new TurnLock(
                            rows.getString("instance"),
                            rows.getLong("token"),
                            messages.stream().map(StoredMessage::id).toList()),
                    rows.getString("name"),
                    rows.getString("version"),
                    rows.getLong("incarnation"),
                    rows.getLong("execution_id"),
                    rows.getInt("attempt"),
                    fetchedAt,
                    rows.getLong("last_event_id"),
                    List.of(),
                    messages,
                    values(rows)));
        }
        return items;
    }

    static Instant instant(ResultSet rows, String column) throws SQLException {
        return rows.getObject(column, OffsetDateTime.class).toInstant();
    }

    private static List<StoredMessage> messages(ResultSet rows) throws SQLException {
        Long[] ids = Columns.longArray(rows, "ids");
        String[] bodies = Columns.textArray(rows, "bodies");
        List<StoredMessage> messages = new ArrayList<>(ids.length);
        for (int i = 0; i < ids.length; i++) {
            messages.add(new StoredMessage(ids[i], bodies[i]));
        }
        return messages;
    }

    private static Map<String, String> values(ResultSet rows) throws SQLException {
        String[] keys = Columns.textArray(rows, "keys");
        String[] contents = Columns.textArray(rows, "contents");
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < keys.length; i++) {
            values.put(keys[i], contents[i]);
        }
        return values;
    }

    private static Map<String, List<StoredEvent>> readHistories(ResultSet rows) throws SQLException {
        Map<String, List<StoredEvent>> histories = new HashMap<>();
        while (rows.next()) {
            histories
                    .computeIfAbsent(rows.getString("instance"), absent -> new ArrayList<>())
                    .add(new StoredEvent(rows.getLong("id"), rows.getString("body")));
        }
        return histories;
    }

    private static List<TurnItem> withHistories(List<TurnItem> items, Map<String, List<StoredEvent>> histories) {
        return items.stream()
                .map(item -> new TurnItem(
                        item.lock(),
                        item.name(),
                        item.version(),
                        item.incarnation(),
                        item.executionId(),
                        item.attempt(),
                        item.fetchedAt(),
                        item.lastEventId(),
                        histories.getOrDefault(item.instance(), List.of()),
                        item.messages(),
                        item.values()))
                .toList();
    }

    private Fetched<TurnItem> withoutEmpty(Fetched<TurnItem> fetched) {
        List<TurnItem> empty = fetched.items().stream()
                .filter(item -> item.messages().isEmpty())
                .toList();
        if (empty.isEmpty()) {
            return fetched;
        }
        empty.forEach(item -> abandon(item.lock(), Duration.ZERO, AttemptCount.UNDO));
        List<TurnItem> rest = fetched.items().stream()
                .filter(item -> !item.messages().isEmpty())
                .toList();
        return new Fetched<>(rest, true, fetched.nextDue());
    }

    boolean abandon(TurnLock lock, Duration delay, AttemptCount attempt) {
        Hints hints = new Hints();
        return wakes.commit("give instance " + lock.instance() + " back", hints, connection -> {
            AtomicBoolean held = new AtomicBoolean();
            statements
                    .batch()
                    .add("lock_turn", "abandon_turn")
                    .bind(call -> {
                        call.set("instance", lock.instance()).set("token", lock.token());
                        call.set("delay", delay).set("undone", attempt == AttemptCount.UNDO ? 1 : 0);
                    })
                    .read("abandon_turn", rows -> {
                        held.set(rows.next());
                        if (held.get()) {
                            hints.due(Queues.TURN, Columns.delay(rows, "due_in_ms"));
                        }
                    })
                    .run(connection);
            return held.get();
        });
    }

    List<TurnLock> renew(Collection<TurnLock> locks, Duration lockTimeout) {
        List<TurnLock> all = List.copyOf(locks);
        if (all.isEmpty()) {
            return all;
        }
        return database.call("renew " + all.size() + " turns", connection -> {
            try (SqlCall call = renew.prepare(connection)) {
                call.set("instances", Columns.texts(all, TurnLock::instance));
                call.set("tokens", Columns.longs(all, TurnLock::token));
                call.set("lock", lockTimeout);
                return missing(all, call.query());
            }
        });
    }

    /** Those of the items, in the order in which they were given, whose number is not among the rows. */
    static <T> List<T> missing(List<T> items, ResultSet rows) throws SQLException {
        Set<Integer> there = new HashSet<>();
        while (rows.next()) {
            there.add(rows.getInt("n"));
        }
        List<T> missing = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            if (!there.contains(i + 1)) {
                missing.add(items.get(i));
            }
        }
        return missing;
    }
}
