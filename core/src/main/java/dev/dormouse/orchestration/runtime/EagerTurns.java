package dev.dormouse.orchestration.runtime;

import dev.dormouse.dispatch.Dispatcher;
import dev.dormouse.orchestration.RuntimeOptions;
import dev.dormouse.orchestration.runtime.TurnOutcome.Abandon;
import dev.dormouse.orchestration.runtime.TurnOutcome.Commit;
import dev.dormouse.provider.AttemptCount;
import dev.dormouse.provider.EnqueueOutcome;
import dev.dormouse.provider.NewMessage;
import dev.dormouse.provider.Provider;
import dev.dormouse.provider.ProviderException;
import dev.dormouse.provider.StoredMessage;
import dev.dormouse.provider.TurnItem;
import dev.dormouse.provider.TurnLock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Begins an instance on the node where it is started, if there is a free slot: its first turn is taken before anything of it
 * is stored, and one transaction stores the start and what the turn decided. The turn has done nothing but decide, so nothing
 * is lost if that does not succeed; then the instance is started as on any other node. Thread-safe.
 */
final class EagerTurns {

    private static final Logger log = LoggerFactory.getLogger(EagerTurns.class);
    /** Beyond what a turn may take: it is then up to us to end the wait. */
    private static final Duration MARGIN = Duration.ofSeconds(1);

    private final OrchestrationHandlers handlers;
    private final Provider provider;
    private final Duration patience;
    private final Turns turns;
    private final Dispatcher<Turn> dispatcher;

    EagerTurns(OrchestrationHandlers handlers, Turns turns, Dispatcher<Turn> dispatcher) {
        RuntimeOptions options = turns.parts.options();
        this.handlers = handlers;
        this.provider = turns.parts.provider();
        this.patience = options.turnTimeout().plus(options.cancellationGrace()).plus(MARGIN);
        this.turns = turns;
        this.dispatcher = dispatcher;
    }

    List<EnqueueOutcome> enqueue(List<NewMessage> messages) {
        boolean begun = messages.size() == 1 && servedHere(messages.get(0)) && begin(messages.get(0));
        return begun ? List.of(EnqueueOutcome.ENQUEUED) : provider.enqueue(messages);
    }

    private boolean servedHere(NewMessage message) {
        NewMessage.Start start = message.start();
        return start != null
                && !start.next()
                && message.delay().isZero()
                && handlers.find(start.name(), start.version()).isPresent();
    }

    private boolean begin(NewMessage message) {
        TurnItem item = item(message);
        if (item == null || dispatcher.reserve(1) == 0) {
            return false;
        }
        CompletableFuture<TurnOutcome> outcome = new CompletableFuture<>();
        Turn turn = Turn.beginning(item, outcome);
        dispatcher.run(turn);
        return await(turn, outcome) instanceof Commit commit && store(commit);
    }

    /** As if it had been fetched. Null if the provider does not tell the time. */
    private @Nullable TurnItem item(NewMessage message) {
        NewMessage.Start start = Objects.requireNonNull(message.start());
        try {
            return new TurnItem(
                    TurnLock.none(message.instance()),
                    start.name(),
                    start.version(),
                    0,
                    1,
                    1,
                    provider.now(),
                    0,
                    List.of(),
                    List.of(new StoredMessage(0, message.body())),
                    Map.of());
        } catch (ProviderException e) {
            log.debug("instance={} cannot begin at once", message.instance(), e);
            return null;
        }
    }

    /** A turn ends, by itself or over its head: even one who is interrupted can wait for that. */
    private TurnOutcome await(Turn turn, CompletableFuture<TurnOutcome> outcome) {
        long deadline = System.nanoTime() + patience.toNanos();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return outcome.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (TimeoutException | ExecutionException e) {
            return turn.settle() ? new Abandon(turn, Duration.ZERO, AttemptCount.UNDO) : outcome.join();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private boolean store(Commit commit) {
        long incarnation = 0;
        try {
            incarnation = provider.begin(commit.ack());
        } catch (ProviderException e) {
            // What cannot be stored must not keep the instance from starting: it fails where everybody can see it.
            if (e.retryable()) {
                throw e;
            }
            log.debug(
                    "instance={} cannot be stored with its first turn",
                    commit.turn().instance(),
                    e);
        } finally {
            if (incarnation == 0) {
                turns.parts.eager().notCommitted(commit.eager());
            }
        }
        if (incarnation != 0) {
            turns.ends.committed(commit, commit.after().of(incarnation));
        }
        return incarnation != 0;
    }
}
