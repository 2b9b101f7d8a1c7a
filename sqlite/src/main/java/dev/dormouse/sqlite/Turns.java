package dev.dormouse.sqlite;

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
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Locks instances, and gives them back. */
final class Turns {

    private static final String CANDIDATES = """
            select instance, name, version, id, execution_id, attempt from instance
            where due_at <= ?1 and name is not null
              and (?2 is null or name in (select value from json_each(?2)))
              and (?3 is null or engine is null or exists (
                    select 1 from json_each(?3) as range where engine between range.value ->> 0 and range.value ->> 1))
            order by due_at, id
            limit ?4
            """;

    private static final String NEXT_DUE = """
            select min(due_at) from instance
            where due_at > ?1 and name is not null
              and (?2 is null or name in (select value from json_each(?2)))
              and (?3 is null or engine is null or exists (
                    select 1 from json_each(?3) as range where engine between range.value ->> 0 and range.value ->> 1))
            """;

    private record Candidate(
            String instance, String name, @Nullable String version, long incarnation, long executionId, int attempt) {

        static Candidate of(ResultSet row) throws SQLException {
            return new Candidate(
                    row.getString(1),
                    row.getString(2),
                    row.getString(3),
                    row.getLong(4),
                    row.getLong(5),
                    row.getInt(6));
        }
    }

    private Turns() {}

    static Fetched<TurnItem> fetch(Tx tx, TurnFetch fetch) throws SQLException {
        if (fetch.engines() != null && fetch.engines().isEmpty()) {
            return new Fetched<>(List.of(), false, null);
        }
        String names = Json.strings(fetch.names());
        String engines = engines(fetch.engines());
        int limit = Math.min(fetch.max(), Integer.MAX_VALUE - 1) + 1;
        List<Candidate> candidates = tx.list(CANDIDATES, Candidate::of, tx.now, names, engines, limit);
        List<TurnItem> items = new ArrayList<>();
        for (Candidate candidate : candidates.subList(0, Math.min(candidates.size(), fetch.max()))) {
            items.add(lock(tx, candidate, fetch));
        }
        Long nextDue = tx.number(NEXT_DUE, tx.now, names, engines);
        return new Fetched<>(items, candidates.size() > items.size(), Times.until(tx, nextDue));
    }

    private static @Nullable String engines(@Nullable List<EngineRange> ranges) {
        return ranges == null
                ? null
                : ranges.stream()
                        .map(range ->
                                "[" + range.from().packed() + "," + range.to().packed() + "]")
                        .collect(Collectors.joining(",", "[", "]"));
    }

    private static TurnItem lock(Tx tx, Candidate found, TurnFetch fetch) throws SQLException {
        long token = Times.token();
        long lockedUntil = tx.after(fetch.lockTimeout());
        tx.update("""
                update instance set due_at = ?2, held_until = null, token = ?3, attempt = attempt + 1
                where instance = ?1
                """, found.instance(), lockedUntil, token);
        tx.wakes.turn(tx, lockedUntil);
        List<StoredMessage> messages = messages(tx, found.instance());
        TurnLock lock = new TurnLock(
                found.instance(),
                token,
                messages.stream().map(StoredMessage::id).toList());
        return new TurnItem(
                lock,
                found.name(),
                found.version(),
                found.incarnation(),
                found.executionId(),
                found.attempt() + 1,
                Instant.ofEpochMilli(tx.now),
                Histories.lastEventId(tx, found.instance(), found.executionId()),
                history(tx, found, fetch),
                messages,
                Values.snapshot(tx, found.instance()));
    }

    private static List<StoredMessage> messages(Tx tx, String instance) throws SQLException {
        return tx.list(
                "select id, body from message where instance = ?1 and visible_at <= ?2 order by id",
                row -> new StoredMessage(row.getLong(1), row.getString(2)),
                instance,
                tx.now);
    }

    private static List<StoredEvent> history(Tx tx, Candidate found, TurnFetch fetch) throws SQLException {
        return fetch.history() == TurnFetch.History.INCLUDED
                ? Histories.read(tx, found.instance(), found.executionId(), 0)
                : List.of();
    }

    static boolean held(Tx tx, TurnLock lock) throws SQLException {
        return tx.exists(
                "select 1 from instance where instance = ?1 and token = ?2 and due_at > ?3",
                lock.instance(),
                lock.token(),
                tx.now);
    }

    /** The instance is free again, from its next message on. */
    static void release(Tx tx, String instance) throws SQLException {
        tx.update("update instance set token = null where instance = ?1", instance);
        Messages.schedule(tx, instance);
    }

    static boolean abandon(Tx tx, TurnLock lock, Duration delay, AttemptCount attempt) throws SQLException {
        if (!held(tx, lock)) {
            return false;
        }
        tx.update(
                "update instance set held_until = ?2, attempt = max(0, attempt - ?3) where instance = ?1",
                lock.instance(),
                delay.isZero() ? null : tx.after(delay),
                attempt == AttemptCount.UNDO ? 1 : 0);
        release(tx, lock.instance());
        return true;
    }

    static List<TurnLock> renew(Tx tx, Collection<TurnLock> locks, Duration lockTimeout) throws SQLException {
        List<TurnLock> lost = new ArrayList<>();
        for (TurnLock lock : locks) {
            int renewed = tx.update(
                    "update instance set due_at = ?4 where instance = ?1 and token = ?2 and due_at > ?3",
                    lock.instance(),
                    lock.token(),
                    tx.now,
                    tx.after(lockTimeout));
            if (renewed == 0) {
                lost.add(lock);
            }
        }
        return lost;
    }
}
