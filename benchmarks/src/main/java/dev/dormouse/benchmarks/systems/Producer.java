package dev.dormouse.benchmarks.systems;

/** Puts jobs in. Thread-safe for as many threads as its {@link Setup#width()}. */
public interface Producer extends AutoCloseable {

    /** One job in a transaction of its own; returns when that is committed. */
    void enqueue(long jobId) throws Exception;

    /** Jobs {@code firstId} to {@code firstId + count - 1} by the quickest way that the system offers. */
    void enqueueAll(long firstId, int count) throws Exception;

    @Override
    void close();
}
