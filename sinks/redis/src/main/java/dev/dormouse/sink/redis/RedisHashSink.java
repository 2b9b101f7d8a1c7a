package dev.dormouse.sink.redis;

import dev.dormouse.outbox.Delivery;
import dev.dormouse.outbox.OutboxMessage;
import dev.dormouse.outbox.Sink;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.UnifiedJedis;

/**
 * Keeps a view model in hashes: a function says for each message which hash it changes, and how. Thread-safe, as far as the
 * function is.
 *
 * <p>Changes of one message key are made in their order. At least once: after a crash some are made again, so that a reader
 * may see an older state for a moment, before the newer ones are made again too. {@link HashChange#atVersion} prevents that.
 */
public final class RedisHashSink implements Sink {

    private final ScriptSink sink;
    private final Runnable close;

    private RedisHashSink(UnifiedJedis client, Function<? super OutboxMessage, HashChange> mapping, Runnable close) {
        this.sink = new ScriptSink(client, new HashPlan(mapping));
        this.close = close;
    }

    /** On a server at {@code redis://[[user]:password@]host:port[/database]}, or {@code rediss://} with TLS. */
    public static RedisHashSink at(String url, Function<? super OutboxMessage, HashChange> mapping) {
        RedisClient client = Clients.at(url);
        return new RedisHashSink(client, mapping, client::close);
    }

    /** Through a client of one's own, for clusters, sentinels and TLS settings. It stays open when the sink is closed. */
    public static RedisHashSink through(UnifiedJedis client, Function<? super OutboxMessage, HashChange> mapping) {
        return new RedisHashSink(client, mapping, () -> {});
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
