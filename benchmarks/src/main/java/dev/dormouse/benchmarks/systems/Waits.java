package dev.dormouse.benchmarks.systems;

/** A node that runs code which waits for one event after the other, for ever. Thread-safe. */
public interface Waits extends AutoCloseable {

    /** Starts instances {@code firstId} to {@code firstId + count - 1}. */
    void startAll(long firstId, int count) throws Exception;

    /** Sends an event to one of them. */
    void raise(long id);

    /** How many times any of them began to wait; what is replayed does not count. */
    long begun();

    @Override
    void close();

    /** Starts such a node. */
    @FunctionalInterface
    interface Opener {
        Waits open(Database database) throws Exception;
    }
}
