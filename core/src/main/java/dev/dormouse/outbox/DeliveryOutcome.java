package dev.dormouse.outbox;

import java.time.Duration;

/** What is to be written of one message. */
public sealed interface DeliveryOutcome {

    Place place();

    /** Whether the rest of the message's key has to wait for it. */
    default boolean holdsKey() {
        return false;
    }

    record Delivered(Place place) implements DeliveryOutcome {}

    /** Behind one that failed: waits with the rest of its key, out of the way of others. */
    record SetAside(Place place) implements DeliveryOutcome {}

    /** Failed, to be tried again. */
    record Retry(Place place, int attempt, Duration delay, String error) implements DeliveryOutcome {

        @Override
        public boolean holdsKey() {
            return true;
        }
    }

    /**
     * Given up, and left to a person.
     *
     * @param blocks the rest of its key waits until then
     */
    record Parked(Place place, String error, boolean blocks) implements DeliveryOutcome {

        @Override
        public boolean holdsKey() {
            return true;
        }
    }
}
