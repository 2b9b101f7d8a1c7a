package dev.dormouse.postgres.listen;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One daemon thread that starts at most once and is told to stop at most once, in any order. Thread-safe. */
final class BackgroundThread {

    private static final Logger log = LoggerFactory.getLogger(BackgroundThread.class);

    /** How long to wait, beyond any grace, for a thread that was cut off from what it waited for. */
    private static final Duration FAREWELL = Duration.ofSeconds(5);

    private static final Duration JOIN_MAX = Duration.ofDays(1);
    private static final Duration RESTART_PAUSE = Duration.ofSeconds(1);

    private final String name;
    private final Loop loop;
    private final CountDownLatch stopping = new CountDownLatch(1);

    private final ReentrantLock lock = new ReentrantLock();
    /** Null until started; written under {@link #lock}. */
    private volatile @Nullable Thread thread;

    BackgroundThread(String name, Loop loop) {
        this.name = name;
        this.loop = loop;
    }

    void start() {
        lock.lock();
        try {
            if (thread != null || isStopping()) {
                return;
            }
            Thread created = new Thread(this::run, name);
            created.setDaemon(true);
            // First the field: whoever does not see it yet to unpark it has come before its first look.
            thread = created;
            created.start();
        } finally {
            lock.unlock();
        }
    }

    void requestStop() {
        lock.lock();
        try {
            stopping.countDown();
        } finally {
            lock.unlock();
        }
    }

    boolean isStopping() {
        return stopping.getCount() == 0;
    }

    /** Returns early when told to stop. */
    void pause(Duration duration) throws InterruptedException {
        stopping.await(duration.toNanos(), TimeUnit.NANOSECONDS);
    }

    void unpark() {
        LockSupport.unpark(thread);
    }

    void interrupt() {
        Thread started = thread;
        if (started != null) {
            started.interrupt();
        }
    }

    /** Whether the thread has ended (or never began) within this time. */
    boolean joinWithin(Duration duration) {
        Thread started = thread;
        if (started == null || started == Thread.currentThread()) {
            return true;
        }
        try {
            started.join(Math.max(1, duration.compareTo(JOIN_MAX) < 0 ? duration.toMillis() : JOIN_MAX.toMillis()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !started.isAlive();
    }

    /** Waits for the end of a thread that has nothing left to wait for. */
    void join(Duration grace) {
        if (!joinWithin(grace) && !joinWithin(FAREWELL)) {
            log.warn("Thread {} has not ended yet; it is a daemon and will not hold up the process", name);
        }
    }

    /** Whatever the loop throws, the thread goes on until it is told to stop: a dead thread would be a silent one. */
    private void run() {
        do {
            try {
                loop.run();
            } catch (Throwable error) {
                afterFailure(error);
            }
        } while (!isStopping());
    }

    private void afterFailure(Throwable error) {
        if (isStopping()) {
            return;
        }
        log.error("Thread {} failed and begins again", name, error);
        try {
            pause(RESTART_PAUSE);
        } catch (InterruptedException e) {
            // Only stop() means to end this thread, and it has said so before it interrupts.
            log.debug("Thread {} was interrupted by somebody else", name, e);
        }
    }

    /** What the thread does until told to stop. */
    interface Loop {
        void run() throws InterruptedException;
    }
}
