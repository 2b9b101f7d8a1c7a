package dev.dormouse.sink.redis;

import dev.dormouse.outbox.Delivery;
import dev.dormouse.outbox.OutboxMessage;
import dev.dormouse.outbox.Sink;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.UnifiedJedis;

/**
 * Adds each message to a stream. Thread-safe.
 *
 * <p>An entry has the fields {@code id}, {@code topic}, {@code key} (if there is one), {@code content-type},
 * {@code published-at} and {@code payload}, and {@code header.<name>} for each of the message's headers. Entries of one key
 * stand in the stream in their order. At least once: see {@link RedisStreamSinkBuilder#dedupeFor} for what can be done about
 * repetitions.
 */
public final class RedisStreamSink implements Sink {

    private final ScriptSink sink;
    private final Runnable close;

    RedisStreamSink(RedisStreamSinkBuilder settings) {
        this.sink = new ScriptSink(settings.client, new StreamPlan(settings));
        this.close = settings.close;
    }

    /** On a server at {@code redis://[[user]:password@]host:port[/database]}, or {@code rediss://} with TLS. */
    public static RedisStreamSinkBuilder at(String url) {
        RedisClient client = Clients.at(url);
        return new RedisStreamSinkBuilder(client, client::close);
    }

    /** Through a client of one's own, for clusters, sentinels and TLS settings. It stays open when the sink is closed. */
    public static RedisStreamSinkBuilder through(UnifiedJedis client) {
        return new RedisStreamSinkBuilder(client, () -> {});
    }

    @Override
    public Map<UUID, Delivery> deliver(List<OutboxMessage> batch) {
        return sink.deliver(batch);
    }

    @Override
    public void close() {
        close.run();
    }
}
