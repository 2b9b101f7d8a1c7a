package dev.dormouse.outbox;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one round trip to the store brought.
 *
 * @param messages in the order of their keys
 * @param held messages of keys that are held back, to be set aside
 * @param refused places of outcomes that were not written, because the lane is no longer this node's
 * @param owned the lanes that this node has now
 * @param wanted those of them that another node asks for
 * @param mostElsewhere how many lanes the busiest other node has
 * @param more something else can be had right now
 * @param nextDue how long until something that is not due yet becomes so; null: nothing is known to come
 * @param leaseHeld false: this node has been taken over
 */
public record RelayAnswer(
        List<StoredMessage> messages,
        List<Place> held,
        List<Long> refused,
        List<Integer> owned,
        List<Integer> wanted,
        int mostElsewhere,
        boolean more,
        @Nullable Duration nextDue,
        boolean leaseHeld) {

    /** The same, but there is reason to look again at once. */
    public RelayAnswer lookAgain() {
        return new RelayAnswer(messages, held, refused, owned, wanted, mostElsewhere, true, nextDue, leaseHeld);
    }

    public RelayAnswer {
        messages = List.copyOf(messages);
        held = List.copyOf(held);
        refused = List.copyOf(refused);
        owned = List.copyOf(owned);
        wanted = List.copyOf(wanted);
    }
}
