package dev.dormouse.wake;

import java.util.concurrent.locks.Condition;

/**
 * The monotonic clock, which only measures waiting. What is due, and whose lease has ended, is decided by the database's
 * clock; what reaches a node is always a relative delay.
 */
public interface Ticker {

    Ticker SYSTEM = new Ticker() {
        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        @SuppressWarnings("WaitNotInLoop") // those who call it do so in a loop
        public void await(Condition condition, long nanos) throws InterruptedException {
            condition.awaitNanos(nanos);
        }
    };

    long nanos();

    /** Waits on the condition, whose lock the caller holds, for at most so long. May return early. */
    void await(Condition condition, long nanos) throws InterruptedException;
}
