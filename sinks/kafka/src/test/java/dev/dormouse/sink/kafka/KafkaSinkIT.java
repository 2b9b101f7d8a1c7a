package dev.dormouse.sink.kafka;

import static dev.dormouse.sink.kafka.Messages.message;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.outbox.Delivery;
import dev.dormouse.outbox.OutboxMessage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class KafkaSinkIT {

    private static final int PARTITIONS = 3;
    private static TestBroker broker;
    private static Admin admin;

    private final String topic = "topic-" + UUID.randomUUID();

    @BeforeAll
    static void start(@TempDir Path folder) {
        broker = new TestBroker(folder);
        admin = Admin.create(Map.of("bootstrap.servers", broker.address()));
    }

    @AfterAll
    static void stop() {
        admin.close();
        broker.close();
    }

    @Test
    void aMessageIsARecordWithItsHeaders() throws Exception {
        create(Map.of());
        byte[] payload = {0, -1, 13, 10};
        OutboxMessage text = message("Zoë", "", Map.of("traceparent", "00-ab", "dormouse-id", "forged"));
        OutboxMessage message = new OutboxMessage(
                text.id(),
                text.topic(),
                text.key(),
                payload,
                text.contentType(),
                text.headers(),
                text.publishedAt(),
                1);
        try (KafkaSink sink = sink().build()) {
            assertThat(sink.deliver(List.of(message))).isEqualTo(Map.of(message.id(), Delivery.delivered()));
        }
        ConsumerRecord<byte[], byte[]> record = records().get(0);
        assertThat(record.key()).isEqualTo("Zoë".getBytes(UTF_8));
        assertThat(record.value()).isEqualTo(payload);
        assertThat(header(record, "dormouse-id")).isEqualTo(message.id().toString());
        assertThat(header(record, "dormouse-topic")).isEqualTo("orders.created");
        assertThat(header(record, "content-type")).isEqualTo("application/json");
        assertThat(header(record, "traceparent")).isEqualTo("00-ab");
    }

    @Test
    void aKeyIsInOnePartitionInOrder() throws Exception {
        create(Map.of());
        List<OutboxMessage> batch = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            batch.add(message("key" + i % 6, i % 6 + ":" + (1000 + i)));
        }
        batch.add(message(null, "without"));
        try (KafkaSink sink = sink().build();
                KafkaSink strict = sink().strictOrder().build()) {
            assertThat(sink.deliver(batch.subList(0, 300)).values())
                    .hasSize(300)
                    .containsOnly(Delivery.delivered());
            assertThat(strict.deliver(batch.subList(300, 601)).values())
                    .hasSize(301)
                    .containsOnly(Delivery.delivered());
        }
        List<ConsumerRecord<byte[], byte[]>> records = records();
        assertThat(records).hasSize(601);
        for (int key = 0; key < 6; key++) {
            String prefix = key + ":";
            List<ConsumerRecord<byte[], byte[]>> ofKey = records.stream()
                    .filter(record -> payload(record).startsWith(prefix))
                    .toList();
            assertThat(ofKey)
                    .extracting(ConsumerRecord::partition)
                    .hasSize(100)
                    .containsOnly(ofKey.get(0).partition());
            assertThat(ofKey).extracting(KafkaSinkIT::payload).isSorted();
        }
    }

    @Test
    void whatIsTooLargeForTheProducerIsRejectedAndHoldsBackItsKeyOnly() throws Exception {
        create(Map.of());
        rejectsTheSecond(message("a", "x".repeat(2_000_000)));
    }

    @Test
    void whatIsTooLargeForTheTopicIsRejectedAndHoldsBackItsKeyOnly() throws Exception {
        create(Map.of("max.message.bytes", "20000"));
        rejectsTheSecond(message("a", "x".repeat(30_000)));
    }

    private void rejectsTheSecond(OutboxMessage large) throws Exception {
        OutboxMessage heldBack = message("a", "a3");
        try (KafkaSink sink = sink().build()) {
            Map<UUID, Delivery> answers =
                    sink.deliver(List.of(message("a", "a1"), large, heldBack, message("b", "b1"), message(null, "c1")));
            assertThat(answers).hasSize(4).doesNotContainKey(heldBack.id());
            assertThat(answers.get(large.id()))
                    .isInstanceOfSatisfying(
                            Delivery.Rejected.class,
                            rejected -> assertThat(rejected.reason()).contains("RecordTooLargeException"));
        }
        assertThat(records()).extracting(KafkaSinkIT::payload).containsExactlyInAnyOrder("a1", "b1", "c1");
    }

    @Test
    void aTopicThatDoesNotExistYetIsTriedAgain() throws Exception {
        OutboxMessage first = message("a", "1");
        List<OutboxMessage> batch = List.of(first, message("a", "2"), message("b", "3"));
        try (KafkaSink sink = sink().property("max.block.ms", 300).build()) {
            assertThat(sink.deliver(batch))
                    .containsOnlyKeys(first.id())
                    .allSatisfy((id, answer) -> assertThat(answer).isInstanceOf(Delivery.Retry.class));
            create(Map.of());
            // The producer looks for the topic again only when it is asked to send.
            Map<UUID, Delivery> answers = sink.deliver(batch);
            while (answers.size() < 3) {
                answers = sink.deliver(batch);
            }
            assertThat(answers.values()).containsOnly(Delivery.delivered());
        }
    }

    @Test
    void aTopicWithoutAProperNameIsRejected() throws Exception {
        for (String name : List.of("", "no blanks")) {
            try (KafkaSink sink = KafkaSink.at(broker.address()).topic(name).build()) {
                assertThat(sink.deliver(List.of(message(null, ""))).values())
                        .singleElement()
                        .isInstanceOfSatisfying(
                                Delivery.Rejected.class,
                                rejected -> assertThat(rejected.reason()).contains("InvalidTopicException"));
            }
        }
    }

    @Test
    void aProducerThatWasClosedIsReplaced() throws Exception {
        create(Map.of());
        try (KafkaSink sink = sink().build()) {
            List<OutboxMessage> batch = List.of(message("a", "1"));
            sink.producers.current().close();
            assertThat(sink.deliver(batch).values()).singleElement().isInstanceOf(Delivery.Retry.class);
            assertThat(sink.deliver(batch).values()).containsOnly(Delivery.delivered());
        }
    }

    private KafkaSinkBuilder sink() {
        return KafkaSink.at(broker.address()).topic(topic).property("max.block.ms", 30_000);
    }

    private void create(Map<String, String> configs) throws Exception {
        admin.createTopics(List.of(new NewTopic(topic, PARTITIONS, (short) 1).configs(configs)))
                .all()
                .get();
    }

    /** All that are there now. */
    private List<ConsumerRecord<byte[], byte[]>> records() {
        List<TopicPartition> partitions = new ArrayList<>();
        for (int i = 0; i < PARTITIONS; i++) {
            partitions.add(new TopicPartition(topic, i));
        }
        Map<String, Object> config = new HashMap<>(Map.of("bootstrap.servers", broker.address()));
        try (var consumer = new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                StreamSupport.stream(consumer.poll(Duration.ofMillis(100)).spliterator(), false)
                        .forEach(records::add);
            }
            return records;
        }
    }

    private static String payload(ConsumerRecord<byte[], byte[]> record) {
        return new String(record.value(), UTF_8);
    }

    private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
        return new String(record.headers().lastHeader(name).value(), UTF_8);
    }
}
