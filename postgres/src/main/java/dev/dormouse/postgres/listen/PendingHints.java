package dev.dormouse.postgres.listen;

import dev.dormouse.wake.WakeHint;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The hints that wait to be sent: per queue the earliest due time, so that any number of hints costs one notification.
 * Thread-safe and without a lock that anyone could wait for.
 *
 * <p>Due times are kept on the monotonic clock, so that a hint that had to wait travels with the delay that is left.
 */
final class PendingHints {

    static final int QUEUES_MAX = 10_000;

    private final long originNanos = System.nanoTime();
    private final Map<String, Long> dueNanosByQueue = new ConcurrentHashMap<>();

    /** Whether there was room; there is as long as the queues are not made up. */
    boolean add(WakeHint hint) {
        long dueNanos = dueNanos(hint.delay());
        Long waiting = dueNanosByQueue.get(hint.queue());
        if (waiting != null && waiting <= dueNanos) {
            // Whoever takes that one takes it after this moment: it stands for this hint too.
            return true;
        }
        if (waiting == null && dueNanosByQueue.size() >= QUEUES_MAX) {
            return false;
        }
        dueNanosByQueue.merge(hint.queue(), dueNanos, Math::min);
        return true;
    }

    private long dueNanos(Duration delay) {
        Duration bounded = delay.compareTo(WakePayload.DELAY_MAX) > 0 ? WakePayload.DELAY_MAX : delay;
        return bounded.isZero() ? 0L : now() + bounded.toNanos();
    }

    boolean isEmpty() {
        return dueNanosByQueue.isEmpty();
    }

    /** Takes what is there. A hint that is added meanwhile is either among it or stays for the next time. */
    Map<String, Long> drain() {
        Map<String, Long> taken = new HashMap<>();
        for (String queue : List.copyOf(dueNanosByQueue.keySet())) {
            Long dueNanos = dueNanosByQueue.remove(queue);
            if (dueNanos != null) {
                taken.put(queue, dueNanos);
            }
        }
        return taken;
    }

    /** Gives back what could not be sent; what was added meanwhile counts too. */
    void putBack(Map<String, Long> taken) {
        taken.forEach((queue, dueNanos) -> dueNanosByQueue.merge(queue, dueNanos, Math::min));
    }

    WakeHint hint(String queue, long dueNanos) {
        return new WakeHint(queue, Duration.ofNanos(Math.max(0, dueNanos - now())));
    }

    private long now() {
        return System.nanoTime() - originNanos;
    }
}
