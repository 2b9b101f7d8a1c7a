package dev.dormouse.node;

import dev.dormouse.lifecycle.Service;
import dev.dormouse.wake.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes what is finished when its time is over, in small batches, on a thread that exists only meanwhile. Thread-safe.
 *
 * <p>An idle node asks nothing: its survey tells when there is something to remove. A node that is never idle makes no
 * survey; it asks by itself every now and then.
 */
public final class Pruner implements Service {

    private static final Logger log = LoggerFactory.getLogger(Pruner.class);
    public static final int BATCH = 500;
    private static final Duration RETENTION_MAX = Duration.ofDays(36_525);
    private static final Duration BUSY_INTERVAL_MIN = Duration.ofSeconds(1);
    /** Lets others have the disk between two batches. */
    private static final Duration PAUSE = Duration.ofMillis(10);

    private final String what;
    private final Removal removal;
    private final Duration retention;
    private final long busyIntervalNanos;
    private final Ticker ticker;

    /** How a store removes a batch of what finished so long ago, the oldest first. */
    @FunctionalInterface
    public interface Removal {

        /**
         * Removes up to {@code max}.
         *
         * @param since where the last batch ended; before that there is nothing left
         */
        Pruned prune(Duration retention, int max, Instant since);
    }

    /** How many were removed, and how far that came. */
    public record Pruned(int removed, Instant upTo) {}

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition ended = lock.newCondition();
    // Guarded by the lock.
    private @Nullable Thread thread;
    private boolean stopped;
    private long lastNanos;

    public Pruner(String what, Removal removal, Duration retention, Duration fallbackInterval, Ticker ticker) {
        this.what = what;
        this.removal = removal;
        this.retention = requireRetention(retention);
        this.busyIntervalNanos = busyInterval(retention, fallbackInterval).toNanos();
        this.ticker = ticker;
        this.lastNanos = ticker.nanos();
    }

    public static Duration requireRetention(Duration retention) {
        if (retention.isNegative() || retention.compareTo(RETENTION_MAX) > 0) {
            throw new IllegalArgumentException("retention must be between zero and 100 years: " + retention);
        }
        return retention;
    }

    public Duration retention() {
        return retention;
    }

    @Override
    public void start() {}

    /** There is something to remove; starts doing so unless that is under way. Returns at once. */
    public void prunable() {
        lock.lock();
        try {
            lastNanos = ticker.nanos();
            if (thread == null && !stopped) {
                thread = new Thread(this::run, "dormouse-pruner");
                thread.setDaemon(true);
                thread.start();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Called every now and then while there is work, because then no survey may come. */
    public void busy() {
        lock.lock();
        try {
            if (ticker.nanos() - lastNanos >= busyIntervalNanos) {
                prunable();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void stop(Duration grace) {
        lock.lock();
        try {
            stopped = true;
            if (thread != null) {
                thread.interrupt();
            }
            for (long nanos = grace.toNanos(); thread != null && nanos > 0; ) {
                nanos = ended.awaitNanos(nanos);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        try {
            pruneAll();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            log.warn("Could not remove {} older than {}, trying again later: {}", what, retention, e.toString());
        } finally {
            end();
        }
    }

    private void pruneAll() throws InterruptedException {
        Pruned pruned = removal.prune(retention, BATCH, Instant.EPOCH);
        while (pruned.removed() == BATCH) {
            Thread.sleep(PAUSE.toMillis());
            pruned = removal.prune(retention, BATCH, pruned.upTo());
        }
    }

    private void end() {
        lock.lock();
        try {
            thread = null;
            ended.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private static Duration busyInterval(Duration retention, Duration fallbackInterval) {
        Duration interval = retention.dividedBy(10);
        interval = interval.compareTo(fallbackInterval) > 0 ? fallbackInterval : interval;
        return interval.compareTo(BUSY_INTERVAL_MIN) < 0 ? BUSY_INTERVAL_MIN : interval;
    }
}
