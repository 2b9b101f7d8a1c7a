package dev.dormouse.orchestration.kernel;

import dev.dormouse.orchestration.kernel.Event.Begin;
import dev.dormouse.orchestration.kernel.Event.Carried;
import dev.dormouse.orchestration.kernel.Event.Parent;
import org.jspecify.annotations.Nullable;

/** How that with which an execution begins is written: flat among the other fields. */
final class BeginShape {

    private static final String PARENT = "parent";

    private BeginShape() {}

    static void write(Begin begin, Fields out) {
        out.put("name", begin.name()).put("input", begin.input());
        Parent parent = begin.parent();
        if (parent != null) {
            out.put(PARENT, parent.instance())
                    .put("parentExecution", parent.executionId())
                    .put("parentSchedule", parent.schedule());
        }
        out.put("carried", begin.carried().stream().map(BeginShape::carried).toList())
                .put("status", begin.status());
    }

    static Begin read(Fields in) {
        return new Begin(
                in.string("name"),
                in.has("input") ? in.payload("input") : Payload.EMPTY,
                parent(in),
                in.list("carried").stream()
                        .map(each -> new Carried(each.string("queue"), each.payload("data")))
                        .toList(),
                in.optionalString("status"));
    }

    private static Fields carried(Carried each) {
        return new Fields().put("queue", each.queue()).put("data", each.data());
    }

    private static @Nullable Parent parent(Fields in) {
        return in.has(PARENT)
                ? new Parent(in.string(PARENT), in.number("parentExecution"), in.number("parentSchedule"))
                : null;
    }
}
