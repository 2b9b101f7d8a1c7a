package dev.dormouse.sink.redis;

import dev.dormouse.outbox.OutboxMessage;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;
import redis.clients.jedis.UnifiedJedis;

/** Settings of a {@link RedisStreamSink}. */
public final class RedisStreamSinkBuilder {

    final UnifiedJedis client;
    final Runnable close;
    Function<? super OutboxMessage, String> stream = OutboxMessage::topic;
    long maxLength;
    Duration dedupe = Duration.ZERO;

    RedisStreamSinkBuilder(UnifiedJedis client, Runnable close) {
        this.client = Objects.requireNonNull(client, "client");
        this.close = close;
    }

    /** One stream for all messages. */
    public RedisStreamSinkBuilder stream(String name) {
        Objects.requireNonNull(name, "name");
        return stream(message -> name);
    }

    /** The stream for a message; by default it is named as the message's topic. */
    public RedisStreamSinkBuilder stream(Function<? super OutboxMessage, String> stream) {
        this.stream = Objects.requireNonNull(stream, "stream");
        return this;
    }

    /** Trims each stream to about this many entries, the oldest first; by default it grows without end. */
    public RedisStreamSinkBuilder maxLength(long entries) {
        if (entries < 1) {
            throw new IllegalArgumentException("maxLength must be at least 1: " + entries);
        }
        maxLength = entries;
        return this;
    }

    /**
     * Leaves out messages that were added in the time before: each leaves a small key beside the stream for that long. Off by
     * default, since consumers can do the same by the field {@code id}.
     */
    public RedisStreamSinkBuilder dedupeFor(Duration window) {
        if (window.toMillis() < 1) {
            throw new IllegalArgumentException("dedupeFor must be at least a millisecond: " + window);
        }
        dedupe = window;
        return this;
    }

    public RedisStreamSink build() {
        return new RedisStreamSink(this);
    }
}
