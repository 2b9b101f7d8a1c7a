package dev.dormouse.benchmarks.systems;

import java.time.Duration;

/** A node that runs code with several durable steps at once. Thread-safe. */
public interface FanOuts extends AutoCloseable {

    /** Starts one with so many steps at once that take so long each; returns when it has ended. */
    void fanOut(long id, int steps, Duration each) throws Exception;

    @Override
    void close();

    /** Starts such a node. */
    @FunctionalInterface
    interface Opener {
        FanOuts open(Database database) throws Exception;
    }
}
