package dev.dormouse.sink.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.dormouse.outbox.OutboxMessage;
import java.util.function.Function;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.header.Headers;

/** Makes messages into records. */
final class Records {

    static final String ID = "dormouse-id";
    static final String TOPIC = "dormouse-topic";
    static final String CONTENT_TYPE = "content-type";

    private final Function<? super OutboxMessage, String> topic;

    Records(Function<? super OutboxMessage, String> topic) {
        this.topic = topic;
    }

    ProducerRecord<byte[], byte[]> of(OutboxMessage message) {
        String key = message.key();
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(topic(message), key == null ? null : key.getBytes(UTF_8), message.payload());
        // Ours come last, because the last header of a name is the one that counts.
        message.headers().forEach((header, value) -> add(record.headers(), header, value));
        add(record.headers(), ID, message.id().toString());
        add(record.headers(), TOPIC, message.topic());
        add(record.headers(), CONTENT_TYPE, message.contentType());
        return record;
    }

    private String topic(OutboxMessage message) {
        String name;
        try {
            name = topic.apply(message);
        } catch (RuntimeException e) {
            throw new Unmappable(e);
        }
        if (name == null || name.isEmpty()) {
            throw new InvalidTopicException("The Kafka topic for topic '" + message.topic() + "' has no name");
        }
        return name;
    }

    private static void add(Headers headers, String name, String value) {
        headers.add(name, value.getBytes(UTF_8));
    }
}
