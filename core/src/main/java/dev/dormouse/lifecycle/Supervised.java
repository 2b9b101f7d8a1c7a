package dev.dormouse.lifecycle;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A platform thread that runs a loop and starts it again, after a growing pause, if it dies of anything but a stop.
 *
 * <p>Thread-safe. A loop ends by returning after its owner asked it to; every other way of ending is a death, logged and
 * counted, so that a node can never go quietly deaf.
 */
public final class Supervised {

    private static final Logger log = LoggerFactory.getLogger(Supervised.class);
    private static final Duration PAUSE_MIN = Duration.ofMillis(100);
    private static final Duration PAUSE_MAX = Duration.ofSeconds(5);

    private final String name;
    private final Runnable loop;
    private final AtomicInteger deaths = new AtomicInteger();

    private volatile boolean stopping;
    private volatile @Nullable Throwable lastDeath;
    private @Nullable Thread thread;

    public Supervised(String name, Runnable loop) {
        this.name = name;
        this.loop = loop;
    }

    public synchronized void start() {
        if (thread == null && !stopping) {
            thread = new Thread(this::supervise, name);
            thread.setDaemon(true);
            thread.start();
        }
    }

    /** Says that the loop's next return is meant. The owner then wakes the loop by its own means. */
    public void stopping() {
        stopping = true;
    }

    /** Waits for the thread to end, and interrupts it if it has not done so in time. */
    public void join(Duration patience) {
        Thread running = current();
        if (running == null || running == Thread.currentThread()) {
            return;
        }
        try {
            running.join(Math.max(1, patience.toMillis()));
            if (running.isAlive()) {
                running.interrupt();
                running.join(1_000);
            }
        } catch (InterruptedException e) {
            running.interrupt();
            Thread.currentThread().interrupt();
        }
    }

    /** How often the loop died and was started again. */
    public int deaths() {
        return deaths.get();
    }

    public @Nullable Throwable lastDeath() {
        return lastDeath;
    }

    public boolean alive() {
        Thread running = current();
        return running != null && running.isAlive();
    }

    private synchronized @Nullable Thread current() {
        return thread;
    }

    private void supervise() {
        long pauseMillis = PAUSE_MIN.toMillis();
        while (!stopping) {
            try {
                loop.run();
                if (!stopping) {
                    died(new IllegalStateException(name + " returned without being asked to"), pauseMillis);
                }
            } catch (Throwable t) {
                died(t, pauseMillis);
            }
            if (!stopping && !pause(pauseMillis)) {
                return;
            }
            pauseMillis = Math.min(pauseMillis * 2, PAUSE_MAX.toMillis());
        }
    }

    private void died(Throwable cause, long pauseMillis) {
        if (stopping) {
            return;
        }
        deaths.incrementAndGet();
        lastDeath = cause;
        log.error("{} died and will be started again in {} ms", name, pauseMillis, cause);
    }

    /** An interrupt means stop. */
    private static boolean pause(long millis) {
        try {
            Thread.sleep(millis);
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }
}
