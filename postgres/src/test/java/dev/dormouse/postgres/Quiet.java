package dev.dormouse.postgres;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.function.LongSupplier;

/** Waits until nothing happens any more. */
final class Quiet {

    private Quiet() {}

    /** Until the count has stood still for so long. */
    static void ofCount(LongSupplier count, Duration time, Duration atMost) {
        long[] seen = {-1, System.nanoTime()};
        await().pollInterval(Duration.ofMillis(50)).atMost(atMost).until(() -> {
            long now = count.getAsLong();
            if (now != seen[0]) {
                seen[0] = now;
                seen[1] = System.nanoTime();
            }
            return System.nanoTime() - seen[1] > time.toNanos();
        });
    }
}
