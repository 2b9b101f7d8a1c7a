package dev.dormouse.postgres.provider;

import dev.dormouse.postgres.sql.SqlCall;
import dev.dormouse.provider.ActivityKey;
import dev.dormouse.provider.ExecutionChange;
import dev.dormouse.provider.NewMessage;
import dev.dormouse.provider.NewWork;
import dev.dormouse.provider.StoredEvent;
import dev.dormouse.provider.TurnAck;
import dev.dormouse.provider.ValueChange;
import dev.dormouse.provider.WorkLock;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What many turns add and take away, flattened: each part knows by its number which turn it belongs to. */
record TurnParts(
        List<Of<StoredEvent>> events,
        List<Of<NewWork>> work,
        List<PgMessages.Sent> messages,
        List<Of<ActivityKey>> cancelledWork,
        List<Of<Long>> cancelledTimers,
        List<Of<Long>> taken,
        List<Integer> cleared,
        List<Of<Value>> values,
        List<Of<WorkLock>> ended,
        @Nullable Carried carried,
        boolean beginning,
        boolean changing,
        boolean ending) {

    /** A part, and the number of its turn, counted from one. */
    record Of<T>(int ack, T part) {}

    /** What a key is to be in the end; null: nothing. */
    record Value(String key, @Nullable String value) {}

    static TurnParts of(List<TurnAck> turns) {
        return of(turns, null);
    }

    /** Of turns whose instances carry an activity of theirs. */
    static TurnParts carrying(List<TurnAck> turns) {
        return of(turns, Carried.of(turns));
    }

    private static TurnParts of(List<TurnAck> turns, @Nullable Carried carried) {
        TurnParts parts = new TurnParts(
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                carried,
                turns.stream().anyMatch(TurnParts::begins),
                turns.stream().anyMatch(TurnParts::changes),
                turns.stream().anyMatch(turn -> turn.execution().status() != null));
        for (int i = 0; i < turns.size(); i++) {
            TurnAck turn = turns.get(i);
            parts.add(i + 1, turn, carried == null ? turn.work() : carried.others(i, turn));
        }
        return parts;
    }

    /** Whether it may be the first turn of its execution. */
    private static boolean begins(TurnAck turn) {
        return turn.direct() == null
                && (turn.events().isEmpty() || turn.events().get(0).eventId() <= 1);
    }

    private static boolean changes(TurnAck turn) {
        return turn.customStatus() != null || !turn.execution().equals(ExecutionChange.NONE);
    }

    private void add(int ack, TurnAck turn, List<NewWork> inRows) {
        turn.events().forEach(event -> events.add(new Of<>(ack, event)));
        inRows.forEach(item -> work.add(new Of<>(ack, item)));
        for (NewMessage message : turn.messages()) {
            messages.add(new PgMessages.Sent(ack, message));
        }
        turn.cancelledWork().forEach(key -> cancelledWork.add(new Of<>(ack, key)));
        turn.cancelledTimers().forEach(id -> cancelledTimers.add(new Of<>(ack, id)));
        turn.lock().messages().forEach(id -> taken.add(new Of<>(ack, id)));
        addValues(ack, turn.values());
        TurnAck.Direct direct = turn.direct();
        if (direct != null) {
            direct.ended().forEach(lock -> ended.add(new Of<>(ack, lock)));
        }
    }

    /** Only what is left of the changes in the end counts. */
    private void addValues(int ack, List<ValueChange> changes) {
        Map<String, Value> last = new LinkedHashMap<>();
        boolean clear = false;
        for (ValueChange change : changes) {
            String key = change.key();
            if (key == null) {
                clear = true;
                last.clear();
            } else {
                last.put(key, new Value(key, change.value()));
            }
        }
        if (clear) {
            cleared.add(ack);
        }
        last.values().forEach(value -> values.add(new Of<>(ack, value)));
    }

    void addValues(Batch batch) {
        batch.addIf(!cleared.isEmpty(), "clear_values").addIf(!values.isEmpty(), "set_values");
        batch.addIf(ending, "merge_values", "forget_values");
        batch.bind(call -> {
            if (!cleared.isEmpty()) {
                call.set("clear_acks", Columns.ints(cleared, Integer::intValue));
            }
            if (!values.isEmpty()) {
                call.set("value_acks", Columns.ints(values, Of::ack));
                call.set("value_keys", Columns.texts(values, value -> value.part.key));
                call.set("value_contents", Columns.texts(values, value -> value.part.value));
            }
        });
    }

    void addEvents(Batch batch) {
        if (!events.isEmpty()) {
            batch.add("add_history").bind(this::bindEvents);
        }
    }

    private void bindEvents(SqlCall call) throws SQLException {
        if (call.has("event_acks")) {
            call.set("event_acks", Columns.ints(events, Of::ack));
        }
        call.set("event_ids", Columns.longs(events, event -> event.part.eventId()));
        call.set("event_bodies", Columns.texts(events, event -> event.part.body()));
    }

    /** Custom statuses of instances that were begun with everything else just now. */
    void addCustomStatuses(Batch batch, List<TurnAck> turns) {
        batch.addIf(turns.stream().anyMatch(turn -> turn.customStatus() != null), "change_instances");
    }

    void addExecutions(Batch batch) {
        batch.addIf(beginning, "merge_values_before", "begin_executions");
        batch.addIf(beginning || changing, "change_executions", "change_instances");
    }

    /** What turns that nobody locked have in common. */
    void addDirect(Batch batch, List<TurnAck> turns) {
        batch.add("ack_direct").bind(call -> bindSlices(call, turns)).bind(call -> {
            call.set("incarnations", Columns.longs(turns, turn -> direct(turn).incarnation()));
            call.set("known_events", Columns.longs(turns, turn -> direct(turn).lastEventId()));
            setSlices(call, "ended", turns, turn -> direct(turn).ended().size());
            call.set("ended_acks", Columns.ints(ended, Of::ack));
            call.set(
                    "ended_activities",
                    Columns.longs(ended, lock -> lock.part.key().activityId()));
            call.set("ended_tokens", Columns.longs(ended, lock -> lock.part.token()));
        });
    }

    /** First turns of instances that they begin. */
    void addBeginnings(Batch batch, List<TurnAck> turns) {
        batch.add("begin_instances").bind(call -> bindSlices(call, turns));
    }

    /** Events and work; a turn knows from where to where its events stand. */
    private void bindSlices(SqlCall call, List<TurnAck> turns) throws SQLException {
        call.set("numbers", IntStream.rangeClosed(1, turns.size()).toArray());
        setSlices(call, "events", turns, turn -> turn.events().size());
        bindEvents(call);
        Objects.requireNonNull(carried).bind(call);
        PgWork.bindWork(call, work);
    }

    /** From where to where the parts of each turn stand, counted from one. */
    private static void setSlices(SqlCall call, String name, List<TurnAck> turns, ToIntFunction<TurnAck> parts)
            throws SQLException {
        int[] from = new int[turns.size()];
        int[] to = new int[turns.size()];
        for (int i = 0; i < to.length; i++) {
            from[i] = i == 0 ? 1 : to[i - 1] + 1;
            to[i] = from[i] + parts.applyAsInt(turns.get(i)) - 1;
        }
        call.set(name + "_from", from).set(name + "_to", to);
    }

    private static TurnAck.Direct direct(TurnAck turn) {
        return Objects.requireNonNull(turn.direct());
    }

    /** First what is new, then what is cancelled: what is both leaves nothing. */
    void addWork(Batch batch) {
        if (!work.isEmpty()) {
            PgWork.add(batch, work);
        }
        addCancelled(batch);
    }

    void addCancelled(Batch batch) {
        if (!cancelledWork.isEmpty()) {
            batch.add("uncarry", "cancel_work").bind(call -> {
                call.set("cancel_acks", Columns.ints(cancelledWork, Of::ack));
                call.set("cancel_executions", Columns.longs(cancelledWork, key -> key.part.executionId()));
                call.set("cancel_activities", Columns.longs(cancelledWork, key -> key.part.activityId()));
            });
        }
    }

    void addMessagesTaken(Batch batch) {
        if (!cancelledTimers.isEmpty()) {
            batch.add("cancel_timers").bind(call -> {
                call.set("timer_acks", Columns.ints(cancelledTimers, Of::ack));
                call.set("timer_ids", Columns.longs(cancelledTimers, Of::part));
            });
        }
        if (!taken.isEmpty()) {
            batch.add("take_messages").bind(call -> {
                call.set("taken_acks", Columns.ints(taken, Of::ack));
                call.set("taken_ids", Columns.longs(taken, Of::part));
            });
        }
        batch.addIf(ending, "drop_messages");
    }
}
