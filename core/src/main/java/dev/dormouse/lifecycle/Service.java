package dev.dormouse.lifecycle;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

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

    /** Stops several at the same time, so that the grace is theirs together, not one after the other. */
    static void stopAll(Collection<? extends Service> services, Duration grace) {
        List<Thread> stopping = new ArrayList<>();
        for (Service service : services) {
            Thread thread = new Thread(() -> service.stop(grace), "dormouse-stop");
            thread.start();
            stopping.add(thread);
        }
        boolean interrupted = false;
        for (Thread thread : stopping) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Stops with a grace of five seconds. */
    @Override
    default void close() {
        stop(Duration.ofSeconds(5));
    }
}
