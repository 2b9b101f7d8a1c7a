package dev.dormouse.testkit;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** What a {@link FaultProxy} breaks at the moment. Written by the test, read by the threads that forward. */
final class ProxyFaults {

    volatile boolean dropNotifications;
    volatile boolean refuse;
    volatile Duration delay = Duration.ZERO;

    /** The command tag before whose reply to cut; null when nothing is armed. */
    final AtomicReference<@Nullable String> cutBefore = new AtomicReference<>();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    /** Guarded by {@link #lock}. */
    private boolean blackhole;

    void blackhole(boolean on) {
        lock.lock();
        try {
            blackhole = on;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Tells those who wait to look whether their link is still open. */
    void linkClosed() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Returns when bytes may pass, or when they have nowhere to go any more. */
    void awaitPassage(BooleanSupplier closed) throws InterruptedException {
        lock.lock();
        try {
            while (blackhole && !closed.getAsBoolean()) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    void awaitDelay(BooleanSupplier closed) throws InterruptedException {
        long leftNanos = delay.toNanos();
        lock.lock();
        try {
            while (leftNanos > 0 && !closed.getAsBoolean()) {
                leftNanos = changed.awaitNanos(leftNanos);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Whether to cut instead of forwarding this tag. True once per arming, however many connections ask. */
    boolean takeCut(String tag) {
        String armed = cutBefore.get();
        return armed != null && tag.startsWith(armed) && cutBefore.compareAndSet(armed, null);
    }
}
