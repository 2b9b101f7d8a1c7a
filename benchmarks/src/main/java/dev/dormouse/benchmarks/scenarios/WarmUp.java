package dev.dormouse.benchmarks.scenarios;

import java.time.Duration;

/**
 * Rounds of the very thing that is measured, so that the JVM has compiled it and the caches are full. Every system gets as many
 * as begin within the same time, and a few at most.
 */
final class WarmUp {
    private static final Duration TIME = Duration.ofSeconds(10);
    private static final int ROUNDS_MAX = 3;

    private WarmUp() {}

    /** One round, of so many jobs with ids from the first on. */
    @FunctionalInterface
    interface Round {
        void run(long firstId) throws Exception;
    }

    /** Returns the first id that was not used. */
    static long run(int jobs, Round round) throws Exception {
        long beganNanos = System.nanoTime();
        long firstId = 0;
        for (int i = 0; i < ROUNDS_MAX && System.nanoTime() - beganNanos < TIME.toNanos(); i++) {
            round.run(firstId);
            firstId += jobs;
        }
        return firstId;
    }
}
