package dev.dormouse.benchmarks.scenarios;

import dev.dormouse.benchmarks.systems.Waits;
import java.time.Duration;

/** Awaits instances that begin to wait. */
final class Begun {
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    private Begun() {}

    static void await(Waits waits, long count) throws InterruptedException {
        long deadlineNanos = System.nanoTime() + PATIENCE.toNanos();
        while (waits.begun() < count) {
            if (System.nanoTime() > deadlineNanos) {
                throw new IllegalStateException("Only " + waits.begun() + " of " + count + " waits began within "
                        + PATIENCE.toMinutes() + " minutes.");
            }
            Pause.of(Duration.ofMillis(1));
        }
    }
}
