package dev.dormouse.benchmarks.systems;

/** A running worker. */
public interface Worker extends AutoCloseable {

    /** A producer in the worker's own process, sharing with it what one program would share. */
    Producer producer(int threads) throws Exception;

    /** How many connections the pool has that the harness gave it; what it holds beyond that is its own doing. */
    int pooledConnections();

    /** Stops; returns when no handler runs any more. */
    @Override
    void close();
}
