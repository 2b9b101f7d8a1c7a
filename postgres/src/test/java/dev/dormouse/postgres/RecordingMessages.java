package dev.dormouse.postgres;

import dev.dormouse.outbox.Delivery;
import dev.dormouse.outbox.OutboxMessage;
import dev.dormouse.outbox.Sink;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A sink that writes down what it was given, and answers as it is told. */
final class RecordingMessages implements Sink {

    private final Function<OutboxMessage, Delivery> answer;
    private final List<OutboxMessage> delivered = new ArrayList<>();
    private final List<OutboxMessage> given = new ArrayList<>();
    private final Map<String, Integer> underWay = new ConcurrentHashMap<>();
    /** Keys of which two batches were under way at the same time. */
    final Set<String> overlaps = ConcurrentHashMap.newKeySet();

    volatile int largestBatch;
    volatile boolean closed;

    RecordingMessages() {
        this(message -> Delivery.delivered());
    }

    RecordingMessages(Function<OutboxMessage, Delivery> answer) {
        this.answer = answer;
    }

    @Override
    public Map<UUID, Delivery> deliver(List<OutboxMessage> batch) throws Exception {
        largestBatch = Math.max(largestBatch, batch.size());
        String key = batch.get(0).key();
        enter(key);
        try {
            return Sink.oneByOne(this::one).deliver(batch);
        } finally {
            leave(key);
        }
    }

    private void enter(@Nullable String key) {
        if (key != null && underWay.merge(key, 1, Integer::sum) > 1) {
            overlaps.add(key);
        }
    }

    private void leave(@Nullable String key) {
        if (key != null) {
            underWay.merge(key, -1, Integer::sum);
        }
    }

    private Delivery one(OutboxMessage message) {
        synchronized (this) {
            given.add(message);
        }
        Delivery delivery = answer.apply(message);
        if (delivery instanceof Delivery.Delivered) {
            synchronized (this) {
                delivered.add(message);
            }
        }
        return delivery;
    }

    @Override
    public void close() {
        closed = true;
    }

    synchronized List<OutboxMessage> delivered() {
        return List.copyOf(delivered);
    }

    synchronized int size() {
        return delivered.size();
    }

    synchronized int timesGiven(String text) {
        return (int)
                given.stream().filter(message -> text(message).equals(text)).count();
    }

    List<String> texts() {
        return delivered().stream().map(RecordingMessages::text).toList();
    }

    /** What was delivered, first time only, by key. */
    Map<String, List<String>> byKey() {
        return delivered().stream()
                .filter(message -> message.key() != null)
                .collect(Collectors.groupingBy(
                        OutboxMessage::key,
                        Collectors.mapping(
                                RecordingMessages::text,
                                Collectors.collectingAndThen(
                                        Collectors.toList(),
                                        texts -> texts.stream().distinct().toList()))));
    }

    static String text(OutboxMessage message) {
        return new String(message.payload(), StandardCharsets.UTF_8);
    }
}
