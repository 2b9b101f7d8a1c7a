package dev.dormouse.sink.redis;

import static dev.dormouse.sink.redis.Messages.message;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.outbox.Delivery;
import dev.dormouse.outbox.OutboxMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class RedisHashSinkIT {

    private static TestRedis redis;

    private final String hash = "cart-" + UUID.randomUUID();

    @BeforeAll
    static void start() {
        redis = new TestRedis();
    }

    @AfterAll
    static void stop() {
        redis.close();
    }

    @Test
    void aViewModelFollowsItsMessages() {
        Function<OutboxMessage, HashChange> carts = message -> switch (payload(message)) {
            case "created" -> HashChange.put(hash, Map.of("status", "open", "items", "0"));
            case "item added" -> HashChange.put(hash, Map.of("items", "1"));
            case "closed" -> HashChange.replace(hash, Map.of("status", "closed"));
            case "deleted" -> HashChange.delete(hash);
            default -> HashChange.none();
        };
        try (RedisHashSink sink = RedisHashSink.at(redis.url(), carts)) {
            deliver(sink, "created", "seen", "item added");
            assertThat(redis.client.hgetAll(hash)).isEqualTo(Map.of("status", "open", "items", "1"));
            deliver(sink, "closed");
            assertThat(redis.client.hgetAll(hash)).isEqualTo(Map.of("status", "closed"));
            deliver(sink, "deleted");
            assertThat(redis.client.exists(hash)).isFalse();
        }
    }

    @Test
    void aRepeatedOrBelatedChangeIsHarmlessWithVersions() {
        Function<OutboxMessage, HashChange> mapping = message ->
                HashChange.put(hash, Map.of("at", payload(message))).atVersion(Long.parseLong(payload(message)));
        try (RedisHashSink sink = RedisHashSink.through(redis.client, mapping)) {
            deliver(sink, "1", "2", "10");
            deliver(sink, "10", "9");
        }
        assertThat(redis.client.hgetAll(hash)).isEqualTo(Map.of("at", "10", "_version", "10"));
    }

    @Test
    void aReplacedHashKeepsItsVersionAndLosesItsExpiry() {
        Function<OutboxMessage, HashChange> mapping =
                message -> payload(message).equals("1")
                        ? HashChange.put(hash, Map.of("a", "1")).atVersion(1).expiringAfter(Duration.ofMinutes(1))
                        : HashChange.replace(hash, Map.of("b", "2")).atVersion(2);
        try (RedisHashSink sink = RedisHashSink.through(redis.client, mapping)) {
            deliver(sink, "1");
            assertThat(redis.client.pttl(hash)).isBetween(1L, 60_000L);
            deliver(sink, "2");
        }
        assertThat(redis.client.hgetAll(hash)).isEqualTo(Map.of("b", "2", "_version", "2"));
        assertThat(redis.client.pttl(hash)).isEqualTo(-1);
    }

    @Test
    void aKeyThatIsNoHashRejectsAndIsLeftAlone() {
        redis.client.set(hash, "not a hash");
        for (HashChange change : List.of(
                HashChange.put(hash, Map.of("a", "1")),
                HashChange.put(hash, Map.of("a", "1")).atVersion(1),
                HashChange.replace(hash, Map.of("a", "1")),
                HashChange.delete(hash))) {
            try (RedisHashSink sink = RedisHashSink.through(redis.client, message -> change)) {
                assertThat(sink.deliver(List.of(message(null, ""))).values())
                        .singleElement()
                        .isInstanceOfSatisfying(
                                Delivery.Rejected.class,
                                rejected -> assertThat(rejected.reason()).contains("WRONGTYPE the key holds a string"));
            }
        }
        assertThat(redis.client.get(hash)).isEqualTo("not a hash");
    }

    @Test
    void aMappingThatFailsHoldsBackItsKeyOnly() {
        Function<OutboxMessage, HashChange> mapping = message -> {
            if (payload(message).equals("bad")) {
                throw new IllegalStateException("no such cart");
            }
            return HashChange.put(hash + message.key(), Map.of(payload(message), "x"));
        };
        OutboxMessage bad = message("a", "bad");
        OutboxMessage heldBack = message("a", "2");
        try (RedisHashSink sink = RedisHashSink.through(redis.client, mapping)) {
            Map<UUID, Delivery> answers = sink.deliver(List.of(
                    message("a", "1"), bad, heldBack, message("b", "1"), message(null, "bad"), message(null, "2")));
            assertThat(answers).hasSize(5).doesNotContainKey(heldBack.id());
            assertThat(answers.get(bad.id()))
                    .isInstanceOfSatisfying(
                            Delivery.Retry.class,
                            retry -> assertThat(retry.reason()).contains("no such cart"));
        }
        assertThat(redis.client.hgetAll(hash + "a")).containsOnlyKeys("1");
        assertThat(redis.client.hgetAll(hash + "b")).containsOnlyKeys("1");
        assertThat(redis.client.hgetAll(hash + "null")).containsOnlyKeys("2");
    }

    @Test
    void aMessageIsNotAnsweredForBeforeThoseInFrontOfIt() {
        redis.client.set(hash, "not a hash");
        OutboxMessage first = message("a", "1");
        OutboxMessage nothing = message("a", "nothing");
        try (RedisHashSink sink = RedisHashSink.through(
                redis.client,
                message -> payload(message).equals("nothing")
                        ? HashChange.none()
                        : HashChange.put(hash, Map.of("a", "1")))) {
            assertThat(sink.deliver(List.of(first, nothing))).containsOnlyKeys(first.id());
        }
    }

    private static void deliver(RedisHashSink sink, String... payloads) {
        List<OutboxMessage> batch = new ArrayList<>();
        for (String payload : payloads) {
            batch.add(message("cart", payload));
        }
        assertThat(sink.deliver(batch).values()).hasSize(payloads.length).containsOnly(Delivery.delivered());
    }

    private static String payload(OutboxMessage message) {
        return new String(message.payload(), UTF_8);
    }
}
