package dev.dormouse.orchestration.kernel;

import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields of one JSON object, in order. What is null is left out; what is missing and needed is refused. */
final class Fields {

    private static final String BASE64 = "base64";

    private final Map<String, Object> values;

    Fields() {
        this(new LinkedHashMap<>());
    }

    private Fields(Map<String, Object> values) {
        this.values = values;
    }

    static Fields parse(String text) {
        return of("the text", JsonReader.read(text));
    }

    String text() {
        return JsonWriter.write(values);
    }

    // Writing.

    Fields put(String name, @Nullable String value) {
        return putValue(name, value);
    }

    Fields put(String name, long value) {
        return putValue(name, value);
    }

    Fields put(String name, boolean value) {
        return putValue(name, value);
    }

    Fields put(String name, Instant value) {
        return putValue(name, value.toEpochMilli());
    }

    Fields put(String name, Duration value) {
        return putValue(name, value.toMillis());
    }

    Fields put(String name, Payload value) {
        return putValue(name, plain(value));
    }

    Fields put(String name, @Nullable Fields nested) {
        return putValue(name, nested == null ? null : nested.values);
    }

    Fields put(String name, List<Fields> nested) {
        List<Map<String, Object>> plain =
                nested.stream().map(each -> each.values).toList();
        return putValue(name, plain.isEmpty() ? null : plain);
    }

    private Fields putValue(String name, @Nullable Object value) {
        if (value != null) {
            values.put(name, value);
        }
        return this;
    }

    // Reading.

    boolean has(String name) {
        return values.get(name) != null;
    }

    String string(String name) {
        return required(name, String.class);
    }

    @Nullable
    String optionalString(String name) {
        return has(name) ? string(name) : null;
    }

    long number(String name) {
        return required(name, Long.class);
    }

    boolean flag(String name) {
        return required(name, Boolean.class);
    }

    Instant instant(String name) {
        return Instant.ofEpochMilli(number(name));
    }

    Duration duration(String name) {
        return Duration.ofMillis(number(name));
    }

    Payload payload(String name) {
        Object value = required(name, Object.class);
        if (value instanceof String text) {
            return Payload.of(text);
        }
        return Payload.of(Base64.getDecoder().decode(of(name, value).string(BASE64)));
    }

    Fields fields(String name) {
        return of(name, required(name, Object.class));
    }

    List<Fields> list(String name) {
        if (!has(name)) {
            return List.of();
        }
        List<?> items = required(name, List.class);
        return items.stream().map(item -> of(name, item)).toList();
    }

    <E extends Enum<E>> E choice(String name, Class<E> type) {
        return Enum.valueOf(type, string(name));
    }

    private <T> T required(String name, Class<T> type) {
        Object value = values.get(name);
        if (value == null) {
            throw new CorruptTextException("field " + name + " is missing");
        }
        if (!type.isInstance(value)) {
            throw new CorruptTextException("field " + name + " should be a " + type.getSimpleName() + ", not " + value);
        }
        return type.cast(value);
    }

    @SuppressWarnings("unchecked") // the reader makes maps of strings only
    private static Fields of(String what, @Nullable Object value) {
        if (!(value instanceof Map)) {
            throw new CorruptTextException(what + " should be an object, not " + value);
        }
        return new Fields((Map<String, Object>) value);
    }

    private static Object plain(Payload payload) {
        return payload.text()
                .<Object>map(text -> text)
                .orElseGet(() -> Map.of(BASE64, Base64.getEncoder().encodeToString(payload.bytes())));
    }
}
