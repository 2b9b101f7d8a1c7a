package dev.dormouse.jobs;

import dev.dormouse.jobs.JobAdminStore.Pruned;
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
 * Removes finished jobs when their time is over, in small batches, on a thread that exists only meanwhile. Thread-safe.
 *
 * <p>An idle node asks nothing: its survey tells when there is something to remove. A node that is never idle makes no
 * survey; it asks by itself every now and then.
 */
public final class JobPruner implements Service {

    private static final Logger log = LoggerFactory.getLogger(JobPruner.class);
    static final int BATCH = 500;
    private static final Duration RETENTION_MAX = Duration.ofDays(36_525);
    private static final Duration BUSY_INTERVAL_MIN = Duration.ofSeconds(1);
    /** Lets others have the disk between two batches. */
    private static final Duration PAUSE = Duration.ofMillis(10);

    private final JobAdminStore store;
    private final Duration retention;
    private final long busyIntervalNanos;
    private final Ticker ticker;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition ended = lock.newCondition();
    // Guarded by the lock.
    private @Nullable Thread thread;
    private boolean stopped;
    private long lastNanos;

    public JobPruner(JobAdminStore store, Duration retention, Duration fallbackInterval, Ticker ticker) {
        this.store = store;
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

    /** Called every now and then while jobs run, because then no survey may come. */
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
            log.warn("Could not remove finished jobs older than {}, trying again later: {}", retention, e.toString());
        } finally {
            end();
        }
    }

    private void pruneAll() throws InterruptedException {
        Pruned pruned = store.prune(retention, BATCH, Instant.EPOCH);
        while (pruned.jobs() == BATCH) {
            Thread.sleep(PAUSE.toMillis());
            pruned = store.prune(retention, BATCH, pruned.upTo());
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
