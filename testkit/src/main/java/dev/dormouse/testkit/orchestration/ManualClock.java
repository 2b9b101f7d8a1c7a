package dev.dormouse.testkit.orchestration;

import dev.dormouse.wake.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;

/** A clock that stands still until it is told to go on: for what is due, and for waiting. Thread-safe. */
public final class ManualClock implements InstantSource, Ticker {

    private static final Instant BEGINNING = Instant.parse("2030-01-01T00:00:00Z");

    private final AtomicLong nanos = new AtomicLong();

    public void advance(Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException("time does not go back: " + time);
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

    /** Returns early, and often, so that whoever waits sees the clock move. */
    @Override
    @SuppressWarnings("WaitNotInLoop") // those who call it do so in a loop
    public void await(Condition condition, long forNanos) throws InterruptedException {
        boolean unused = condition.await(1, TimeUnit.MILLISECONDS);
    }
}
