package dev.dormouse.sink.kafka;

import dev.dormouse.outbox.Delivery;
import dev.dormouse.outbox.OutboxMessage;
import dev.dormouse.outbox.Sink;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.producer.Producer;

/**
 * Sends each message as a record to a topic. Thread-safe.
 *
 * <p>A record has the message's key and payload, the message's headers, and the headers {@code dormouse-id},
 * {@code dormouse-topic} and {@code content-type}. Records of one key stand in one partition in their order, written by an
 * idempotent producer and acknowledged by all replicas in sync. At least once: consumers recognise repetitions by
 * {@code dormouse-id}.
 */
public final class KafkaSink implements Sink {

    final Producers producers;
    private final Records records;
    private final int awaitedBytes;

    KafkaSink(KafkaSinkBuilder settings, Producers producers) {
        this.producers = producers;
        this.records = new Records(settings.topic);
        this.awaitedBytes = settings.awaitedBytes;
    }

    /** On the cluster that these brokers, {@code host:port[,host:port…]}, belong to. */
    public static KafkaSinkBuilder at(String bootstrapServers) {
        return new KafkaSinkBuilder(bootstrapServers);
    }

    @Override
    public Map<UUID, Delivery> deliver(List<OutboxMessage> batch) throws InterruptedException {
        Producer<byte[], byte[]> producer = producers.current();
        Sending sending = new Sending(producer, records, awaitedBytes);
        Map<UUID, Delivery> answers = sending.deliver(batch);
        if (sending.producerBroken()) {
            producers.replace(producer);
        }
        return answers;
    }

    @Override
    public void close() {
        producers.close();
    }
}
