package dev.dormouse.orchestration.runtime;

import dev.dormouse.orchestration.ErrorDetails;
import dev.dormouse.orchestration.OrchestrationLogger;
import dev.dormouse.orchestration.RuntimeOptions;
import dev.dormouse.orchestration.kernel.Body;
import dev.dormouse.orchestration.kernel.CorruptTextException;
import dev.dormouse.orchestration.kernel.Event;
import dev.dormouse.orchestration.kernel.Kernel;
import dev.dormouse.orchestration.kernel.Message;
import dev.dormouse.orchestration.kernel.Texts;
import dev.dormouse.orchestration.kernel.TurnInput;
import dev.dormouse.orchestration.kernel.TurnInterruptedError;
import dev.dormouse.orchestration.kernel.TurnPlan;
import dev.dormouse.orchestration.kernel.TurnPorts;
import dev.dormouse.orchestration.kernel.TurnResult;
import dev.dormouse.provider.AttemptCount;
import dev.dormouse.provider.StoredEvent;
import dev.dormouse.provider.StoredMessage;
import dev.dormouse.provider.TurnItem;
import dev.dormouse.spi.PayloadCodec;
import dev.dormouse.wake.Backoff;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes of a fetched turn what is to be committed, or says that it must be given back. Thread-safe. */
final class TurnRunner {

