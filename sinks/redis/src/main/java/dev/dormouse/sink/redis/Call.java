package dev.dormouse.sink.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.dormouse.outbox.OutboxMessage;
import java.util.ArrayList;
import java.util.List;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.Response;

/** One call of the script: messages for one Redis key. Used by one thread. */
final class Call {

    private static final byte[] ORDERED = "ordered".getBytes(UTF_8);
    private static final byte[] UNORDERED = "unordered".getBytes(UTF_8);

    final boolean ordered;
    final List<OutboxMessage> messages = new ArrayList<>();
    private final List<byte[]> keys = new ArrayList<>();
    private final List<byte[]> arguments = new ArrayList<>();

    Call(Plan plan, boolean ordered, String key) {
        this.ordered = ordered;
        keys.add(key.getBytes(UTF_8));
        arguments.add(ordered ? ORDERED : UNORDERED);
        arguments.addAll(plan.preamble());
    }

    void add(OutboxMessage message, Change change) {
        messages.add(message);
        String guard = change.guard();
        if (guard != null) {
            keys.add(guard.getBytes(UTF_8));
        }
        arguments.addAll(change.arguments());
    }

    Response<Object> send(AbstractPipeline pipeline, Script script) {
        return pipeline.eval(script.text, keys, arguments);
    }
}
