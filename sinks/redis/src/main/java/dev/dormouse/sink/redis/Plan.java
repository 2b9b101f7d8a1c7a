package dev.dormouse.sink.redis;

import dev.dormouse.outbox.OutboxMessage;
import java.util.List;
import java.util.Optional;

/** What a kind of sink does with messages. */
interface Plan {

    Script script();

    /** What every call of the script begins with, after the word about the order. */
    List<byte[]> preamble();

    /**
     * What to do for this message; empty: nothing.
     *
     * @throws Undeliverable if it can never be delivered as it is
     */
    Optional<Change> change(OutboxMessage message);
}
