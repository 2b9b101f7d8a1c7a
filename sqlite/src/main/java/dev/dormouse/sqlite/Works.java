package dev.dormouse.sqlite;

import dev.dormouse.provider.AckOutcome;
import dev.dormouse.provider.ActivityKey;
import dev.dormouse.provider.AttemptCount;
import dev.dormouse.provider.NewWork;
import dev.dormouse.provider.WorkAck;
import dev.dormouse.provider.WorkLock;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Puts work in, and takes it off or back. */
final class Works {

    /** What is needed of work whose lock is held. */
    private record Held(
            long id, @Nullable String session, @Nullable String tag) {}

    private Works() {}

    /** Work that is there already stays as it is: the key says that it is the same. */
    static void insert(Tx tx, NewWork work) throws SQLException {
        NewWork.Lease lease = work.lease();
        long dueAt = lease == null ? tx.now : tx.after(lease.lockTimeout());
        tx.update(
                """
                insert into work (instance, execution_id, activity_id, name, body, session, tag, due_at, token, attempt)
                values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
                on conflict do nothing
                """,
                work.instance(),
                work.key().executionId(),
                work.key().activityId(),
                work.name(),
                work.body(),
                work.session(),
                work.tag(),
                dueAt,
                lease == null ? null : lease.token(),
                lease == null ? 0 : 1);
        tx.wakes.work(tx, work.tag(), dueAt);
    }

    static void cancel(Tx tx, String instance, ActivityKey key) throws SQLException {
        tx.update(
                "delete from work where instance = ?1 and execution_id = ?2 and activity_id = ?3",
                instance,
                key.executionId(),
                key.activityId());
    }

    static List<AckOutcome> ack(Tx tx, List<WorkAck> acks) throws SQLException {
        List<AckOutcome> outcomes = new ArrayList<>();
        for (WorkAck ack : acks) {
            outcomes.add(ack(tx, ack));
        }
        return outcomes;
    }

    private static AckOutcome ack(Tx tx, WorkAck ack) throws SQLException {
        Optional<Held> held = held(tx, ack.lock());
        if (held.isEmpty()) {
            return AckOutcome.LOCK_LOST;
        }
        take(tx, held.get());
        if (ack.completion() != null) {
            Messages.enqueue(tx, ack.completion());
        }
        return AckOutcome.COMMITTED;
    }

    static boolean isHeld(Tx tx, WorkLock lock) throws SQLException {
        return held(tx, lock).isPresent();
    }

    /** Takes off what is held. */
    static void take(Tx tx, List<WorkLock> locks) throws SQLException {
        for (WorkLock lock : locks) {
            take(tx, held(tx, lock).orElseThrow());
        }
    }

    private static void take(Tx tx, Held held) throws SQLException {
        tx.update("delete from work where id = ?1", held.id());
        Sessions.used(tx, held.session());
    }

    static boolean abandon(Tx tx, WorkLock lock, Duration delay, AttemptCount attempt) throws SQLException {
        Optional<Held> held = held(tx, lock);
        if (held.isEmpty()) {
            return false;
        }
        tx.update(
                "update work set token = null, due_at = ?2, attempt = max(0, attempt - ?3) where id = ?1",
                held.get().id(),
                tx.after(delay),
                attempt == AttemptCount.UNDO ? 1 : 0);
        tx.wakes.work(tx, held.get().tag(), tx.after(delay));
        return true;
    }

    static List<WorkLock> renew(Tx tx, Collection<WorkLock> locks, Duration lockTimeout) throws SQLException {
        List<WorkLock> lost = new ArrayList<>();
        for (WorkLock lock : locks) {
            Optional<Held> held = held(tx, lock);
            if (held.isEmpty()) {
                lost.add(lock);
            } else {
                tx.update(
                        "update work set due_at = ?2 where id = ?1", held.get().id(), tx.after(lockTimeout));
                Sessions.used(tx, held.get().session());
            }
        }
        return lost;
    }

    private static Optional<Held> held(Tx tx, WorkLock lock) throws SQLException {
        return tx.first(
                """
                select id, session, tag from work
                where instance = ?1 and execution_id = ?2 and activity_id = ?3 and token = ?4 and due_at > ?5
                """,
                row -> new Held(row.getLong(1), row.getString(2), row.getString(3)),
                lock.instance(),
                lock.key().executionId(),
                lock.key().activityId(),
                lock.token(),
                tx.now);
    }
}
