package dev.dormouse.outbox;

import dev.dormouse.text.Names;
import dev.dormouse.text.Text;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A message to be published. Immutable; every verb gives a new one.
 *
 * @param payload bytes, which are kept exactly as they are, or a value for the node's codec
 * @param key messages of one key are delivered in the order in which their transactions published them; null: in any order
 * @param headers small texts that travel with the message, such as a trace context
 * @param delay delivered no earlier than this long after it was published, and then behind all others of its key; zero: at
 *     once
 */
public record NewMessage(
        String topic,
        @Nullable String key,
        Object payload,
        String contentType,
        Map<String, String> headers,
        Duration delay) {

    private static final Duration DELAY_MAX = Duration.ofDays(365_000);

    public NewMessage {
        Names.name("topic", topic);
        Objects.requireNonNull(payload, () -> "payload of topic " + topic);
        if (key != null) {
            Names.key("key", key);
        }
        Names.key("contentType", contentType);
        if (delay.isNegative() || delay.compareTo(DELAY_MAX) > 0) {
            throw new IllegalArgumentException("delay must be between zero and a thousand years: " + delay);
        }
        headers = Map.copyOf(headers);
        headers.forEach(NewMessage::checkHeader);
    }

    static void checkHeader(String name, String value) {
        Names.key("header name", name);
        Text.storable("header " + name, value);
    }

    /** Bytes as they are. */
    public static NewMessage of(String topic, byte[] payload) {
        return new NewMessage(topic, null, payload.clone(), "application/octet-stream", Map.of(), Duration.ZERO);
    }

    /** Text, in UTF-8. */
    public static NewMessage text(String topic, String payload) {
        byte[] bytes = Text.storable("payload of topic " + topic, payload).getBytes(StandardCharsets.UTF_8);
        return new NewMessage(topic, null, bytes, "text/plain; charset=utf-8", Map.of(), Duration.ZERO);
    }

    /** A value, which becomes bytes by the codec of the node that publishes it. */
    public static NewMessage of(String topic, Object payload) {
        return payload instanceof byte[] bytes
                ? of(topic, bytes)
                : new NewMessage(topic, null, payload, "application/json", Map.of(), Duration.ZERO);
    }

    public NewMessage key(String key) {
        return new NewMessage(topic, Objects.requireNonNull(key, "key"), payload, contentType, headers, delay);
    }

    public NewMessage header(String name, String value) {
        Map<String, String> more = new TreeMap<>(headers);
        more.put(name, value);
        return headers(more);
    }

    /** In place of all headers so far. */
    public NewMessage headers(Map<String, String> headers) {
        return new NewMessage(topic, key, payload, contentType, headers, delay);
    }

    public NewMessage contentType(String contentType) {
        return new NewMessage(topic, key, payload, contentType, headers, delay);
    }

    public NewMessage deliverAfter(Duration delay) {
        return new NewMessage(topic, key, payload, contentType, headers, delay);
    }

    @Override
    public String toString() {
        return "message of topic " + topic + (key == null ? "" : " with key " + key);
    }
}
