package dev.dormouse.provider;

import dev.dormouse.wake.Sleepers;
import dev.dormouse.wake.Ticker;
import dev.dormouse.wake.Waiter;
import dev.dormouse.wake.WakeHint;
import dev.dormouse.wake.WakeHub;
import dev.dormouse.wake.WakeReason;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Lets callers wait until an instance may have changed. Everyone who waits for an instance is told, here and on every node
 * that has said it wants to know. Thread-safe.
 *
 * <p>A change may fall between a caller's look and its wait. So a thread's first call for an instance only begins to watch
 * it and returns: the caller looks once more, and from then on no change can be missed, since the watch goes on for a while
 * after each call and remembers what the thread has seen.
 */
public final class ChangeWatch implements AutoCloseable {

    private static final String SIGNAL = "instance";
    private static final int NAME_LENGTH_MAX = 120;
    private static final long KEPT_NANOS = Duration.ofMinutes(1).toNanos();

    private final WakeHub hub;
    private final SleepMarks marks;
    private final Map<String, Watch> watches = new ConcurrentHashMap<>();
    private final AtomicLong sweptNanos = new AtomicLong(Ticker.SYSTEM.nanos());
    private volatile boolean closed;

    private static final class Watch {
        final AtomicLong changes = new AtomicLong();
        final Set<Waiter> waiters = ConcurrentHashMap.newKeySet();
        /** By thread: the changes that it has been told of. */
        final Map<Long, Long> seen = new ConcurrentHashMap<>();

        volatile long usedNanos;
    }

    public ChangeWatch(WakeHub hub, Sleepers sleepers) {
        this.hub = hub;
        this.marks = new SleepMarks(hub, sleepers);
        hub.onSignal(SIGNAL, this::changedHere);
    }

    /** What to announce to the other nodes when an instance has changed. */
    public static WakeHint hint(String instance) {
        return WakeHub.signal(SIGNAL, name(instance));
    }

    /** Tells the callers in this process. */
    public void changed(String instance) {
        changedHere(name(instance));
    }

    /** Waits for a change, the timeout, or the end; returns early when a change could have been missed. */
    public void await(String instance, Duration timeout) throws InterruptedException {
        long deadlineNanos = Ticker.SYSTEM.nanos() + timeout.toNanos();
        sweep();
        String queue = hint(instance).queue();
        Watch watch = watches.computeIfAbsent(name(instance), absent -> new Watch());
        watch.usedNanos = Ticker.SYSTEM.nanos();
        try (Waiter waiter = hub.register(List.of(SIGNAL))) {
            watch.waiters.add(waiter);
            try {
                if (!closed && marks.set(queue) && known(watch) && watches.get(name(instance)) == watch) {
                    WakeReason unused = waiter.awaitUntil(deadlineNanos);
                }
            } finally {
                watch.waiters.remove(waiter);
            }
        }
        watch.seen.put(Thread.currentThread().getId(), watch.changes.get());
        watch.usedNanos = Ticker.SYSTEM.nanos();
    }

    /** Ends all waits. */
    @Override
    public void close() {
        closed = true;
        watches.values().forEach(watch -> watch.waiters.forEach(Waiter::close));
    }

    private static boolean known(Watch watch) {
        Long seen = watch.seen.get(Thread.currentThread().getId());
        return seen != null && seen == watch.changes.get();
    }

    private void changedHere(String name) {
        Watch watch = watches.get(name);
        if (watch != null) {
            watch.changes.incrementAndGet();
            watch.waiters.forEach(Waiter::nudge);
        }
    }

    /** Every now and then forgets what nobody has asked for in a while. */
    private void sweep() {
        long now = Ticker.SYSTEM.nanos();
        long last = sweptNanos.get();
        if (now - last < KEPT_NANOS || !sweptNanos.compareAndSet(last, now)) {
            return;
        }
        watches.forEach((name, watch) -> {
            if (watch.waiters.isEmpty() && now - watch.usedNanos > KEPT_NANOS && watches.remove(name, watch)) {
                marks.clear(WakeHub.signal(SIGNAL, name).queue());
            }
        });
    }

    /** Short enough to travel in a notification, whatever the instance is called. */
    private static String name(String instance) {
        return instance.length() <= NAME_LENGTH_MAX
                ? instance
                : UUID.nameUUIDFromBytes(instance.getBytes(StandardCharsets.UTF_8))
                        .toString();
    }
}
