package dev.dormouse.benchmarks.systems;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Several threads doing the same, joined; the first failure is thrown. */
public final class Threads {

    private Threads() {}

    /** What thread number {@code index} does. */
    @FunctionalInterface
    public interface Body {
        void run(int index) throws Exception;
    }

    public static void runAll(int count, Body body) throws InterruptedException {
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            threads.add(start(i, body, failure));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        Throwable cause = failure.get();
        if (cause != null) {
            throw new IllegalStateException("A thread of the benchmark failed: " + cause, cause);
        }
    }

    /** Waits for the end of a thread that was told to stop; an interrupt ends the wait and is kept. */
    static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Thread start(int index, Body body, AtomicReference<@Nullable Throwable> failure) {
        Thread thread = new Thread(
                () -> {
                    try {
                        body.run(index);
                    } catch (Exception e) {
                        failure.compareAndSet(null, e);
                    }
                },
                "bench-" + index);
        thread.start();
        return thread;
    }
}
