package dev.dormouse.outbox;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A message that was given up, and waits for a person.
 *
 * @param id of its being parked; one message can be parked for several routes
 * @param blocksKey the rest of its key waits for it
 * @param errors of its last attempts, the newest first
 */
public record ParkedMessage(
        long id,
        UUID messageId,
        String route,
        String topic,
        @Nullable String key,
        Map<String, String> headers,
        Instant publishedAt,
        Instant parkedAt,
        int attempts,
        boolean blocksKey,
        List<String> errors) {

    public ParkedMessage {
        headers = Map.copyOf(headers);
        errors = List.copyOf(errors);
    }
}
