package dev.dormouse.orchestration.kernel;

import dev.dormouse.orchestration.kernel.Message.ActivityCompleted;
import dev.dormouse.orchestration.kernel.Message.ActivityFailed;
import dev.dormouse.orchestration.kernel.Message.Answer;
import dev.dormouse.orchestration.kernel.Message.Cancel;
import dev.dormouse.orchestration.kernel.Message.CancelOverdue;
import dev.dormouse.orchestration.kernel.Message.ChildCompleted;
import dev.dormouse.orchestration.kernel.Message.ChildFailed;
import dev.dormouse.orchestration.kernel.Message.Continue;
import dev.dormouse.orchestration.kernel.Message.Enqueue;
import dev.dormouse.orchestration.kernel.Message.Raise;
import dev.dormouse.orchestration.kernel.Message.Start;
import dev.dormouse.orchestration.kernel.Message.TimerFired;
import java.util.List;

/** How messages are written; package-info shows them. */
final class MessageShapes {

    private static final Shape.Table<Message, Void> TABLE = new Shape.Table<>(List.of(
            Shape.of(
                    "start",
                    Start.class,
                    MessageShapes::beginning,
                    (none, in) -> new Start(BeginShape.read(in), in.optionalString("version"))),
            Shape.of(
                    "continue",
                    Continue.class,
                    MessageShapes::beginning,
                    (none, in) -> new Continue(BeginShape.read(in), in.optionalString("version"))),
            Shape.of(
                    "activityCompleted",
                    ActivityCompleted.class,
                    (m, out) -> answer(m, out).put("result", m.result()),
                    (none, in) -> new ActivityCompleted(execution(in), schedule(in), in.payload("result"))),
            Shape.of(
                    "activityFailed",
                    ActivityFailed.class,
                    (m, out) -> answer(m, out).put("error", ErrorShape.write(m.error())),
                    (none, in) -> new ActivityFailed(execution(in), schedule(in), ErrorShape.read(in.fields("error")))),
            Shape.of(
                    "timerFired",
                    TimerFired.class,
                    MessageShapes::answer,
                    (none, in) -> new TimerFired(execution(in), schedule(in))),
            Shape.of(
                    "childCompleted",
                    ChildCompleted.class,
                    (m, out) -> answer(m, out).put("result", m.result()),
                    (none, in) -> new ChildCompleted(execution(in), schedule(in), in.payload("result"))),
            Shape.of(
                    "childFailed",
                    ChildFailed.class,
                    (m, out) -> answer(m, out).put("error", ErrorShape.write(m.error())),
                    (none, in) -> new ChildFailed(execution(in), schedule(in), ErrorShape.read(in.fields("error")))),
            Shape.of(
                    "raise",
                    Raise.class,
                    (m, out) -> out.put("name", m.name()).put("data", m.data()),
                    (none, in) -> new Raise(in.string("name"), data(in))),
            Shape.of(
                    "enqueue",
                    Enqueue.class,
                    (m, out) -> out.put("queue", m.queue()).put("data", m.data()),
                    (none, in) -> new Enqueue(in.string("queue"), data(in))),
            Shape.of(
                    "cancel",
                    Cancel.class,
                    (m, out) -> out.put("reason", m.reason()),
                    (none, in) -> new Cancel(in.string("reason"))),
            Shape.of(
                    "cancelOverdue",
                    CancelOverdue.class,
                    (m, out) -> out.put("execution", m.executionId()),
                    (none, in) -> new CancelOverdue(execution(in)))));

    private MessageShapes() {}

    static void write(Message message, Fields out) {
        TABLE.write(message, out);
    }

    @SuppressWarnings("NullAway") // messages know nothing besides their fields
    static Message read(Fields in) {
        return TABLE.read(null, in);
    }

    private static void beginning(Message.Beginning message, Fields out) {
        BeginShape.write(message.begin(), out);
        out.put("version", message.version());
    }

    private static Fields answer(Answer message, Fields out) {
        return out.put("execution", message.executionId()).put("schedule", message.schedule());
    }

    private static long execution(Fields in) {
        return in.number("execution");
    }

    private static long schedule(Fields in) {
        return in.number("schedule");
    }

    /** Events without data are common, and SQL callers may leave it out. */
    private static Payload data(Fields in) {
        return in.has("data") ? in.payload("data") : Payload.EMPTY;
    }
}
