package dev.dormouse.orchestration.runtime;

import dev.dormouse.dispatch.Dispatcher;
import dev.dormouse.provider.EnqueueOutcome;
import dev.dormouse.provider.NewMessage;
import dev.dormouse.provider.Provider;
import dev.dormouse.provider.Started;
import dev.dormouse.provider.TurnItem;
import java.time.Duration;
import java.util.List;

/**
 * Begins an instance on the node where it was started, as soon as that is committed and without a fetch, if there is a free
 * slot. If the node dies in between, the lock ends and others take the instance. Thread-safe.
 */
final class EagerTurns {

    private final OrchestrationHandlers handlers;
    private final Provider provider;
    private final Duration lockTimeout;
    private final Turns turns;
    private final Dispatcher<Turn> dispatcher;

    EagerTurns(OrchestrationHandlers handlers, Turns turns, Dispatcher<Turn> dispatcher) {
        this.handlers = handlers;
        this.provider = turns.parts.provider();
        this.lockTimeout = turns.parts.options().turnLockTimeout();
        this.turns = turns;
        this.dispatcher = dispatcher;
    }

    List<EnqueueOutcome> enqueue(List<NewMessage> messages) {
        if (messages.size() != 1 || !servedHere(messages.get(0)) || dispatcher.reserve(1) == 0) {
            return provider.enqueue(messages);
        }
        Turn turn = null;
        try {
            Started started = provider.start(messages.get(0), lockTimeout);
            TurnItem item = started.turn();
            turn = item == null ? null : turns.fetched(List.of(item)).get(0);
            return List.of(started.outcome());
        } finally {
            if (turn == null) {
                dispatcher.release(1);
            } else {
                dispatcher.run(turn);
            }
        }
    }

    private boolean servedHere(NewMessage message) {
        NewMessage.Start start = message.start();
        return start != null
                && !start.next()
                && message.delay().isZero()
                && handlers.find(start.name(), start.version()).isPresent();
    }
}
