package dev.dormouse.lifecycle;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A platform thread that runs a loop and starts it again, after a growing pause, if it dies of anything but a stop.
 *
 * <p>Thread-safe. A loop ends by returning after its owner asked it to; every other way of ending, an interrupt by a
 * stranger included, is a death, logged and counted, so that a node can never go quietly deaf.
 */
public final class Supervised {

    private static final Logger log = LoggerFactory.getLogger(Supervised.class);
    private static final Duration PAUSE_MIN = Duration.ofMillis(100);
    private static final Duration PAUSE_MAX = Duration.ofSeconds(5);

    private final String name;
    private final Runnable loop;
    private final AtomicInteger deaths = new AtomicInteger();
    private final CountDownLatch stopping = new CountDownLatch(1);

    private volatile @Nullable Throwable lastDeath;
    private @Nullable Thread thread;

    public Supervised(String name, Runnable loop) {
        this.name = name;
        this.loop = loop;
    }

    public synchronized void start() {
        if (thread == null && !isStopping()) {
            Thread created = new Thread(this::supervise, name);
            created.setDaemon(true);
            created.start();
            thread = created;
        }
    }

    /** Says that the loop's next return is meant. The owner then wakes the loop by its own means. */
    public void stopping() {
        stopping.countDown();
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

    private boolean isStopping() {
        return stopping.getCount() == 0;
    }

    private void supervise() {
        long pauseMillis = PAUSE_MIN.toMillis();
        while (!isStopping()) {
            long startNanos = System.nanoTime();
            Throwable cause = runToItsEnd();
            if (isStopping()) {
                return;
            }
            boolean lasted = System.nanoTime() - startNanos > PAUSE_MAX.toNanos();
            pauseMillis = lasted ? PAUSE_MIN.toMillis() : pauseMillis;
            died(cause, pauseMillis);
            pause(pauseMillis);
            pauseMillis = Math.min(pauseMillis * 2, PAUSE_MAX.toMillis());
        }
    }

    private Throwable runToItsEnd() {
        try {
            loop.run();
            return new IllegalStateException(name + " returned without being asked to");
        } catch (Throwable t) {
            return t;
        }
    }

    private void died(Throwable cause, long pauseMillis) {
        deaths.incrementAndGet();
        lastDeath = cause;
        log.error("{} died and will be started again in {} ms", name, pauseMillis, cause);
    }

    /** Only the owner can end this thread, and it says so before it interrupts; a stranger's interrupt is forgotten. */
    private void pause(long millis) {
        boolean unused = Thread.interrupted();
        try {
            boolean stopped = stopping.await(millis, TimeUnit.MILLISECONDS);
            log.debug("{} is started again unless it is to stop: stopped={}", name, stopped);
        } catch (InterruptedException e) {
            log.debug("{} was interrupted while it was dead", name, e);
        }
    }
}
