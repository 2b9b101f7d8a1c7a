package dev.dormouse.outbox;

import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Messages for tests: of route 1, in a lane that the key chooses. */
final class Samples {

    private Samples() {}

    static StoredMessage message(long seq, @Nullable String key, int attempt) {
        return message(lane(key), seq, key, attempt);
    }

    static StoredMessage message(int lane, long seq, @Nullable String key, int attempt) {
        OutboxMessage message = new OutboxMessage(
                new UUID(7, seq), "t", key, new byte[] {1}, "text/plain", Map.of(), Instant.EPOCH, attempt);
        return new StoredMessage(new Place(lane, key, seq, false), 1, Suspicion.NONE, message);
    }

    static int lane(@Nullable String key) {
        return Place.LANES_PER_ROUTE + (key == null ? 0 : Math.floorMod(key.hashCode(), Place.LANES_PER_ROUTE));
    }
}
