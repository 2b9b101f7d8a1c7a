package dev.dormouse.outbox;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A message as the store takes it: the payload is bytes already. */
@SuppressWarnings("ArrayRecordComponent") // Never compared; the bytes are passed through as they are.
public record EncodedMessage(
        String topic,
        @Nullable String key,
        byte[] payload,
        String contentType,
        Map<String, String> headers,
        Duration delay) {}
