package dev.dormouse.benchmarks.systems;

/** A running worker. */
public interface Worker extends AutoCloseable {

    /** A producer in the worker's own process, sharing with it what one program would share. */
    Producer producer(int threads) throws Exception;

    /** How many connections the pool has that the harness gave it, if any; what it holds beyond that is its own doing. */
    default int pooledConnections() {
        return 0;
    }

    /** Stops; returns when no handler runs any more. */
    @Override
    void close();
}
