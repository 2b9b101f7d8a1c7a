package dev.dormouse.orchestration.kernel;

import dev.dormouse.orchestration.ErrorDetails;
import dev.dormouse.orchestration.kernel.Event.ActivityCompleted;
import dev.dormouse.orchestration.kernel.Event.ActivityFailed;
import dev.dormouse.orchestration.kernel.Event.ActivityScheduled;
import dev.dormouse.orchestration.kernel.Event.CancelRequested;
import dev.dormouse.orchestration.kernel.Event.ChildCompleted;
import dev.dormouse.orchestration.kernel.Event.ChildFailed;
import dev.dormouse.orchestration.kernel.Event.ChildScheduled;
import dev.dormouse.orchestration.kernel.Event.Completed;
import dev.dormouse.orchestration.kernel.Event.Completion;
import dev.dormouse.orchestration.kernel.Event.ContinuedAsNew;
import dev.dormouse.orchestration.kernel.Event.DetachedStarted;
import dev.dormouse.orchestration.kernel.Event.EventAwaited;
import dev.dormouse.orchestration.kernel.Event.EventRaised;
import dev.dormouse.orchestration.kernel.Event.Failed;
import dev.dormouse.orchestration.kernel.Event.QueueAwaited;
import dev.dormouse.orchestration.kernel.Event.QueueReceived;
import dev.dormouse.orchestration.kernel.Event.ScheduleCancelled;
import dev.dormouse.orchestration.kernel.Event.Started;
import dev.dormouse.orchestration.kernel.Event.StatusChanged;
import dev.dormouse.orchestration.kernel.Event.TimerCreated;
import dev.dormouse.orchestration.kernel.Event.TimerFired;
import dev.dormouse.orchestration.kernel.Event.ValueCleared;
import dev.dormouse.orchestration.kernel.Event.ValueSet;
import dev.dormouse.orchestration.kernel.Event.ValuesCleared;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** How events are written. */
final class EventShapes {

    private static final String VERSION = "version";
    private static final String INPUT = "input";
    private static final String RESULT = "result";
    private static final String ERROR = "error";
    private static final String SCHEDULE = "schedule";
    private static final String NAME = "name";
    private static final String INSTANCE = "instance";
    private static final String REASON = "reason";
    private static final String STATUS = "status";
    private static final String DATA = "data";
    private static final String KEY = "key";

    private static final Shape.Table<Event, Stamp> TABLE =
            new Shape.Table<>(Stream.of(execution(), activities(), timers(), others(), arrivals(), changes())
                    .flatMap(List::stream)
                    .toList());

    private EventShapes() {}

    /** What every event has. */
    record Stamp(long id, Instant at) {}

    static void write(Event event, Fields out) {
        TABLE.write(event, out);
        out.put("at", event.at());
    }

    static Event read(long id, Fields in) {
        return TABLE.read(new Stamp(id, in.instant("at")), in);
    }

    private static List<Shape<Event, Stamp>> execution() {
        return List.of(
                Shape.of(
                        "started",
                        Started.class,
                        (e, out) -> {
                            BeginShape.write(e.begin(), out);
                            out.put(VERSION, e.version()).put("seed", e.seed());
                        },
                        (s, in) -> new Started(
                                s.id(), s.at(), BeginShape.read(in), in.string(VERSION), in.number("seed"))),
                Shape.of(
                        "completed",
                        Completed.class,
                        (e, out) -> out.put("output", e.output()),
                        (s, in) -> new Completed(s.id(), s.at(), in.payload("output"))),
                Shape.of(
                        "failed",
                        Failed.class,
                        (e, out) -> error(e.error(), out),
                        (s, in) -> new Failed(s.id(), s.at(), error(in))),
                Shape.of(
                        "continuedAsNew",
                        ContinuedAsNew.class,
                        (e, out) -> out.put(INPUT, e.input()).put(VERSION, e.version()),
                        (s, in) -> new ContinuedAsNew(s.id(), s.at(), in.payload(INPUT), in.optionalString(VERSION))),
                Shape.of(
                        "cancelRequested",
                        CancelRequested.class,
                        (e, out) -> out.put(REASON, e.reason()),
                        (s, in) -> new CancelRequested(s.id(), s.at(), in.string(REASON))));
    }

    private static List<Shape<Event, Stamp>> activities() {
        return List.of(
                Shape.of(
                        "activityScheduled",
                        ActivityScheduled.class,
                        (e, out) -> out.put(NAME, e.name())
                                .put(INPUT, e.input())
                                .put("session", e.session())
                                .put("tag", e.tag()),
                        (s, in) -> new ActivityScheduled(
                                s.id(),
                                s.at(),
                                in.string(NAME),
                                in.payload(INPUT),
                                in.optionalString("session"),
                                in.optionalString("tag"))),
                Shape.of(
                        "activityCompleted",
                        ActivityCompleted.class,
                        (e, out) -> schedule(e, out).put(RESULT, e.result()),
                        (s, in) -> new ActivityCompleted(s.id(), s.at(), schedule(in), in.payload(RESULT))),
                Shape.of(
                        "activityFailed",
                        ActivityFailed.class,
                        (e, out) -> error(e.error(), schedule(e, out)),
                        (s, in) -> new ActivityFailed(s.id(), s.at(), schedule(in), error(in))));
    }

