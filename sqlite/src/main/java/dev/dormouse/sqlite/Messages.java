package dev.dormouse.sqlite;

import dev.dormouse.provider.EnqueueOutcome;
import dev.dormouse.provider.ExecutionStatus;
import dev.dormouse.provider.NewMessage;
import dev.dormouse.provider.NewMessage.Missing;
import dev.dormouse.provider.NewMessage.Start;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Puts messages in. */
final class Messages {

    /** What putting in needs to know of an instance. */
    private record Receiver(boolean started, boolean finished) {}

    private Messages() {}

    static List<EnqueueOutcome> enqueue(Tx tx, List<NewMessage> messages) throws SQLException {
        List<EnqueueOutcome> outcomes = new ArrayList<>();
        for (NewMessage message : messages) {
            outcomes.add(enqueue(tx, message));
        }
        return outcomes;
    }

    static EnqueueOutcome enqueue(Tx tx, NewMessage message) throws SQLException {
        Optional<Receiver> receiver = receiver(tx, message.instance());
        Start start = message.start();
        if (start != null && !start.next()) {
            return start(tx, message, start, receiver);
        }
        if (receiver.isEmpty() || !receiver.get().started()) {
            return toUnstarted(tx, message, receiver.isPresent());
        }
        if (receiver.get().finished()) {
            return EnqueueOutcome.FINISHED;
        }
        insert(tx, message);
        schedule(tx, message.instance());
        return EnqueueOutcome.ENQUEUED;
    }

    private static Optional<Receiver> receiver(Tx tx, String instance) throws SQLException {
        return tx.first(
                "select name is not null, status from instance where instance = ?1",
                row -> new Receiver(
                        row.getBoolean(1),
                        ExecutionStatus.valueOf(row.getString(2)).finished()),
                instance);
    }

    /** An instance that its first turn starts. Its number is that of a message which it need not be sent any more. */
    static void begin(Tx tx, String instance) throws SQLException {
        insertInstance(tx, instance);
        tx.update("insert into message (instance, visible_at, body) values (?1, ?2, '')", instance, tx.now);
        tx.update("update instance set id = (select max(id) from message) where instance = ?1", instance);
        tx.update("delete from message where instance = ?1", instance);
    }

    private static EnqueueOutcome start(Tx tx, NewMessage message, Start start, Optional<Receiver> receiver)
            throws SQLException {
        if (receiver.isPresent() && receiver.get().started()) {
            return EnqueueOutcome.EXISTS;
        }
        if (receiver.isEmpty()) {
            insertInstance(tx, message.instance());
        }
        // A new place in the list: it is as new as its start, however long messages have been waiting for it. No
        // instance had
        // this id before, removed ones included: there are never more of them than there were messages.
        tx.update(
                """
                update instance
                set id = (select coalesce(max(seq), 0) + 1 from sqlite_sequence where name = 'message'),
                    name = ?2, version = ?3, parent = ?4, created_at = ?5, updated_at = ?5, held_until = ?6
                where instance = ?1
                """,
                message.instance(),
                start.name(),
                start.version(),
                start.parent(),
                tx.now,
                message.delay().isZero() ? null : tx.after(message.delay()));
        insert(tx, message);
        schedule(tx, message.instance());
        tx.wakes.changed(message.instance());
        return EnqueueOutcome.ENQUEUED;
    }

    private static EnqueueOutcome toUnstarted(Tx tx, NewMessage message, boolean known) throws SQLException {
        if (message.missing() == Missing.REFUSE || message.start() != null) {
            return EnqueueOutcome.UNKNOWN_INSTANCE;
        }
        if (!known) {
            insertInstance(tx, message.instance());
        }
        insert(tx, message);
        return EnqueueOutcome.BUFFERED;
    }

    private static void insertInstance(Tx tx, String instance) throws SQLException {
        tx.update("insert into instance (instance, created_at, updated_at) values (?1, ?2, ?2)", instance, tx.now);
    }

    private static void insert(Tx tx, NewMessage message) throws SQLException {
        NewMessage.Timer timer = message.timer();
        tx.update(
                """
                insert into message (instance, visible_at, body, timer_execution_id, timer_event_id)
                values (?1, ?2, ?3, ?4, ?5)
                """,
                message.instance(),
                tx.after(message.delay()),
                message.body(),
                timer == null ? null : timer.executionId(),
                timer == null ? null : timer.eventId());
    }

    /** Sets when a free instance can be locked: with its earliest message, but not before the end of a delay. */
    static void schedule(Tx tx, String instance) throws SQLException {
        int free = tx.update("""
                update instance
                set due_at = max(coalesce(held_until, 0),
                                 (select min(visible_at) from message where message.instance = ?1))
                where instance = ?1 and token is null
                """, instance);
        if (free > 0) {
            @Nullable Long dueAt = tx.number("select due_at from instance where instance = ?1", instance);
            tx.wakes.turn(tx, dueAt);
        }
    }
}
