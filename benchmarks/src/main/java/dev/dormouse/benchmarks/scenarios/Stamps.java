package dev.dormouse.benchmarks.scenarios;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * When each job's commit returned and when its handler started, on the wall clock that all processes of this machine
 * share. Written by many threads, one per slot of the array; read when they are done.
 */
final class Stamps {
    private final AtomicLongArray committed;
    private final AtomicLongArray started;
    private final LongAdder startedCount = new LongAdder();

    Stamps(int capacity) {
        committed = new AtomicLongArray(capacity);
        started = new AtomicLongArray(capacity);
    }

    /** Nanoseconds since 1970. */
    static long now() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000_000L + now.getNano();
    }

    static Instant instant(long nanosSince1970) {
        return Instant.ofEpochSecond(0, nanosSince1970);
    }

    int capacity() {
        return started.length();
    }

    void started(long jobId) {
        long now = now();
        // The first start counts: a system may run a job again.
        if (jobId < capacity() && started.compareAndSet((int) jobId, 0, now)) {
            startedCount.increment();
        }
    }

    void committed(long jobId, long atNanos) {
        committed.set((int) jobId, atNanos);
    }

    long committedAt(int jobId) {
        return committed.get(jobId);
    }

    boolean isStarted(int jobId) {
        return started.get(jobId) != 0;
    }

    long startedAt(int jobId) {
        return started.get(jobId);
    }

    long startedCount() {
        return startedCount.sum();
    }

    /** From commit return to handler start, of the jobs in this range that have both. */
    Latencies pickup(int firstId, int endId) {
        Latencies latencies = new Latencies();
        for (int id = firstId; id < endId; id++) {
            if (committed.get(id) != 0 && started.get(id) != 0) {
                latencies.recordNanos(started.get(id) - committed.get(id));
            }
        }
        return latencies;
    }
}
