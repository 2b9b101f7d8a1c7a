package dev.dormouse.sink.kafka;

import dev.dormouse.outbox.OutboxMessage;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Settings of a {@link KafkaSink}. */
public final class KafkaSinkBuilder {

    /** What the promises of the sink rest on. */
    private static final Set<String> FIXED = Set.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG,
            ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG,
            ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
            ProducerConfig.ACKS_CONFIG,
            ProducerConfig.TRANSACTIONAL_ID_CONFIG);

    /** As large as the producer's batches by default: what is larger travels alone anyway. */
    private static final int AWAITED_BYTES = 16 * 1024;

    Function<? super OutboxMessage, String> topic = OutboxMessage::topic;
    int awaitedBytes = AWAITED_BYTES;
    private final Map<String, Object> properties = new HashMap<>();

    KafkaSinkBuilder(String bootstrapServers) {
        properties.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, Objects.requireNonNull(bootstrapServers));
        properties.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        properties.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        properties.put(ProducerConfig.ACKS_CONFIG, "all");
        properties.put(ProducerConfig.CLIENT_ID_CONFIG, "dormouse");
        // A batch is complete when it is sent; there is nothing to linger for.
        properties.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        // Shorter than by default, so that the sink answers before the relay loses patience with it.
        properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 5_000);
        properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 10_000);
        properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 20_000);
    }

    /** One topic for all messages. */
    public KafkaSinkBuilder topic(String name) {
        Objects.requireNonNull(name, "name");
        return topic(message -> name);
    }

    /** The topic for a message; by default it is named as the message's own. */
    public KafkaSinkBuilder topic(Function<? super OutboxMessage, String> topic) {
        this.topic = Objects.requireNonNull(topic, "topic");
        return this;
    }

    /**
     * A setting of the Kafka producer, by its own name, such as {@code security.protocol}. Idempotence, acknowledgement by all
     * replicas, serializers and the brokers cannot be set.
     */
    public KafkaSinkBuilder property(String name, Object value) {
        if (FIXED.contains(name)) {
            throw new IllegalArgumentException(
                    "The producer's " + name + " is set by the sink, it cannot be configured");
        }
        properties.put(name, Objects.requireNonNull(value, name));
        return this;
    }

    /**
     * Sends a message only when the one before it in its key is acknowledged: a round trip for each, and no record of a key
     * ever stands before an earlier one, whatever fails. By default that holds unless the brokers are unreachable until a
     * message is given up; then records behind it may stand before it, and once more behind it.
     */
    public KafkaSinkBuilder strictOrder() {
        awaitedBytes = 0;
        return this;
    }

    public KafkaSink build() {
        requireValid(properties);
        Map<String, Object> config = Map.copyOf(properties);
        return new KafkaSink(this, new Producers(() -> new KafkaProducer<>(config)));
    }

    private static void requireValid(Map<String, Object> config) {
        try {
            new ProducerConfig(config);
        } catch (ConfigException e) {
            throw new IllegalArgumentException(
                    "The Kafka producer cannot be configured like this: " + e.getMessage(), e);
        }
    }
}
