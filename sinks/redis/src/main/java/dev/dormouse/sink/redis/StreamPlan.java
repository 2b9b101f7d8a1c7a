package dev.dormouse.sink.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.dormouse.outbox.OutboxMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Messages as entries of streams. */
final class StreamPlan implements Plan {

    /** The script passes an entry's fields to Redis as arguments of one call, of which Lua allows some thousands. */
    static final int HEADERS_MAX = 1000;

    /** What makes a cluster look at only a part of the key to find its server. */
    private static final Pattern HASH_TAG = Pattern.compile("[^{]*\\{[^}]+}.*", Pattern.DOTALL);

    private final Function<? super OutboxMessage, String> stream;
    private final boolean guarded;
    private final List<byte[]> preamble;

    StreamPlan(RedisStreamSinkBuilder settings) {
        this.stream = settings.stream;
        this.guarded = !settings.dedupe.isZero();
        String length = settings.maxLength == 0 ? "" : Long.toString(settings.maxLength);
        this.preamble = List.of(
                length.getBytes(UTF_8),
                Long.toString(settings.dedupe.toMillis()).getBytes(UTF_8));
    }

    @Override
    public Script script() {
        return Script.STREAM;
    }

    @Override
    public List<byte[]> preamble() {
        return preamble;
    }

    @Override
    public Optional<Change> change(OutboxMessage message) {
        String name = stream.apply(message);
        if (name == null || name.isEmpty()) {
            throw new Undeliverable("The stream for topic '" + message.topic() + "' has no name");
        }
        if (message.headers().size() > HEADERS_MAX) {
            throw new Undeliverable(
                    "The message has " + message.headers().size() + " headers, more than " + HEADERS_MAX);
        }
        return Optional.of(new Change(name, guard(name, message), arguments(message)));
    }

    /** On the same server of a cluster as the stream. */
    private @Nullable String guard(String name, OutboxMessage message) {
        if (!guarded) {
            return null;
        }
        String tagged = HASH_TAG.matcher(name).matches() ? name : "{" + name + "}";
        return tagged + ":delivered:" + message.id();
    }

    private static List<byte[]> arguments(OutboxMessage message) {
        List<byte[]> fields = new ArrayList<>();
        add(fields, "id", message.id().toString());
        add(fields, "topic", message.topic());
        String key = message.key();
        if (key != null) {
            add(fields, "key", key);
        }
        add(fields, "content-type", message.contentType());
        add(fields, "published-at", message.publishedAt().toString());
        message.headers().forEach((name, value) -> add(fields, "header." + name, value));
        fields.add("payload".getBytes(UTF_8));
        fields.add(message.payload());
        fields.add(0, Integer.toString(fields.size()).getBytes(UTF_8));
        return fields;
    }

    private static void add(List<byte[]> fields, String name, String value) {
        fields.add(name.getBytes(UTF_8));
        fields.add(value.getBytes(UTF_8));
    }
}
