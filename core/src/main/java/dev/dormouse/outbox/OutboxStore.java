package dev.dormouse.outbox;

import dev.dormouse.node.Pruner;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

/** Where messages are kept. What a relay writes is fenced: it changes only lanes that are its node's. */
public interface OutboxStore {

    /** Adds the messages in one transaction of the store's own; returns their ids once it is committed. */
    List<UUID> publish(List<EncodedMessage> messages, Unrouted unrouted);

    /**
     * Adds one message without a delay, and once that is committed tells the nodes that sleep, all in one round trip.
     *
     * @param node the node that asks, which needs no telling
     */
    UUID publishAndAnnounce(EncodedMessage message, Unrouted unrouted, long node);

    /** Adds the messages in the caller's transaction: they exist if and when that commits. */
    List<UUID> publish(Connection connection, List<EncodedMessage> messages, Unrouted unrouted);

    /** Runs the work in a transaction of the store's own, which is rolled back if it throws. */
    <R> R inTransaction(Function<Connection, R> work);

    /** Writes routes, sends them what has waited for one like them, and returns their numbers in the same order. */
    List<Integer> define(List<Route> routes);

    /**
     * Sends to these routes what was published without knowing of them by transactions that began before they were
     * defined. False if some of those have not ended yet.
     */
    boolean adopt(Collection<String> routes);

    /** Writes outcomes, gives back and takes lanes, and reads what is in them. */
    RelayAnswer exchange(RelayRequest request, List<DeliveryOutcome> outcomes);

    /** Notes that this node begins to deliver messages of which another may have died. */
    void begin(long node, List<Place> suspects);

    /** Asks the node that has the most lanes of these routes for some of them. */
    void want(long node, List<Integer> routes);

    /** Removes messages that were delivered longer ago than the retention, oldest first. */
    Pruner.Pruned prune(Duration retention, int max, Instant since);
}
