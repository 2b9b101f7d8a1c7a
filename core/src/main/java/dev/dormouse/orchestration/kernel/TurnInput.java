package dev.dormouse.orchestration.kernel;

import dev.dormouse.orchestration.OrchestrationLimits;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

/**
 * All that a turn depends on.
 *
 * @param history what is persisted of this execution, oldest first; empty in its first turn
 * @param messages what came, oldest first
 * @param values the key-value state as it was when the execution began
 */
public record TurnInput(
        Execution execution,
        List<Event> history,
        List<Message> messages,
        Map<String, String> values,
        Moment moment,
        OrchestrationLimits limits) {

    /**
     * Whose turn it is.
     *
     * @param version what the start was resolved to; of no account once the history says it
     */
    public record Execution(String instance, long executionId, String version) {}

    /**
     * What differs from turn to turn.
     *
     * @param at the provider's clock at the fetch
     * @param seed for everything random, used by the first turn only, which records it
     */
    public record Moment(Instant at, long seed) {
        public Moment {
            at = at.truncatedTo(ChronoUnit.MILLIS);
        }
    }

    public TurnInput {
        history = List.copyOf(history);
        messages = List.copyOf(messages);
        values = Map.copyOf(values);
    }

    public String instance() {
        return execution.instance();
    }

    public long executionId() {
        return execution.executionId();
    }
}
