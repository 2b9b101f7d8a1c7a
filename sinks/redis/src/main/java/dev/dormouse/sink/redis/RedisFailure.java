package dev.dormouse.sink.redis;

import dev.dormouse.outbox.Delivery;
import java.util.Set;

/** What an error of Redis means for the message. Each begins with a word in capitals. */
final class RedisFailure {

    /** The key is of another type, or its guard lives elsewhere in a cluster: waiting does not change that. */
    private static final Set<String> LASTING = Set.of("WRONGTYPE", "CROSSSLOT");

    private RedisFailure() {}

    static Delivery answer(String error) {
        String word = error.split(" ", 2)[0];
        String reason = "Redis answered: " + error;
        return LASTING.contains(word) ? Delivery.rejected(reason) : Delivery.retry(reason);
    }
}
