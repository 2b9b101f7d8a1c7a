package dev.dormouse.lifecycle;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
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
    private static final Duration JOIN_MAX = Duration.ofDays(1);
    /** How long to wait, beyond any patience, for a thread that was interrupted. */
    private static final Duration FAREWELL = Duration.ofSeconds(2);

    private final String name;
    private final Loop loop;
    private final AtomicInteger deaths = new AtomicInteger();
    private final CountDownLatch stopping = new CountDownLatch(1);

    private volatile @Nullable Throwable lastDeath;
    /** Null until started; written under the lock of this. */
    private volatile @Nullable Thread thread;

    /** What the thread does until told to stop. */
    @FunctionalInterface
    public interface Loop {
        void run() throws InterruptedException;
    }

    public Supervised(String name, Loop loop) {
        this.name = name;
        this.loop = loop;
    }

    public synchronized void start() {
        if (thread == null && !isStopping()) {
            Thread created = new Thread(this::supervise, name);
            created.setDaemon(true);
            // First the field: whoever does not see it yet to unpark it has come before its first look.
            thread = created;
            created.start();
        }
    }

    /** Says that the loop's next return is meant. The owner then wakes the loop by its own means. */
    public synchronized void stopping() {
        stopping.countDown();
    }

    public boolean isStopping() {
        return stopping.getCount() == 0;
    }

    /** For the loop: waits, but not beyond {@link #stopping}. */
    public void pause(Duration duration) throws InterruptedException {
        stopping.await(duration.toNanos(), TimeUnit.NANOSECONDS);
    }

    public void unpark() {
        LockSupport.unpark(thread);
    }

    public void interrupt() {
        Thread running = thread;
        if (running != null) {
            running.interrupt();
        }
    }

    /** Whether the thread has ended (or never began) within this time. */
    public boolean joinWithin(Duration duration) {
        Thread running = thread;
        if (running == null || running == Thread.currentThread()) {
            return true;
        }
        try {
            running.join(Math.max(1, duration.compareTo(JOIN_MAX) < 0 ? duration.toMillis() : JOIN_MAX.toMillis()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !running.isAlive();
    }

    /** Waits for the thread to end, and interrupts it if it has not done so in time. */
    public void join(Duration patience) {
        if (joinWithin(patience)) {
            return;
        }
        interrupt();
        if (!joinWithin(FAREWELL)) {
            log.warn("{} has not ended yet; it is a daemon and will not hold up the process", name);
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
        Thread running = thread;
        return running != null && running.isAlive();
    }

    /** Once begun, the loop runs at least once, however soon it is told to stop: it may have something to finish. */
    private void supervise() {
        long pauseMillis = PAUSE_MIN.toMillis();
        do {
            long startNanos = System.nanoTime();
            Throwable cause = runToItsEnd();
            if (isStopping()) {
                return;
            }
            boolean lasted = System.nanoTime() - startNanos > PAUSE_MAX.toNanos();
            pauseMillis = lasted ? PAUSE_MIN.toMillis() : pauseMillis;
            died(cause, pauseMillis);
            restAfterDeath(pauseMillis);
            pauseMillis = Math.min(pauseMillis * 2, PAUSE_MAX.toMillis());
        } while (!isStopping());
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
    private void restAfterDeath(long millis) {
        boolean unused = Thread.interrupted();
        try {
            pause(Duration.ofMillis(millis));
        } catch (InterruptedException e) {
            log.debug("{} was interrupted while it was dead", name, e);
        }
    }
}
