package dev.dormouse.benchmarks.systems;

import java.time.Instant;

/** A producer of a system whose jobs may be due later. */
public interface DelayedProducer extends Producer {

    /** One job that is due at that moment. */
    void enqueueAt(long jobId, Instant due) throws Exception;

    /** Jobs {@code firstId} to {@code firstId + count - 1}, all due at that moment, by the quickest way there is. */
    void enqueueAllAt(long firstId, int count, Instant due) throws Exception;

    /** Opens one as another program would. */
    @FunctionalInterface
    interface Opener {
        DelayedProducer open(Setup setup) throws Exception;
    }
}