    private static List<Shape<Event, Stamp>> timers() {
        return List.of(
                Shape.of(
                        "timerCreated",
                        TimerCreated.class,
                        (e, out) -> out.put("delayMillis", e.delay()),
                        (s, in) -> new TimerCreated(s.id(), s.at(), in.duration("delayMillis"))),
                Shape.of(
                        "timerFired",
                        TimerFired.class,
                        EventShapes::schedule,
                        (s, in) -> new TimerFired(s.id(), s.at(), schedule(in))));
    }

    private static List<Shape<Event, Stamp>> others() {
        return List.of(
                Shape.of(
                        "childScheduled",
                        ChildScheduled.class,
                        (e, out) -> out.put(NAME, e.name())
                                .put(VERSION, e.version())
                                .put(INSTANCE, e.instance())
                                .put(INPUT, e.input()),
                        (s, in) -> new ChildScheduled(
                                s.id(),
                                s.at(),
                                in.string(NAME),
                                in.optionalString(VERSION),
                                in.string(INSTANCE),
                                in.payload(INPUT))),
                Shape.of(
                        "childCompleted",
                        ChildCompleted.class,
                        (e, out) -> schedule(e, out).put(RESULT, e.result()),
                        (s, in) -> new ChildCompleted(s.id(), s.at(), schedule(in), in.payload(RESULT))),
                Shape.of(
                        "childFailed",
                        ChildFailed.class,
                        (e, out) -> error(e.error(), schedule(e, out)),
                        (s, in) -> new ChildFailed(s.id(), s.at(), schedule(in), error(in))),
                Shape.of(
                        "detachedStarted",
                        DetachedStarted.class,
                        (e, out) -> out.put(NAME, e.name())
                                .put(VERSION, e.version())
                                .put(INSTANCE, e.instance())
                                .put(INPUT, e.input()),
                        (s, in) -> new DetachedStarted(
                                s.id(),
                                s.at(),
                                in.string(NAME),
                                in.optionalString(VERSION),
                                in.string(INSTANCE),
                                in.payload(INPUT))));
    }

    private static List<Shape<Event, Stamp>> arrivals() {
        return List.of(
                Shape.of(
                        "eventAwaited",
                        EventAwaited.class,
                        (e, out) -> out.put(NAME, e.name()),
                        (s, in) -> new EventAwaited(s.id(), s.at(), in.string(NAME))),
                Shape.of(
                        "eventRaised",
                        EventRaised.class,
                        (e, out) -> out.put(NAME, e.name()).put(DATA, e.data()),
                        (s, in) -> new EventRaised(s.id(), s.at(), in.string(NAME), in.payload(DATA))),
                Shape.of(
                        "queueAwaited",
                        QueueAwaited.class,
                        (e, out) -> out.put(NAME, e.name()),
                        (s, in) -> new QueueAwaited(s.id(), s.at(), in.string(NAME))),
                Shape.of(
                        "queueReceived",
                        QueueReceived.class,
                        (e, out) -> out.put(NAME, e.name()).put(DATA, e.data()),
                        (s, in) -> new QueueReceived(s.id(), s.at(), in.string(NAME), in.payload(DATA))));
    }

    private static List<Shape<Event, Stamp>> changes() {
        return List.of(
                Shape.of(
                        "scheduleCancelled",
                        ScheduleCancelled.class,
                        (e, out) -> out.put(SCHEDULE, e.schedule()).put(REASON, e.reason()),
                        (s, in) -> new ScheduleCancelled(s.id(), s.at(), schedule(in), in.string(REASON))),
                Shape.of(
                        "statusChanged",
                        StatusChanged.class,
                        (e, out) -> out.put(STATUS, e.status()),
                        (s, in) -> new StatusChanged(s.id(), s.at(), in.optionalString(STATUS))),
                Shape.of(
                        "valueSet",
                        ValueSet.class,
                        (e, out) -> out.put(KEY, e.key()).put("value", e.value()),
                        (s, in) -> new ValueSet(s.id(), s.at(), in.string(KEY), in.string("value"))),
                Shape.of(
                        "valueCleared",
                        ValueCleared.class,
                        (e, out) -> out.put(KEY, e.key()),
                        (s, in) -> new ValueCleared(s.id(), s.at(), in.string(KEY))),
                Shape.of(
                        "valuesCleared",
                        ValuesCleared.class,
                        (e, out) -> {},
                        (s, in) -> new ValuesCleared(s.id(), s.at())));
    }

    private static Fields schedule(Completion event, Fields out) {
        return out.put(SCHEDULE, event.schedule());
    }

    private static long schedule(Fields in) {
        return in.number(SCHEDULE);
    }

    private static void error(ErrorDetails error, Fields out) {
        out.put(ERROR, ErrorShape.write(error));
    }

    private static ErrorDetails error(Fields in) {
        return ErrorShape.read(in.fields(ERROR));
    }
}
