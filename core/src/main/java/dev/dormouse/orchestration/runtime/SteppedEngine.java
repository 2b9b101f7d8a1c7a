package dev.dormouse.orchestration.runtime;

import dev.dormouse.dispatch.Exchange;
import dev.dormouse.dispatch.WorkQueue;
import dev.dormouse.orchestration.OrchestrationObserver;
import dev.dormouse.orchestration.RuntimeOptions;
import dev.dormouse.provider.Provider;
import dev.dormouse.spi.PayloadCodec;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The same work as that of an {@link OrchestrationEngine}, done by hand: one turn or one activity at a time, on the caller's
 * thread, with no other thread and no clock. For tests. Not thread-safe.
 */
public final class SteppedEngine {

    private final TurnQueue turns;
    private final ActivityQueue activities;
    private @Nullable Duration nextDue;

    public SteppedEngine(
            OrchestrationHandlers handlers, Provider provider, RuntimeOptions options, PayloadCodec codec) {
        OrchestrationObserver observer = OrchestrationObserver.NONE;
        TurnAcks acks = new TurnAcks(EagerStarts.NONE, observer);
        this.turns = new TurnQueue(
                handlers,
                new Turns(new Turns.Parts(
                        provider,
                        options,
                        new TurnRunner(handlers, options, codec, acks),
                        EagerStarts.NONE,
                        observer,
                        PacedFetch.neverWaiting(options.polling()))));
        this.activities = new ActivityQueue(
                "stepped",
                new ActivityQueue.Parts(
                        provider,
                        options,
                        new ActivityRunner(handlers, options, codec, provider),
                        new HeldSessions(provider, options.sessions()),
                        observer,
                        PacedFetch.neverWaiting(options.polling())));
    }

    /** Does the next thing that is due: a turn, or else an activity. False if there is none. */
    public boolean step() {
        return stepTurn() || stepActivity();
    }

    public boolean stepTurn() {
        nextDue = null;
        return step(turns);
    }

    public boolean stepActivity() {
        return step(activities);
    }

    /** After a step that found nothing: how long until something becomes due, if anything is known to. */
    public Optional<Duration> nextDue() {
        return Optional.ofNullable(nextDue);
    }

    private <W> boolean step(WorkQueue<W> queue) {
        Exchange<W> exchange = queue.exchange(1);
        Duration due = exchange.nextDue();
        if (due != null && (nextDue == null || due.compareTo(nextDue) < 0)) {
            nextDue = due;
        }
        for (W item : exchange.claimed()) {
            queue.run(item);
        }
        Exchange<W> unused = queue.exchange(0);
        return !exchange.claimed().isEmpty();
    }
}
