package dev.dormouse.outbox;

import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A committed message as a sink gets it.
 *
 * @param id stays the same however often the message is delivered: consumers recognise repetitions by it
 * @param key messages of one key are delivered in order; null: in any order
 * @param attempt how many times this sink has been given the message, this time included
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record OutboxMessage(
        UUID id,
        String topic,
        @Nullable String key,
        byte[] payload,
        String contentType,
        Map<String, String> headers,
        Instant publishedAt,
        int attempt) {

    public OutboxMessage {
        headers = Map.copyOf(headers);
    }

    @Override
    public String toString() {
        return "message " + id + " of topic " + topic + (key == null ? "" : " with key " + key);
    }
}
