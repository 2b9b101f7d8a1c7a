package dev.dormouse.sink.redis;

import static dev.dormouse.sink.redis.Messages.message;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.outbox.Delivery;
import dev.dormouse.outbox.OutboxMessage;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A server that fails, and one for each test. */
class RedisTroubleIT {

    private final OutboxMessage first = message("k", "1");
    private final OutboxMessage second = message("k", "2");
    private final OutboxMessage other = message(null, "3");
    private final List<OutboxMessage> batch = List.of(first, second, other);

    @Test
    void aServerThatIsGoneIsTriedAgain() {
        try (TestRedis redis = new TestRedis();
                RedisStreamSink sink =
                        RedisStreamSink.at(redis.url()).stream("s").build()) {
            assertThat(sink.deliver(batch)).hasSize(3);
            redis.stop();
            assertRetry(sink, "Redis cannot be reached");
            redis.startAgain();
            redis.client.ping();
            assertThat(sink.deliver(batch).values()).hasSize(3).containsOnly(Delivery.delivered());
            assertThat(redis.client.xlen("s")).isEqualTo(3);
        }
    }

    @Test
    void aServerWithoutMemoryIsTriedAgain() {
        try (TestRedis redis = new TestRedis();
                RedisStreamSink sink =
                        RedisStreamSink.at(redis.url()).stream("s").build();
                RedisHashSink hashes =
                        RedisHashSink.at(redis.url(), message -> HashChange.replace("h", Map.of("payload", "new")))) {
            redis.client.hset("h", "old", "kept");
            redis.client.configSet("maxmemory", "1");
            assertRetry(sink, "OOM");
            assertThat(hashes.deliver(List.of(first)).get(first.id())).isInstanceOf(Delivery.Retry.class);
            assertThat(redis.client.hgetAll("h")).isEqualTo(Map.of("old", "kept"));
        }
    }

    private void assertRetry(RedisStreamSink sink, String reason) {
        Map<UUID, Delivery> answers = sink.deliver(batch);
        assertThat(answers).containsOnlyKeys(first.id(), other.id());
        assertThat(answers.values())
                .allSatisfy(answer -> assertThat(answer)
                        .isInstanceOfSatisfying(
                                Delivery.Retry.class,
                                retry -> assertThat(retry.reason()).contains(reason)));
    }
}