    private static final Logger log = LoggerFactory.getLogger(TurnRunner.class);
    /** Between the attempts at a turn that could not be run here or now. */
    static final Backoff AGAIN = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(60));

    /** Messages came before what begins the execution, which providers should not let happen and which comes by itself. */
    private static final Duration BEFORE_START = Duration.ofSeconds(1);

    private static final int STRANGERS_MAX = 10_000;

    private final OrchestrationHandlers handlers;
    private final RuntimeOptions options;
    private final PayloadCodec codec;
    private final TurnAcks acks;
    private final Strangers strangers = new Strangers(STRANGERS_MAX);

    TurnRunner(OrchestrationHandlers handlers, RuntimeOptions options, PayloadCodec codec, TurnAcks acks) {
        this.handlers = handlers;
        this.options = options;
        this.codec = codec;
        this.acks = acks;
    }

    TurnOutcome run(Turn turn) {
        try {
            return attempt(turn);
        } catch (TurnInterruptedError e) {
            return interrupted(turn, e);
        }
    }

    /** How a turn ends that was told to stop. */
    TurnOutcome interrupted(Turn turn, @Nullable TurnInterruptedError error) {
        Turn.Stop stop = turn.stopped();
        if (stop == Turn.Stop.SHUTDOWN) {
            return new TurnOutcome.Abandon(turn, Duration.ZERO, stop.attempt);
        }
        return abandon(turn, error == null ? "it did not end" : String.valueOf(error.getMessage()));
    }

    /** Ends the instance with an error of the engine's own. */
    TurnOutcome.Commit failed(Turn turn, ErrorDetails error) {
        TurnItem item = turn.item;
        Legible legible = legible(turn);
        TurnPlan plan = TurnPlan.of(item.executionId(), legible.history.events(), legible.messages);
        boolean first = plan instanceof TurnPlan.Run run && run.first();
        long executionId = plan instanceof TurnPlan.Run run ? run.executionId() : item.executionId();
        History history = first ? History.none(executionId, item) : legible.history;
        String version = item.version() == null ? "0.0.0" : item.version();
        TurnInput input = input(item, executionId, version, history.events(), legible.messages);
        TurnResult result = Kernel.fail(input, first ? 0 : item.lastEventId(), error);
        return acks.commit(turn, input, history, result);
    }

    private TurnOutcome attempt(Turn turn) {
        TurnItem item = turn.item;
        if (item.attempt() > options.attemptsMax()) {
            return failed(
                    turn, poison(turn, item.attempt(), "it was fetched " + item.attempt() + " times without an end"));
        }
        History history;
        List<Message> messages;
        try {
            history = history(turn);
            messages = messages(turn);
        } catch (CorruptTextException e) {
            return corrupt(turn, e);
        }
        TurnPlan plan = TurnPlan.of(item.executionId(), history.events(), messages);
        if (plan instanceof TurnPlan.Run run) {
            return run(turn, run, history, messages);
        }
        if (plan instanceof TurnPlan.Corrupted corrupted) {
            return failed(
                    turn,
                    new ErrorDetails.Configuration(
                            ErrorDetails.Configuration.Kind.CORRUPTED, turn.instance(), corrupted.message()));
        }
        return plan instanceof TurnPlan.Unstarted
                ? new TurnOutcome.Abandon(turn, BEFORE_START, AttemptCount.UNDO)
                : acks.nothing(turn, history);
    }

    private TurnOutcome run(Turn turn, TurnPlan.Run plan, History history, List<Message> messages) {
        Optional<OrchestrationHandlers.Registered<?, ?>> found = handlers.find(plan.name(), plan.version());
        if (found.isEmpty()) {
            String version = plan.version() == null ? "the version that its policy names" : "version " + plan.version();
            return stranger(turn, version + " of " + plan.name() + " is not registered here");
        }
        OrchestrationHandlers.Registered<?, ?> registered = found.get();
        TurnInput input = input(turn.item, plan.executionId(), registered.version(), plan.history(), messages);
        TurnResult result = Kernel.run(input, body(registered), new Ports(turn, plan.name(), codec));
        return acks.commit(turn, input, plan.first() ? History.none(plan.executionId(), turn.item) : history, result);
    }

    private <I, O> Body body(OrchestrationHandlers.Registered<I, O> registered) {
        return Body.of(registered.orchestration(), registered.handler(), codec);
    }

    private TurnInput input(
            TurnItem item, long executionId, String version, List<Event> history, List<Message> messages) {
        return new TurnInput(
                new TurnInput.Execution(item.instance(), executionId, version),
                history,
                messages,
                item.values(),
                new TurnInput.Moment(
                        item.fetchedAt(), ThreadLocalRandom.current().nextLong()),
                options.limits());
    }

    private TurnOutcome corrupt(Turn turn, CorruptTextException e) {
        String why = String.valueOf(e.getMessage());
        return turn.item.attempt() < options.attemptsMax()
                ? abandon(turn, why)
                : failed(turn, poison(turn, turn.item.attempt(), why));
    }

    private ErrorDetails poison(Turn turn, int attempts, String why) {
        return new ErrorDetails.Poison(attempts, options.attemptsMax(), "orchestration " + turn.instance(), why);
    }

    /** Others may have the code, so that this was no attempt; it is given up only when nobody has, as far as one can tell. */
    private TurnOutcome stranger(Turn turn, String why) {
        int times = strangers.met(turn.item);
        return times > options.attemptsMax()
                ? failed(turn, poison(turn, times, why))
                : abandon(turn, times, AttemptCount.UNDO, why);
    }

    private static TurnOutcome abandon(Turn turn, String why) {
        return abandon(turn, turn.item.attempt(), AttemptCount.KEEP, why);
    }

    private static TurnOutcome abandon(Turn turn, int times, AttemptCount attempt, String why) {
        Duration delay = AGAIN.ceiling(times);
        log.warn("instance={} gives its turn back for {}, attempt {}: {}", turn.instance(), delay, times, why);
        return new TurnOutcome.Abandon(turn, delay, attempt);
    }

    // Texts become events and messages here, in the turn's own slot: what cannot be read is that turn's trouble alone.

    private static History history(Turn turn) {
        List<Event> events = new ArrayList<>();
        long bytes = 0;
        for (StoredEvent stored : turn.read) {
            events.add(Texts.readEvent(stored.eventId(), stored.body()));
            bytes += stored.body().length();
        }
        return turn.known.plus(events, bytes);
    }

    private static List<Message> messages(Turn turn) {
        List<Message> messages = new ArrayList<>();
        turn.ended.forEach(done -> messages.add(done.answer()));
        turn.item.messages().forEach(message -> messages.add(Texts.readMessage(message.id(), message.body())));
        return messages;
    }

    /** What can be read of a turn's texts, up to the first that cannot: enough to know the parent in most cases. */
    private record Legible(History history, List<Message> messages) {}

    private static Legible legible(Turn turn) {
        List<Event> events = new ArrayList<>();
        List<Message> messages = new ArrayList<>();
        try {
            turn.read.forEach(stored -> events.add(Texts.readEvent(stored.eventId(), stored.body())));
        } catch (CorruptTextException e) {
            log.debug("instance={} has a history that cannot be read", turn.instance(), e);
        }
        turn.ended.forEach(done -> messages.add(done.answer()));
        for (StoredMessage stored : turn.item.messages()) {
            try {
                messages.add(Texts.readMessage(stored.id(), stored.body()));
            } catch (CorruptTextException e) {
                log.debug("instance={} has a message that cannot be read", turn.instance(), e);
            }
        }
        return new Legible(turn.known.plus(events, 0), messages);
    }

    private record Ports(Turn turn, String orchestration, PayloadCodec codec) implements TurnPorts {

        @Override
        public OrchestrationLogger logger() {
            return LogLines.ofOrchestration(orchestration, turn.instance());
        }

        @Override
        public void check() {
            turn.check();
        }
    }
}
