package dev.dormouse.postgres;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Threads for what is written beside something else; they exist only under load. Thread-safe. */
final class Writers {

    private final ExecutorService threads =
            new ThreadPoolExecutor(0, Integer.MAX_VALUE, 10, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
                Thread thread = new Thread(task, "dormouse-writer");
                thread.setDaemon(true);
                return thread;
            });

    /** Does both at the same time; returns when both have ended, and throws if one of them failed. */
    <R> R beside(Runnable write, Supplier<R> other) {
        Future<?> writing = threads.submit(write);
        R result;
        try {
            result = other.get();
        } finally {
            await(writing);
        }
        return result;
    }

    private static void await(Future<?> writing) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    writing.get();
                    return;
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    throw e.getCause() instanceof RuntimeException known ? known : new IllegalStateException(e);
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
