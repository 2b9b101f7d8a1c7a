package dev.dormouse.testkit.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/** Something that goes on beside a test, on a thread of its own. */
final class Background<T> {

    private static final Set<Thread.State> PARKED = EnumSet.of(Thread.State.WAITING, Thread.State.TIMED_WAITING);
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private final FutureTask<T> task;
    private final Thread thread;
    private volatile long endedNanos;

    Background(Callable<T> callable) {
        this.task = new FutureTask<>(() -> {
            try {
                return callable.call();
            } finally {
                endedNanos = System.nanoTime();
            }
        });
        this.thread = new Thread(task, "contract-background");
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Waits until the thread has come to rest: it waits for something, and goes on doing so for a while, which must be
     * shorter than a provider that polls waits between two looks. Or until it has ended, for on a busy machine what it
     * waits for may have come already.
     */
    Background<T> awaitParked() {
        long began = System.nanoTime();
        for (int seen = 0; seen < 10 && running(); seen++) {
            if (!PARKED.contains(thread.getState())) {
                seen = 0;
            }
            assertThat(System.nanoTime() - began)
                    .as("the fetch should be waiting")
                    .isLessThan(LONGEST.toNanos());
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
        return this;
    }

    void interrupt() {
        thread.interrupt();
    }

    boolean running() {
        return !task.isDone();
    }

    T result() {
        try {
            return task.get(LONGEST.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError("it should have ended well", e);
        }
    }

    /** When it ended, by the monotonic clock. */
    long endedNanos() {
        assertThat(task.isDone()).isTrue();
        return endedNanos;
    }
}
