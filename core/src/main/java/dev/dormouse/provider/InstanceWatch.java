package dev.dormouse.provider;

import java.time.Duration;

/**
 * Lets one caller wait until an instance may have changed. A change that comes after the watch began is not missed, so the
 * caller begins to watch, then looks, then waits, and looks again. For one thread.
 */
public interface InstanceWatch extends AutoCloseable {

    /** Waits for a change since the last call, or the timeout. May return early; the caller looks again. */
    void await(Duration timeout) throws InterruptedException;

    @Override
    void close();
}
