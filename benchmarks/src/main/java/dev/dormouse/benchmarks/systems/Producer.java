package dev.dormouse.benchmarks.systems;

import java.time.Instant;

/** Puts jobs in. Thread-safe for as many threads as its {@link Setup#width()}. */
public interface Producer extends AutoCloseable {

    /** One job in a transaction of its own; returns when that is committed. */
    void enqueue(long jobId) throws Exception;

    /** Jobs {@code firstId} to {@code firstId + count - 1} by the quickest way that the system offers. */
    void enqueueAll(long firstId, int count) throws Exception;

    /** One job that is due at that moment; only of systems that support delays. */
    default void enqueueAt(long jobId, Instant due) throws Exception {
        throw new UnsupportedOperationException("This system is not asked for jobs that are due later.");
    }

    @Override
    void close();
}
