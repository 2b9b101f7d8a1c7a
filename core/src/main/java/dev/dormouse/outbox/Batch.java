package dev.dormouse.outbox;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Messages for one call to a sink: of one key, in order, or without a key.
 *
 * @param line of the key; null if they have none
 */
record Batch(Backlog backlog, RouteLines route, @Nullable Line line, List<StoredMessage> messages) {

    List<Place> suspects() {
        return messages.stream()
                .filter(message -> message.suspicion() == Suspicion.SUSPECT)
                .map(StoredMessage::place)
                .toList();
    }

    /** Whether its only message was lost with the node that tried it before. */
    boolean lost() {
        return messages.get(0).suspicion() == Suspicion.LOST;
    }
}
