package dev.dormouse.postgres.provider;

import dev.dormouse.postgres.sql.SqlCall;
import dev.dormouse.provider.EnqueueOutcome;
import dev.dormouse.provider.NewMessage;
import dev.dormouse.provider.SharedCalls;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Puts messages in: alone, in a caller's transaction, or as a part of what acks commit. */
final class PgMessages {

    /** How many callers share a transaction. */
    private static final int CALLERS_MAX = 100;

    private final Batch.Statements statements;
    private final Wakes wakes;
    private final SharedCalls<List<NewMessage>, List<EnqueueOutcome>> enqueued =
            new SharedCalls<>(CALLERS_MAX, this::enqueueAll);

    /** A message, and the item of a batch that sends it; 0: none. */
    record Sent(int ack, NewMessage message) {

        /** As the statements know it. */
        int kind() {
            NewMessage.Start start = message.start();
            if (start != null) {
                return start.next() ? 2 : 1;
            }
            return message.missing() == NewMessage.Missing.BUFFER ? 3 : 0;
        }
    }

    PgMessages(Batch.Statements statements, Wakes wakes) {
        this.statements = statements;
        this.wakes = wakes;
    }

    List<EnqueueOutcome> enqueue(List<NewMessage> messages) {
        return messages.isEmpty() ? List.of() : enqueued.ask(messages);
    }

    private List<List<EnqueueOutcome>> enqueueAll(List<List<NewMessage>> callers) {
        List<NewMessage> all = callers.stream().flatMap(List::stream).toList();
        Hints hints = new Hints();
        hints.messages(all);
        List<EnqueueOutcome> outcomes = wakes.commit(
                what(all),
                hints,
                connection -> run(connection, statements.batch().add("plan"), sent(all), true));
        List<List<EnqueueOutcome>> answers = new ArrayList<>(callers.size());
        int next = 0;
        for (List<NewMessage> messages : callers) {
            answers.add(outcomes.subList(next, next + messages.size()));
            next += messages.size();
        }
        return answers;
    }

    /** Leaves the caller's transaction as it was, but for the messages. */
    List<EnqueueOutcome> enqueue(Connection connection, List<NewMessage> messages) {
        if (messages.isEmpty()) {
            return List.of();
        }
        try {
            List<EnqueueOutcome> outcomes = run(connection, statements.batch(), sent(messages), false);
            Hints hints = new Hints();
            hints.messages(messages);
            wakes.announceIn(connection, hints);
            return outcomes;
        } catch (SQLException e) {
            throw ProviderDatabase.failure(what(messages), e);
        }
    }

    private static String what(List<NewMessage> messages) {
        return messages.size() == 1
                ? "put a message in for instance " + messages.get(0).instance()
                : "put " + messages.size() + " messages in";
    }

    private static List<Sent> sent(List<NewMessage> messages) {
        return messages.stream().map(message -> new Sent(0, message)).toList();
    }

    private static List<EnqueueOutcome> run(Connection connection, Batch batch, List<Sent> sent, boolean own)
            throws SQLException {
        List<EnqueueOutcome> outcomes = new ArrayList<>(sent.size());
        add(batch, sent, own);
        batch.read("add_messages", rows -> {
            while (rows.next()) {
                outcomes.add(EnqueueOutcome.valueOf(rows.getString("outcome")));
            }
        });
        batch.run(connection);
        return outcomes;
    }

    /**
     * Adds the statements that put these in, if there are any.
     *
     * @param own the transaction is ours and commits at once, so that it may hold the rows of instances
     */
    static void add(Batch batch, List<Sent> sent, boolean own) {
        if (sent.isEmpty()) {
            return;
        }
        // A caller's transaction may have put others in before; what was noted then must not count now.
        boolean starts = !own || sent.stream().anyMatch(one -> one.kind() == 1 || one.kind() == 3);
        boolean next = sent.stream().anyMatch(one -> one.kind() == 2);
        batch.addIf(starts, "start_instances").addIf(next, "next_instances").add("add_messages");
        batch.bind(call -> bind(call, sent, own, starts, next));
    }

    /** What turns are told about starts of theirs that meet an instance which is there already; false: no start can. */
    static boolean addRefusals(Batch batch, List<Sent> sent) {
        List<Integer> told = IntStream.range(0, sent.size())
                .filter(i -> refusal(sent.get(i)) != null)
                .boxed()
                .toList();
        if (told.isEmpty()) {
            return false;
        }
        batch.add("refuse_starts").bind(call -> {
            call.set("refusal_acks", Columns.ints(told, i -> sent.get(i).ack));
            call.set("refusal_numbers", Columns.ints(told, i -> i + 1));
            call.set("refusal_bodies", Columns.texts(told, i -> refusal(sent.get(i))));
        });
        return true;
    }

    private static @Nullable String refusal(Sent sent) {
        NewMessage.Start start = sent.message.start();
        return start == null || start.next() ? null : start.refusal();
    }

    private static void bind(SqlCall call, List<Sent> sent, boolean own, boolean starts, boolean next)
            throws SQLException {
        call.set("own", own);
        call.set("message_acks", Columns.ints(sent, Sent::ack));
        call.set("message_instances", texts(sent, NewMessage::instance));
        call.set("message_bodies", texts(sent, NewMessage::body));
        call.set(
                "message_delays", Columns.longs(sent, one -> one.message.delay().toMillis()));
        call.set("message_kinds", Columns.ints(sent, Sent::kind));
        call.set("timer_executions", Columns.longs(sent, one -> timer(one).executionId()));
        call.set("timer_events", Columns.longs(sent, one -> timer(one).eventId()));
        if (starts || next) {
            call.set("start_lanes", Columns.longs(sent, PgMessages::lane));
            call.set("start_names", starts(sent, NewMessage.Start::name));
            call.set("start_versions", starts(sent, NewMessage.Start::version));
        }
        if (starts) {
            call.set("start_parents", starts(sent, NewMessage.Start::parent));
        }
    }

    private static NewMessage.Timer timer(Sent sent) {
        NewMessage.Timer timer = sent.message.timer();
        return timer == null ? new NewMessage.Timer(0, 0) : timer;
    }

    private static long lane(Sent sent) {
        NewMessage.Start start = sent.message.start();
        return start == null ? 0 : Queues.turnLane(start.name());
    }

    private static @Nullable String[] texts(List<Sent> sent, Function<NewMessage, @Nullable String> column) {
        return Columns.texts(sent, one -> column.apply(one.message));
    }

    private static @Nullable String[] starts(List<Sent> sent, Function<NewMessage.Start, @Nullable String> column) {
        return Columns.texts(sent, one -> {
            NewMessage.Start start = one.message.start();
            return start == null ? null : column.apply(start);
        });
    }
}
