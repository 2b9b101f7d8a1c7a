package dev.dormouse.outbox;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a sink says of one message. */
public sealed interface Delivery {

    /** It is where it should be. */
    Delivery DELIVERED = new Delivered();

    static Delivery delivered() {
        return DELIVERED;
    }

    /** Not now: try again after the route's backoff. */
    static Delivery retry(String reason) {
        return new Retry(reason, null);
    }

    /** Not now: try again, but not before this long. */
    static Delivery retryAfter(String reason, Duration wait) {
        return new Retry(reason, wait);
    }

    /** Never: a person has to look at it. */
    static Delivery rejected(String reason) {
        return new Rejected(reason);
    }

    record Delivered() implements Delivery {}

    /**
     * To be tried again.
     *
     * @param after what the receiver asked for; null: nothing
     */
    record Retry(String reason, @Nullable Duration after) implements Delivery {

        public Retry {
            if (after != null && after.isNegative()) {
                throw new IllegalArgumentException("after must not be negative: " + after);
            }
        }
    }

    record Rejected(String reason) implements Delivery {}
}
