package dev.dormouse.outbox;

import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Where messages go. Thread-safe: batches of different keys are delivered at the same time.
 *
 * <p>Messages of one key stand in a batch in their order, and no other batch of that key is under way. A sink that could not
 * deliver one must not deliver a later one of the same key in that batch; it leaves it without an answer.
 */
public interface Sink extends AutoCloseable {

    /** A sink that takes messages one by one. */
    static Sink oneByOne(MessageHandler handler) {
        return new OneByOne(handler);
    }

    /**
     * Delivers a batch and answers for each message by its id. A message without an answer is tried again, and so is the
     * whole batch if this throws. Interrupted when it takes longer than the route allows.
     */
    Map<UUID, Delivery> deliver(List<OutboxMessage> batch) throws Exception;

    /** Called once, when the node stops, after the last batch. */
    @Override
    default void close() {}
}
