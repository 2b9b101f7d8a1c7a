package dev.dormouse.benchmarks.systems;

/** A running worker. */
public interface Worker extends AutoCloseable {

    /** A producer in the worker's own process, sharing with it what one program would share. */
    Producer producer(int threads) throws Exception;

    /** Stops; returns when no handler runs any more. */
    @Override
    void close();
}
