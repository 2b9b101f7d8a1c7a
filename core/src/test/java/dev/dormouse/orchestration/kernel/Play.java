package dev.dormouse.orchestration.kernel;

import dev.dormouse.orchestration.Activity;
import dev.dormouse.orchestration.ErrorDetails;
import dev.dormouse.orchestration.Orchestration;
import dev.dormouse.orchestration.OrchestrationHandler;
import dev.dormouse.orchestration.OrchestrationLimits;
import dev.dormouse.orchestration.OrchestrationLogger;
import dev.dormouse.orchestration.kernel.Event.Begin;
import dev.dormouse.orchestration.kernel.Event.Schedule;
import dev.dormouse.orchestration.kernel.TurnResult.End;
import dev.dormouse.spi.PayloadCodec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * One instance without a database: runs turns and keeps the history, as text, so that each turn reads what the ones before
 * wrote.
 */
final class Play implements TurnPorts {

    static final Orchestration<String, String> SELF = Orchestration.of("self", String.class, String.class);
    static final Activity<String, String> WORK = Activity.of("work", String.class, String.class);
    static final Orchestration<String, String> OTHER = Orchestration.of("other", String.class, String.class);
    static final Instant BEGINNING = Instant.ofEpochSecond(1_700_000_000);

    final List<String> stored = new ArrayList<>();
    final List<String> log = new ArrayList<>();
    final Map<String, String> values = new HashMap<>();
    Body body;
    OrchestrationLimits limits = OrchestrationLimits.defaults();
    long executionId = 1;
    long seed = 42;
    int turns;
    Runnable check = () -> {};

    private final List<Event> read = new ArrayList<>();

    private Play(Body body) {
        this.body = body;
    }

    static Play of(OrchestrationHandler<String, String> code) {
        return new Play(Body.of(SELF, code, new TextCodec()));
    }

    Play with(Consumer<Play> change) {
        change.accept(this);
        return this;
    }

    /** What the same history makes of other code. */
    Play replacedBy(OrchestrationHandler<String, String> code) {
        body = Body.of(SELF, code, new TextCodec());
        return this;
    }

    // Turns.

    TurnResult start(Message... others) {
        return turn(Stream.concat(Stream.of(Message.Start.of("self", Payload.of("in"))), Arrays.stream(others))
                .toArray(Message[]::new));
    }

    TurnResult startAsChild(Message... others) {
        Begin begin = Begin.of("self", Payload.of("in")).withParent(new Event.Parent("mother", 3, 7));
        return turn(Stream.concat(Stream.of(new Message.Start(begin, null)), Arrays.stream(others))
                .toArray(Message[]::new));
    }

    /** Runs a turn and keeps what it decided. */
    TurnResult turn(Message... messages) {
        TurnResult result = dryTurn(messages);
        result.events().forEach(event -> stored.add(Texts.write(event)));
        turns++;
        return result;
    }

    /** Runs a turn that is not committed. */
    TurnResult dryTurn(Message... messages) {
        return Kernel.run(input(messages), body, this);
    }

    TurnInput input(Message... messages) {
        List<Message> received = new ArrayList<>();
        for (Message message : messages) {
            received.add(Texts.readMessage(received.size(), Texts.write(message)));
        }
        return new TurnInput(
                new TurnInput.Execution("me", executionId, "1.0.0"),
                history(),
                received,
                values,
                new TurnInput.Moment(BEGINNING.plusSeconds(turns), seed),
                limits);
    }

    // What is there.

    /** Each text is read once. */
    List<Event> history() {
        if (read.size() > stored.size()) {
            read.clear();
        }
        for (int i = read.size(); i < stored.size(); i++) {
            read.add(Texts.readEvent(i + 1L, stored.get(i)));
        }
        return List.copyOf(read);
    }

    /** The last one of these. */
    <E extends Event> E last(Class<E> kind) {
        List<E> all = all(kind);
        return all.get(all.size() - 1);
    }

    <E extends Event> List<E> all(Class<E> kind) {
        return history().stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /** The id of the n-th schedule, from 1. */
    long schedule(int n) {
        return all(Schedule.class).get(n - 1).id();
    }

    // Messages, to the n-th schedule.

    Message done(int n, String result) {
        return new Message.ActivityCompleted(executionId, schedule(n), Payload.of(result));
    }

    Message failed(int n, String message) {
        return failed(n, failure(message));
    }

    Message failed(int n, ErrorDetails error) {
        return new Message.ActivityFailed(executionId, schedule(n), error);
    }

    Message fired(int n) {
        return new Message.TimerFired(executionId, schedule(n));
    }

    Message childDone(int n, String result) {
        return new Message.ChildCompleted(executionId, schedule(n), Payload.of(result));
    }

    Message childFailed(int n, ErrorDetails error) {
        return new Message.ChildFailed(executionId, schedule(n), error);
    }

    static Message raised(String name, String data) {
        return new Message.Raise(name, Payload.of(data));
    }

    static Message queued(String name, String data) {
        return new Message.Enqueue(name, Payload.of(data));
    }

    static Message cancel(String reason) {
        return new Message.Cancel(reason);
    }

    static ErrorDetails.Application failure(String message) {
        return new ErrorDetails.Application(ErrorDetails.Application.Kind.ACTIVITY_FAILED, message, null, true);
    }

    static String output(TurnResult result) {
        return ((End.Completed) result.end()).output().text().orElseThrow();
    }

    static ErrorDetails error(TurnResult result) {
        return ((End.Failed) result.end()).error();
    }

    // The world around it.

    @Override
    public PayloadCodec codec() {
        return new TextCodec();
    }

    @Override
    public OrchestrationLogger logger() {
        return (level, message, args) -> log.add(level + " " + message + " " + Arrays.asList(args));
    }

    @Override
    public void check() {
        check.run();
    }
}
