package dev.dormouse.benchmarks.systems;

import java.time.Duration;

/** Code in several durable steps, of the systems that have such. Thread-safe. */
public interface Workflows extends AutoCloseable {

    /** How many steps a sequence has. */
    int STEPS = 5;

    /** Starts one with steps that do nothing, one after the other; returns when it has ended. */
    void sequence(long id) throws Exception;

    /** Starts one with so many steps at once that take so long each; returns when it has ended. */
    default void fanOut(long id, int steps, Duration each) throws Exception {
        throw new UnsupportedOperationException("This system is not asked to do several steps at once.");
    }

    @Override
    void close();
}
