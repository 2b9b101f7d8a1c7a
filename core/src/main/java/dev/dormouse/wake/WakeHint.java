package dev.dormouse.wake;

import java.time.Duration;

/**
 * "There is work in this queue, due after this delay." A hint, never the truth: it may be lost, late, repeated or forged.
 *
 * @param queue the dispatcher's queue, for example {@code job:default}
 * @param delay how long until the work is due, measured by the database at the moment of announcing; zero: now
 */
public record WakeHint(String queue, Duration delay) {

    public WakeHint {
        if (queue.isEmpty()) {
            throw new IllegalArgumentException("queue must not be empty");
        }
        if (delay.isNegative()) {
            throw new IllegalArgumentException("delay must not be negative: " + delay);
        }
    }

    public static WakeHint now(String queue) {
        return new WakeHint(queue, Duration.ZERO);
    }
}
