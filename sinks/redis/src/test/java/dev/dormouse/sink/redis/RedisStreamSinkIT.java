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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.resps.StreamEntry;

class RedisStreamSinkIT {

    private static TestRedis redis;

    private final String stream = "stream-" + UUID.randomUUID();

    @BeforeAll
    static void start() {
        redis = new TestRedis();
    }

    @AfterAll
    static void stop() {
        redis.close();
    }

    @Test
    void aMessageIsAnEntryWithItsFields() {
        OutboxMessage message = message("Zoë", "{}", Map.of("traceparent", "00-ab"));
        try (RedisStreamSink sink =
                RedisStreamSink.at(redis.url()).stream(stream).build()) {
            assertThat(sink.deliver(List.of(message))).isEqualTo(Map.of(message.id(), Delivery.delivered()));
        }
        assertThat(entries(stream).get(0).getFields())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "id", message.id().toString(),
                        "topic", "orders.created",
                        "key", "Zoë",
                        "content-type", "application/json",
                        "published-at", "2026-01-02T03:04:05Z",
                        "header.traceparent", "00-ab",
                        "payload", "{}"));
    }

    @Test
    void payloadsAreBytes() {
        byte[] payload = {0, 13, 10, -1, -128};
        OutboxMessage text = message(null, "");
        OutboxMessage message = new OutboxMessage(
                text.id(), "bytes", null, payload, "application/octet-stream", Map.of(), text.publishedAt(), 1);
        try (RedisStreamSink sink = sink()) {
            sink.deliver(List.of(message));
        }
        byte[] fields = "return redis.call('xrange', KEYS[1], '-', '+')[1][2]".getBytes(UTF_8);
        assertThat((List<?>) redis.client.eval(fields, List.of(stream.getBytes(UTF_8)), List.of()))
                .last()
                .isEqualTo(payload);
    }

    @Test
    void aKeyIsInOrder() {
        List<OutboxMessage> batch = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            batch.add(message("key" + i % 3, i % 3 + ":" + (1000 + i)));
        }
        batch.add(message(null, "without"));
        try (RedisStreamSink sink = sink()) {
            assertThat(sink.deliver(batch).values()).hasSize(301).containsOnly(Delivery.delivered());
        }
        for (String key : List.of("0:", "1:", "2:")) {
            assertThat(payloads().stream().filter(payload -> payload.startsWith(key)))
                    .hasSize(100)
                    .isSorted();
        }
    }

    @Test
    void theStreamIsNamedAsTheTopicUnlessToldOtherwise() {
        try (RedisStreamSink byTopic = RedisStreamSink.through(redis.client).build();
                RedisStreamSink byKey = RedisStreamSink.through(redis.client).stream(message -> stream + message.key())
                        .build()) {
            byTopic.deliver(List.of(message("k", "")));
            byKey.deliver(List.of(message("k", "")));
        }
        assertThat(redis.client.xlen("orders.created")).isOne();
        assertThat(redis.client.xlen(stream + "k")).isOne();
    }

    @Test
    void aLongStreamIsTrimmed() {
        List<OutboxMessage> batch = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            batch.add(message(null, ""));
        }
        try (RedisStreamSink sink = RedisStreamSink.through(redis.client).stream(stream)
                .maxLength(100)
                .build()) {
            sink.deliver(batch);
        }
        assertThat(redis.client.xlen(stream)).isBetween(100L, 300L);
    }

    @Test
    void repetitionsAreAddedOnlyOnceOnRequest() {
        List<OutboxMessage> batch = List.of(message("k", "1"), message("k", "2"), message(null, "3"));
        try (RedisStreamSink repeating = sink()) {
            repeating.deliver(batch);
            repeating.deliver(batch);
        }
        assertThat(payloads()).hasSize(6);
        redis.client.del(stream);
        try (RedisStreamSink sink = RedisStreamSink.through(redis.client).stream(stream)
                .dedupeFor(Duration.ofMinutes(1))
                .build()) {
            assertThat(sink.deliver(batch).values()).containsOnly(Delivery.delivered());
            assertThat(sink.deliver(batch).values()).hasSize(3).containsOnly(Delivery.delivered());
        }
        assertThat(payloads()).containsExactlyInAnyOrder("1", "2", "3");
        assertThat(redis.client.pttl(
                        "{" + stream + "}:delivered:" + batch.get(0).id()))
                .isBetween(1L, 60_000L);
    }

    @Test
    void aKeyThatIsNoStreamRejectsAndHoldsBack() {
        redis.client.set(stream, "not a stream");
        OutboxMessage rejected = message("k", "1");
        OutboxMessage heldBack = message("k", "2");
        List<OutboxMessage> withoutKey = List.of(message(null, "3"), message(null, "4"));
        List<OutboxMessage> batch = new ArrayList<>(withoutKey);
        batch.addAll(List.of(rejected, heldBack));
        try (RedisStreamSink sink = sink()) {
            Map<UUID, Delivery> answers = sink.deliver(batch);
            assertThat(answers).hasSize(3).doesNotContainKey(heldBack.id());
            assertThat(answers.values())
                    .allSatisfy(answer -> assertThat(answer)
                            .isInstanceOfSatisfying(
                                    Delivery.Rejected.class,
                                    told -> assertThat(told.reason()).contains("WRONGTYPE")));
        }
    }

    @Test
    void aFailureHoldsBackItsKeyAcrossStreams() {
        redis.client.set(stream + "2", "not a stream");
        OutboxMessage failing = message("a", "2");
        OutboxMessage heldBack = message("a", "3");
        try (RedisStreamSink sink = RedisStreamSink.through(redis.client).stream(
                        message -> stream + new String(message.payload(), UTF_8))
                .build()) {
            Map<UUID, Delivery> answers =
                    sink.deliver(List.of(message("a", "1"), failing, heldBack, message("b", "1"), message("b", "4")));
            assertThat(answers).hasSize(4).doesNotContainKey(heldBack.id());
            assertThat(answers.get(failing.id())).isInstanceOf(Delivery.Rejected.class);
        }
        assertThat(redis.client.xlen(stream + "1")).isEqualTo(2);
        assertThat(redis.client.exists(stream + "3")).isFalse();
        assertThat(redis.client.xlen(stream + "4")).isOne();
    }

    private RedisStreamSink sink() {
        return RedisStreamSink.through(redis.client).stream(stream).build();
    }

    private List<String> payloads() {
        return entries(stream).stream()
                .map(entry -> entry.getFields().get("payload"))
                .toList();
    }

    private static List<StreamEntry> entries(String stream) {
        return redis.client.xrange(stream, "-", "+");
    }
}
