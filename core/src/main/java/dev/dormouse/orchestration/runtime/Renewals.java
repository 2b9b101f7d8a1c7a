package dev.dormouse.orchestration.runtime;

import dev.dormouse.provider.ProviderException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The locks of one kind that this node holds, renewed together. Thread-safe.
 *
 * <p>A lock is kept until what it protects has been written, not only until the code behind it has ended. A renewal that
 * fails says nothing about the locks: it is tried again at the next tick, and nothing is cancelled because of it. Only the
 * provider's word that a lock is gone counts.
 */
final class Renewals<L> {

    private static final Logger log = LoggerFactory.getLogger(Renewals.class);
    /** Longer locks are renewed this long before their end, shorter ones at half their time. */
    private static final Duration LONG_LOCK = Duration.ofSeconds(15);

    /** Makes locks last for so long from now, and returns those that are gone. */
    interface Renewer<L> {
        List<L> renew(Collection<L> locks, Duration lockTimeout);
    }

    private final Renewer<L> renewer;
    private final Duration lockTimeout;
    private final long intervalNanos;
    private final Map<L, Held> held = new ConcurrentHashMap<>();
    /** Of the timer's thread. */
    private boolean failing;

    /** When the lock was last known to be held, and whom to tell that it is gone. */
    private record Held(long sinceNanos, Runnable lost) {}

    Renewals(Renewer<L> renewer, Duration lockTimeout, Duration buffer) {
        this.renewer = renewer;
        this.lockTimeout = lockTimeout;
        this.intervalNanos = interval(lockTimeout, buffer).toNanos();
    }

    static Duration interval(Duration lockTimeout, Duration buffer) {
        return lockTimeout.compareTo(LONG_LOCK) >= 0 ? lockTimeout.minus(buffer) : lockTimeout.dividedBy(2);
    }

    void add(L lock, long nowNanos, Runnable lost) {
        held.put(lock, new Held(nowNanos, lost));
    }

    void remove(L lock) {
        held.remove(lock);
    }

    boolean isEmpty() {
        return held.isEmpty();
    }

    /** How often to look whether something has to be renewed. */
    Duration tick() {
        return Duration.ofNanos(Math.max(1_000_000, intervalNanos / 4));
    }

    /** Renews what needs it, and with it what would soon need it. */
    void renew(long nowNanos) {
        if (held.values().stream().noneMatch(lock -> nowNanos - lock.sinceNanos >= intervalNanos)) {
            return;
        }
        List<L> locks = new ArrayList<>();
        held.forEach((lock, state) -> {
            if (nowNanos - state.sinceNanos >= intervalNanos / 2) {
                locks.add(lock);
            }
        });
        try {
            renewed(locks, renewer.renew(locks, lockTimeout), nowNanos);
            failing = false;
        } catch (ProviderException e) {
            failed(locks.size(), e);
        }
    }

    private void renewed(List<L> locks, List<L> gone, long nowNanos) {
        locks.forEach(lock -> held.computeIfPresent(lock, (same, state) -> new Held(nowNanos, state.lost)));
        for (L lock : gone) {
            Held state = held.remove(lock);
            if (state != null) {
                state.lost.run();
            }
        }
    }

    private void failed(int locks, ProviderException e) {
        if (!failing) {
            log.warn("could not renew {} locks, trying again until it works: {}", locks, e.toString());
        }
        failing = true;
    }
}
