package dev.dormouse.benchmarks.systems;

/** A node that runs code in several durable steps, one after the other. Thread-safe. */
public interface Sequences extends AutoCloseable {

    /** How many steps a sequence has. */
    int STEPS = 5;

    /** Starts one with steps that do nothing; returns when it has ended. */
    void sequence(long id) throws Exception;

    @Override
    void close();

    /** Starts such a node. */
    @FunctionalInterface
    interface Opener {
        Sequences open(Database database) throws Exception;
    }
}
