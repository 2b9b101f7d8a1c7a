package dev.dormouse.sqlite;

import dev.dormouse.provider.AckOutcome;
import dev.dormouse.provider.ActivityKey;
import dev.dormouse.provider.CustomStatusChange;
import dev.dormouse.provider.EnqueueOutcome;
import dev.dormouse.provider.ExecutionChange;
import dev.dormouse.provider.ExecutionStatus;
import dev.dormouse.provider.NewMessage;
import dev.dormouse.provider.NewWork;
import dev.dormouse.provider.TurnAck;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Commits turns. Whether a turn can be committed is known before anything of it is written. */
final class Commits {

    private Commits() {}

    static List<AckOutcome> commit(Tx tx, List<TurnAck> turns) throws SQLException {
        List<AckOutcome> outcomes = new ArrayList<>();
        for (TurnAck turn : turns) {
            outcomes.add(commit(tx, turn));
        }
        return outcomes;
    }

    private static AckOutcome commit(Tx tx, TurnAck turn) throws SQLException {
        String instance = turn.lock().instance();
        TurnAck.Direct direct = turn.direct();
        if (direct == null ? !Turns.held(tx, turn.lock()) : !Direct.valid(tx, turn, direct)) {
            return AckOutcome.LOCK_LOST;
        }
        if (Histories.repeats(tx, instance, turn.executionId(), turn.events())) {
            return AckOutcome.DUPLICATE_EVENT;
        }
        if (direct != null) {
            Works.take(tx, direct.ended());
        }
        write(tx, instance, turn);
        return AckOutcome.COMMITTED;
    }

    /** A turn that begins its instance. Returns the incarnation; 0: the id is in use. */
    static long begin(Tx tx, TurnAck first) throws SQLException {
        String instance = first.lock().instance();
        if (tx.exists("select 1 from instance where instance = ?1", instance)) {
            return 0;
        }
        Messages.begin(tx, instance);
        write(tx, instance, first);
        return Objects.requireNonNull(tx.number("select id from instance where instance = ?1", instance));
    }

    private static void write(Tx tx, String instance, TurnAck turn) throws SQLException {
        beginExecution(tx, instance, turn.executionId());
        Histories.append(tx, instance, turn.executionId(), turn.events());
        changeExecution(tx, instance, turn.executionId(), turn.execution());
        changeCustomStatus(tx, instance, turn.customStatus());
        Values.change(tx, instance, turn.values(), turn.execution().status());
        changeQueues(tx, instance, turn);
    }

    /** A no-op for an execution that has had a turn. A new one is not bound to the engine of the one before. */
    private static void beginExecution(Tx tx, String instance, long executionId) throws SQLException {
        int begun = tx.update("""
                insert into execution (instance, execution_id, status, started_at) values (?1, ?2, 'RUNNING', ?3)
                on conflict do nothing
                """, instance, executionId, tx.now);
        if (begun > 0) {
            tx.update("""
                    update instance set execution_id = ?2, status = 'RUNNING', output = null, engine = null
                    where instance = ?1 and execution_id < ?2
                    """, instance, executionId);
            tx.wakes.changed(instance);
        }
    }

    private static void changeExecution(Tx tx, String instance, long executionId, ExecutionChange change)
            throws SQLException {
        tx.update("""
                update instance set name = coalesce(?2, name), version = coalesce(?3, version),
                    parent = coalesce(?4, parent), engine = coalesce(?5, engine), updated_at = ?6
                where instance = ?1
                """, instance, change.name(), change.version(), change.parent(), engine(change), tx.now);
        tx.update(
                "update execution set engine = coalesce(?3, engine) where instance = ?1 and execution_id = ?2",
                instance,
                executionId,
                engine(change));
        ExecutionStatus status = change.status();
        if (status != null) {
            changeStatus(tx, instance, executionId, status, change.output());
        }
    }

    private static @Nullable Integer engine(ExecutionChange change) {
        return change.engine() == null ? null : change.engine().packed();
    }

    private static void changeStatus(
            Tx tx, String instance, long executionId, ExecutionStatus status, @Nullable String output)
            throws SQLException {
        Long endedAt = status == ExecutionStatus.RUNNING ? null : tx.now;
        tx.update("""
                update execution set status = ?3, output = ?4, finished_at = ?5
                where instance = ?1 and execution_id = ?2
                """, instance, executionId, status.name(), output, endedAt);
        tx.update(
                "update instance set status = ?2, output = ?3, finished_at = ?4 where instance = ?1",
                instance,
                status.name(),
                output,
                status.finished() ? endedAt : null);
        tx.wakes.changed(instance);
    }

    private static void changeCustomStatus(Tx tx, String instance, @Nullable CustomStatusChange change)
            throws SQLException {
        if (change != null) {
            tx.update("""
                    update instance set custom_status = ?2, custom_status_version = custom_status_version + 1
                    where instance = ?1
                    """, instance, change.status());
            tx.wakes.changed(instance);
        }
    }

    /** In this order, so that what is scheduled and cancelled in one turn leaves nothing. */
    private static void changeQueues(Tx tx, String instance, TurnAck turn) throws SQLException {
        for (NewWork work : turn.work()) {
            Works.insert(tx, work);
        }
        for (ActivityKey key : turn.cancelledWork()) {
            Works.cancel(tx, instance, key);
        }
        for (NewMessage message : turn.messages()) {
            send(tx, instance, message);
        }
        for (Long eventId : turn.cancelledTimers()) {
            cancelTimer(tx, instance, turn.executionId(), eventId);
        }
        tx.update(
                "delete from message where instance = ?1 and id in (select value from json_each(?2))",
                instance,
                Json.numbers(turn.lock().messages()));
        tx.update("update instance set attempt = 0 where instance = ?1", instance);
        Turns.release(tx, instance);
    }

    /** Who sent a start that meets an instance of its id is told so. */
    private static void send(Tx tx, String sender, NewMessage message) throws SQLException {
        EnqueueOutcome outcome = Messages.enqueue(tx, message);
        NewMessage.Start start = message.start();
        String refusal = start == null ? null : start.refusal();
        if (outcome == EnqueueOutcome.EXISTS && refusal != null) {
            EnqueueOutcome unused = Messages.enqueue(tx, NewMessage.of(sender, refusal));
        }
    }

    private static void cancelTimer(Tx tx, String instance, long executionId, long eventId) throws SQLException {
        tx.update(
                "delete from message where instance = ?1 and timer_execution_id = ?2 and timer_event_id = ?3",
                instance,
                executionId,
                eventId);
    }
}
