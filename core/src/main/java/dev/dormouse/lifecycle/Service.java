package dev.dormouse.lifecycle;

import java.time.Duration;

/**
 * Something that runs in the background between {@code start} and {@code stop}.
 *
 * <p>Both verbs are synchronous and idempotent, and may be called from any thread. Stopping is legal before starting; a
 * service that was stopped stays stopped.
 */
public interface Service extends AutoCloseable {

    /** Begins to work; returns once the service is able to do so. */
    void start();

    /**
     * Ends the work. Waits at once end; what is running may go on for {@code grace} and is then interrupted. Returns when
     * every thread of the service has ended.
     */
    void stop(Duration grace);

    /** Stops with a grace of five seconds. */
    @Override
    default void close() {
        stop(Duration.ofSeconds(5));
    }
}
