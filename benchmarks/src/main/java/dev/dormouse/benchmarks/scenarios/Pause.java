package dev.dormouse.benchmarks.scenarios;

import java.time.Duration;

/** Letting time pass is what some scenarios measure. */
final class Pause {

    private Pause() {}

    static void of(Duration duration) throws InterruptedException {
        Thread.sleep(duration.toMillis());
    }
}
