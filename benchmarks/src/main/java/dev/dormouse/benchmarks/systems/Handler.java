package dev.dormouse.benchmarks.systems;

/** What every system runs for a job. Called from many threads. */
@FunctionalInterface
public interface Handler {
    void handle(long jobId);
}
