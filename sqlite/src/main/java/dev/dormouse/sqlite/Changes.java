package dev.dormouse.sqlite;

import dev.dormouse.wake.Ticker;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Tells all who want to know how an instance is doing that it changed. Thread-safe.
 *
 * <p>Who waits has looked before, and the instance may have changed in between. So one that changed a moment ago is waited
 * for only briefly, and no wait is long: returning early is allowed, sleeping over a change is not.
 */
final class Changes {

    private static final int RECENT_MAX = 1000;
    private static final long RECENT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long BRIEF_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final Ticker ticker;

    private final ReentrantLock lock = new ReentrantLock();
    // Guarded by the lock.
    private final Map<String, Watched> watched = new HashMap<>();
    private final Map<String, Long> recent = new LinkedHashMap<>();
    private boolean closed;

    /** One instance that somebody waits for. */
    private static final class Watched {
        final Condition changed;
        int waiters;
        long changes;

        Watched(Condition changed) {
            this.changed = changed;
        }
    }

    Changes(Ticker ticker) {
        this.ticker = ticker;
    }

    void changed(Collection<String> instances) {
        lock.lock();
        try {
            for (String instance : instances) {
                remember(instance);
                Watched waitedFor = watched.get(instance);
                if (waitedFor != null) {
                    waitedFor.changes++;
                    waitedFor.changed.signalAll();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private void remember(String instance) {
        recent.remove(instance);
        recent.put(instance, ticker.nanos());
        if (recent.size() > RECENT_MAX) {
            recent.remove(recent.keySet().iterator().next());
        }
    }

    void await(String instance, Duration timeout) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            Watched mine = watched.computeIfAbsent(instance, key -> new Watched(lock.newCondition()));
            mine.waiters++;
            try {
                await(mine, Math.min(Nanos.of(timeout), longest(instance)));
            } finally {
                if (--mine.waiters == 0) {
                    watched.remove(instance);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private long longest(String instance) {
        Long changedNanos = recent.get(instance);
        boolean recently = changedNanos != null && ticker.nanos() - changedNanos < RECENT_NANOS;
        return recently ? BRIEF_NANOS : LONGEST_NANOS;
    }

    private void await(Watched mine, long nanos) throws InterruptedException {
        long deadline = ticker.nanos() + nanos;
        long before = mine.changes;
        for (long left; !closed && mine.changes == before && (left = deadline - ticker.nanos()) > 0; ) {
            ticker.await(mine.changed, left);
        }
    }

    void close() {
        lock.lock();
        try {
            closed = true;
            watched.values().forEach(each -> each.changed.signalAll());
        } finally {
            lock.unlock();
        }
    }
}
