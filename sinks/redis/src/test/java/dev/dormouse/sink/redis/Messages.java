package dev.dormouse.sink.redis;

import dev.dormouse.outbox.OutboxMessage;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Messages to deliver. */
final class Messages {

    private Messages() {}

    static OutboxMessage message(@Nullable String key, String payload) {
        return message(key, payload, Map.of());
    }

    static OutboxMessage message(@Nullable String key, String payload, Map<String, String> headers) {
        return new OutboxMessage(
                UUID.randomUUID(),
                "orders.created",
                key,
                payload.getBytes(StandardCharsets.UTF_8),
                "application/json",
                headers,
                Instant.parse("2026-01-02T03:04:05Z"),
                1);
    }
}
