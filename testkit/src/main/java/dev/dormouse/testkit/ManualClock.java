package dev.dormouse.testkit;

import dev.dormouse.wake.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;

/** Both clocks of a provider in one: they stand still until they are moved, so that a test can skip days. Thread-safe. */
public final class ManualClock implements InstantSource, Ticker {

    private static final Instant BEGINNING = Instant.parse("2026-01-01T00:00:00Z");

    private final AtomicLong nanos = new AtomicLong();

    /** Moves time forward. Whoever waits notices within a few milliseconds of real time. */
    public void advance(Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException("time goes forward only: " + time);
        }
        nanos.addAndGet(time.toNanos());
    }

    @Override
    public Instant instant() {
        return BEGINNING.plusNanos(nanos.get());
    }

    @Override
    public long nanos() {
        return nanos.get();
    }

    /** Waits for a signal or a moment of real time: whoever waits then looks at this clock again. */
    @Override
    @SuppressWarnings("WaitNotInLoop") // those who call it do so in a loop
    public void await(Condition condition, long atMostNanos) throws InterruptedException {
        condition.awaitNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
}
