package dev.dormouse.orchestration.kernel;

import dev.dormouse.orchestration.Activity;
import dev.dormouse.orchestration.ActivityOptions;
import dev.dormouse.orchestration.ChildOptions;
import dev.dormouse.orchestration.DurableFuture;
import dev.dormouse.orchestration.EventQueue;
import dev.dormouse.orchestration.Orchestration;
import dev.dormouse.orchestration.OrchestrationContext;
import dev.dormouse.orchestration.OrchestrationLogger;
import dev.dormouse.orchestration.Values;
import dev.dormouse.orchestration.Winner;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the code of one turn sees. */
final class Context implements OrchestrationContext {

    private final Turn turn;
    private final Type inputType;
    private final Payloads payloads;
    private final ValueState values;
    private final Chance chance;
    private @Nullable String status;

    Context(Turn turn, Type inputType) {
        this.turn = turn;
        this.inputType = inputType;
        this.payloads = new Payloads(turn);
        this.values = new ValueState(turn, payloads);
        this.chance = new Chance(turn.started.seed());
        this.status = turn.started.begin().status();
    }

    // Work.

    @Override
    public <I, O> DurableFuture<O> activity(Activity<I, O> activity, @Nullable I input, ActivityOptions options) {
        turn.check();
        if (options.session() != null) {
            payloads.name("a session", options.session());
        }
        Payload in = payloads.encode("the input of activity " + activity.name(), input, activity.inputType());
        Supplier<Leaf<O>> scheduling = () -> turn.schedule(new Leaf<>(
                turn,
                (id, at) -> new Event.ActivityScheduled(id, at, activity.name(), in, options.session(), options.tag()),
                payloads.reader(activity.outputType())));
        boolean plain = options.timeout() == null && options.retry().attemptsMax() == 1;
        return plain ? scheduling.get() : new Attempts<>(turn, activity.name(), options, scheduling);
    }

    @Override
    public DurableFuture<Void> timer(Duration delay) {
        turn.check();
        return turn.timer(delay);
    }

    @Override
    public <I, O> DurableFuture<O> child(Orchestration<I, O> orchestration, @Nullable I input, ChildOptions options) {
        turn.check();
        String chosen = options.id();
        payloads.name("the instance of a child", chosen == null ? childId(Long.MAX_VALUE) : chosen);
        Payload in = encodeInput(orchestration, input);
        return turn.schedule(new Leaf<>(
                turn,
                (id, at) -> new Event.ChildScheduled(
                        id,
                        at,
                        orchestration.name(),
                        orchestration.version(),
                        chosen == null ? childId(id) : chosen,
                        in),
                payloads.reader(orchestration.outputType())));
    }

    @Override
    public <I> void startDetached(Orchestration<I, ?> orchestration, String instance, @Nullable I input) {
        turn.check();
        payloads.name("an instance", instance);
        if (instance.contains(ChildOptions.SEPARATOR)) {
            throw new IllegalArgumentException("the id of an instance must not contain " + ChildOptions.SEPARATOR
                    + ", which is for children: '" + instance + "'");
        }
        Payload in = encodeInput(orchestration, input);
        turn.emit((id, at) ->
                new Event.DetachedStarted(id, at, orchestration.name(), orchestration.version(), instance, in));
    }

    // What comes from outside.

    @Override
    public <T> DurableFuture<T> event(String name, Type type) {
        turn.check();
        payloads.name("the name of an event", name);
        Leaf<T> wait = turn.schedule(
                new Leaf<>(turn, (id, at) -> new Event.EventAwaited(id, at, name), payloads.reader(type)));
        turn.mailbox.waitForEvent(name, wait);
        return wait;
    }

    @Override
    public <T> EventQueue<T> queue(String name, Type type) {
        turn.check();
        payloads.name("the name of a queue", name);
        return () -> {
            turn.check();
            Leaf<T> wait = turn.schedule(
                    new Leaf<>(turn, (id, at) -> new Event.QueueAwaited(id, at, name), payloads.reader(type)));
            turn.mailbox.waitForMessage(name, wait);
            return wait;
        };
    }

    // Several at once.

    @Override
    public <T> DurableFuture<List<T>> all(List<? extends DurableFuture<? extends T>> futures) {
        turn.check();
        return new All<>(turn, own(futures));
    }

