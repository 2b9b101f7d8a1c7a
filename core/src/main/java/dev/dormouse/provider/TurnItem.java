package dev.dormouse.provider;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One locked instance with what is due for it.
 *
 * @param name the orchestration; null if the instance has not been started by any message yet
 * @param version the version that its start asked for or that it is pinned to; null: none yet
 * @param incarnation which of the instances that have had this id one after the other: one that is started again after its
 *     removal has another number
 * @param executionId the current execution, 1 for an instance that has not had a turn
 * @param attempt how many times these messages have been fetched, this time included
 * @param fetchedAt the provider's clock at the fetch
 * @param lastEventId the last event of the current execution; 0 if there is none
 * @param history of the current execution; empty if the fetch left it out
 * @param values the key-value state as it was when the current execution began
 */
public record TurnItem(
        TurnLock lock,
        @Nullable String name,
        @Nullable String version,
        long incarnation,
        long executionId,
        int attempt,
        Instant fetchedAt,
        long lastEventId,
        List<StoredEvent> history,
        List<StoredMessage> messages,
        Map<String, String> values) {

    public TurnItem {
        history = List.copyOf(history);
        messages = List.copyOf(messages);
        values = Map.copyOf(values);
    }

    public String instance() {
        return lock.instance();
    }
}
