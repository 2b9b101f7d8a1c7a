package dev.dormouse.sink.kafka;

import dev.dormouse.outbox.Delivery;
import dev.dormouse.outbox.OutboxMessage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.errors.InterruptException;

/**
 * One batch on its way. Used by one thread.
 *
 * <p>In rounds: send, then wait for everything that was sent. There is one round, unless a key has to be waited for:
 *
 * <ul>
 *   <li>A large message may be more than the topic takes, which only the broker knows. What follows it in its key is sent
 *       when it is in.
 *   <li>What the producer itself refuses is known at once. Nothing that follows it in its key is sent.
 * </ul>
 *
 * <p>What remains are failures under way, mostly that the brokers could not be reached for {@code delivery.timeout.ms}. What
 * followed in that key may get in all the same, if they come back between its deadline and that of the one before. It is not
 * answered for, so it is sent again behind the one that failed: a consumer may see 2, 1, 2, but the last word is right. Who
 * cannot have that waits for every message ({@link KafkaSinkBuilder#strictOrder}).
 */
final class Sending {

    private final Producer<byte[], byte[]> producer;
    private final Records records;
    private final int awaitedBytes;
    private final Map<UUID, Delivery> answers = new LinkedHashMap<>();
    private final Map<Object, Deque<OutboxMessage>> lanes = new LinkedHashMap<>();
    private boolean stopped;
    private boolean producerBroken;

    Sending(Producer<byte[], byte[]> producer, Records records, int awaitedBytes) {
        this.producer = producer;
        this.records = records;
        this.awaitedBytes = awaitedBytes;
    }

    Map<UUID, Delivery> deliver(List<OutboxMessage> batch) throws InterruptedException {
        batch.forEach(message ->
                lanes.computeIfAbsent(lane(message), key -> new ArrayDeque<>()).add(message));
        while (!lanes.isEmpty() && !stopped) {
            for (Sent sent : sendRound()) {
                settle(sent);
            }
            lanes.values().removeIf(Deque::isEmpty);
        }
        return answers;
    }

    /** Whether something happened after which the producer had better not be used again. */
    boolean producerBroken() {
        return producerBroken;
    }

    private List<Sent> sendRound() throws InterruptedException {
        List<Sent> round = new ArrayList<>();
        for (Deque<OutboxMessage> lane : lanes.values()) {
            boolean awaited = false;
            while (!lane.isEmpty() && !awaited && !stopped) {
                Sent sent = send(lane.remove());
                round.add(sent);
                awaited = sent.message().payload().length >= awaitedBytes || sent.failedAtOnce();
                stopped = sent.timedOutAtOnce();
            }
        }
        return round;
    }

    private Sent send(OutboxMessage message) throws InterruptedException {
        try {
            return new Sent(message, producer.send(records.of(message)));
        } catch (InterruptException e) {
            // It has set the flag again, which the exception thrown here stands for.
            Thread.interrupted();
            throw new InterruptedException("Interrupted while sending " + message);
        } catch (RuntimeException e) {
            return new Sent(message, CompletableFuture.failedFuture(e));
        }
    }

    /** Waits also for what follows a failure, so that nothing of that key is under way when it is tried again. */
    private void settle(Sent sent) throws InterruptedException {
        KafkaFailure failure = sent.findFailure().orElse(null);
        Object lane = lane(sent.message());
        if (!lanes.containsKey(lane)) {
            return;
        }
        if (failure == null) {
            answers.put(sent.message().id(), Delivery.delivered());
            return;
        }
        answers.put(sent.message().id(), failure.answer());
        producerBroken |= failure.breaksProducer();
        stopped |= failure.breaksProducer();
        lanes.remove(lane);
    }

    /** Messages without a key stand alone. */
    private static Object lane(OutboxMessage message) {
        String key = message.key();
        return key == null ? message.id() : key;
    }
}