    @Override
    public <T> DurableFuture<Winner<T>> any(List<? extends DurableFuture<? extends T>> futures) {
        turn.check();
        return Any.first(turn, own(futures));
    }

    @Override
    public <T> DurableFuture<Winner<T>> race(List<? extends DurableFuture<? extends T>> futures) {
        turn.check();
        return Any.race(turn, own(futures));
    }

    // Going on.

    @Override
    @SuppressWarnings("TypeParameterUnusedInFormals")
    public <T> T continueAsNew(@Nullable Object input) {
        throw continuing(input, null);
    }

    @Override
    @SuppressWarnings("TypeParameterUnusedInFormals")
    public <T> T continueAsNew(@Nullable Object input, String version) {
        throw continuing(input, version);
    }

    private Error continuing(@Nullable Object input, @Nullable String version) {
        turn.check();
        Payload in = payloads.encode("the input of the next execution", input, inputType);
        return turn.continueAsNew(new Outcome.Continued(in, version, status));
    }

    // What may be shown.

    @Override
    public void setStatus(String text) {
        turn.check();
        Storable.require("the status", text);
        payloads.requireAtMost(
                "the status", Payloads.bytes(text), turn.input.limits().statusBytesMax());
        changeStatus(text);
    }

    @Override
    public void clearStatus() {
        turn.check();
        changeStatus(null);
    }

    private void changeStatus(@Nullable String text) {
        status = text;
        turn.emit((id, at) -> new Event.StatusChanged(id, at, text));
    }

    @Override
    public Optional<String> status() {
        turn.check();
        return Optional.ofNullable(status);
    }

    @Override
    public Values values() {
        turn.check();
        return values;
    }

    @Override
    public <T> DurableFuture<Optional<T>> valueOf(String instance, String key, Type type) {
        turn.check();
        payloads.name("an instance", instance);
        payloads.name("the key of a value", key);
        Payload in = new ValueLookup(instance, key).input();
        return turn.schedule(new Leaf<>(
                turn,
                (id, at) -> new Event.ActivityScheduled(id, at, ValueLookup.NAME, in, null, null),
                answer -> ValueLookup.readAnswer(answer).map(Payload::of).map(payloads.reader(type))));
    }

    // What is the same at every replay.

    @Override
    public Instant now() {
        turn.check();
        return turn.now();
    }

    @Override
    public Random random() {
        turn.check();
        return chance.random();
    }

    @Override
    public UUID uuid() {
        turn.check();
        return chance.uuid();
    }

    // About itself.

    @Override
    public String instance() {
        return turn.input.instance();
    }

    @Override
    public long executionId() {
        return turn.input.executionId();
    }

    @Override
    public String name() {
        return turn.started.begin().name();
    }

    @Override
    public String version() {
        return turn.started.version();
    }

    @Override
    public Optional<String> parent() {
        return Optional.ofNullable(turn.started.begin().parent()).map(Event.Parent::instance);
    }

    @Override
    public boolean isReplaying() {
        return turn.replaying();
    }

    @Override
    public OrchestrationLogger logger() {
        return turn::log;
    }

    @Override
    public long historyBytes() {
        turn.check();
        return turn.historyBytes();
    }

    @Override
    public double historyPressure() {
        return Math.min(1, (double) historyBytes() / turn.input.limits().historyBytesMax());
    }

    private Payload encodeInput(Orchestration<?, ?> orchestration, @Nullable Object input) {
        return payloads.encode("the input of " + orchestration.name(), input, orchestration.inputType());
    }

    /** The execution is part of it, so that executions of one parent cannot meet each other's children. */
    private String childId(long eventId) {
        return instance() + ChildOptions.SEPARATOR + executionId() + "_" + eventId;
    }

    private <T> List<Promise<? extends T>> own(List<? extends DurableFuture<? extends T>> futures) {
        List<Promise<? extends T>> own = new ArrayList<>(futures.size());
        for (DurableFuture<? extends T> future : futures) {
            if (!(future instanceof Promise<? extends T> promise) || promise.turn != turn) {
                throw new IllegalArgumentException(
                        "all, any and race take futures that this context made in this turn, not " + future);
            }
            own.add(promise);
        }
        return own;
    }
}
