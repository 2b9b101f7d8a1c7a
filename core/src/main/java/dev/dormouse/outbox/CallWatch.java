package dev.dormouse.outbox;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Has all calls looked at when the first of them could be overdue, and not before: calls that end in time, which is nearly all
 * of them, share one alarm. Thread-safe.
 */
final class CallWatch {

    private static final long NONE = Long.MAX_VALUE;
    private static final long FARTHEST_NANOS = Duration.ofDays(1).toNanos();

    private final ScheduledExecutorService timer;
    private final Runnable look;
    private final long originNanos = System.nanoTime();
    /** When the next look is, counted from the origin. */
    private final AtomicLong planned = new AtomicLong(NONE);

    /** @param look asks to be called again, with {@link #lookBy}, for calls that it leaves under way */
    CallWatch(ScheduledExecutorService timer, Runnable look) {
        this.timer = timer;
        this.look = look;
    }

    /** A call that is known to whoever looks may be overdue at this time, by {@link System#nanoTime}. */
    void lookBy(long nanoTime) {
        long now = System.nanoTime();
        long delay = Math.min(nanoTime - now, FARTHEST_NANOS);
        long at = now - originNanos + delay;
        if (at < planned.getAndAccumulate(at, Math::min)) {
            plan(at, delay);
        }
    }

    private void plan(long at, long delayNanos) {
        try {
            Future<?> unused = timer.schedule(() -> look(at), delayNanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException stopped) {
            // Whoever stops the node interrupts what is under way.
        }
    }

    /** A call that comes after the first line plans a look of its own; one that came before is seen by the second. */
    private void look(long at) {
        planned.compareAndSet(at, NONE);
        look.run();
    }
}
