package dev.dormouse.outbox;

import dev.dormouse.node.Pruner;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;
import java.util.stream.IntStream;

/** What a relay needs of a store, in memory, for one node that has all the lanes. */
final class MemoryOutbox implements OutboxStore {

    private final Map<Long, StoredMessage> pending = new ConcurrentSkipListMap<>();

    void add(StoredMessage message) {
        pending.put(message.place().seq(), message);
    }

    boolean isEmpty() {
        return pending.isEmpty();
    }

    @Override
    public RelayAnswer exchange(RelayRequest request, List<DeliveryOutcome> outcomes) {
        outcomes.forEach(outcome -> pending.remove(outcome.place().seq()));
        List<StoredMessage> found = pending.values().stream()
                .filter(message -> !request.known().contains(message.place().seq()))
                .toList();
        List<Integer> lanes = IntStream.range(64, 128).boxed().toList();
        return new RelayAnswer(found, List.of(), List.of(), lanes, List.of(), 0, false, null, true);
    }

    @Override
    public List<Integer> define(List<Route> routes) {
        return IntStream.rangeClosed(1, routes.size()).boxed().toList();
    }

    @Override
    public boolean adopt(Collection<String> routes) {
        return true;
    }

    @Override
    public void begin(long node, List<Place> suspects) {}

    @Override
    public void want(long node, List<Integer> routes) {}

    @Override
    public Pruner.Pruned prune(Duration retention, int max, Instant since) {
        return new Pruner.Pruned(0, since);
    }

    @Override
    public List<UUID> publish(List<EncodedMessage> messages, Unrouted unrouted) {
        throw new AssertionError("a relay never publishes");
    }

    @Override
    public UUID publishAndAnnounce(EncodedMessage message, Unrouted unrouted, long node) {
        throw new AssertionError("a relay never publishes");
    }

    @Override
    public List<UUID> publish(Connection connection, List<EncodedMessage> messages, Unrouted unrouted) {
        throw new AssertionError("a relay never publishes");
    }

    @Override
    public <R> R inTransaction(Function<Connection, R> work) {
        throw new AssertionError("a relay never publishes");
    }
}
