package dev.dormouse.wake;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;

/** A monotonic clock that stands still until it is moved. Thread-safe. */
public final class ManualTicker implements Ticker {

    /** Below zero, as the monotonic clock may be: whoever takes its values for anything but differences errs. */
    private final AtomicLong nanos = new AtomicLong(-TimeUnit.SECONDS.toNanos(10));

    private final AtomicLong waits = new AtomicLong();

    /** How often anybody has begun to wait: who sees this grow knows that somebody has nothing to do. */
    public long waits() {
        return waits.get();
    }

    public void advance(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @Override
    public long nanos() {
        return nanos.get();
    }

    /** Waits for a signal or a moment of real time: whoever waits then looks at this clock again. */
    @Override
    @SuppressWarnings("WaitNotInLoop") // those who call it do so in a loop
    public void await(Condition condition, long nanos) throws InterruptedException {
        waits.incrementAndGet();
        condition.awaitNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
}
