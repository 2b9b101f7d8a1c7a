package dev.dormouse.dispatch;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A bounded pool of platform threads in which a burst of quick tasks costs few thread switches. Thread-safe.
 *
 * <p>It wakes threads as the hub wakes waiters: submitting rouses one thread, and a thread that was roused and sees that
 * more is queued rouses the next before it starts its own task. Tasks that block thus get a thread each within
 * microseconds of one another, while a thousand tasks that do nothing are run by the few threads already awake. Threads
 * end after a minute without work, so an idle node holds none.
 */
final class HandlerPool implements Executor, AutoCloseable {

    private static final Duration IDLE = Duration.ofSeconds(60);

    private final ThreadFactory factory;
    private final int threadsMax;
    private final long idleNanos;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition work = lock.newCondition();
    // Guarded by the lock.
    private final ArrayDeque<Runnable> queue = new ArrayDeque<>();
    private int threads;
    private int idle;
    /** Threads that were signalled or started and have not yet taken a task. */
    private int coming;

    private boolean closed;

    HandlerPool(String name, int threadsMax) {
        this(daemons(name), threadsMax, IDLE);
    }

    HandlerPool(ThreadFactory factory, int threadsMax, Duration idle) {
        this.factory = factory;
        this.threadsMax = threadsMax;
        this.idleNanos = idle.toNanos();
    }

    private static ThreadFactory daemons(String name) {
        AtomicLong count = new AtomicLong();
        return task -> {
            Thread thread = new Thread(task, name + "-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    /** Ends the threads that have nothing to do, now and as they come to that; takes no more tasks. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            work.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void execute(Runnable task) {
        lock.lock();
        try {
            if (closed) {
                throw new RejectedExecutionException("the handlers' pool is closed");
            }
            queue.add(task);
            rouseOne();
        } catch (Throwable e) {
            queue.removeLast(); // the caller deals with it, so nobody else may
            throw e;
        } finally {
            lock.unlock();
        }
    }

    int threads() {
        lock.lock();
        try {
            return threads;
        } finally {
            lock.unlock();
        }
    }

    /** One at a time: the one that comes rouses the next if there is still need. */
    private void rouseOne() {
        if (coming > 0 || queue.isEmpty()) {
            return;
        }
        if (idle > 0) {
            coming++;
            work.signal();
        } else if (threads < threadsMax) {
            threads++;
            coming++;
            startThread();
        }
    }

    /** Without a new thread the task waits for one of the others; only if there is none does this throw. */
    private void startThread() {
        try {
            factory.newThread(this::runTasks).start();
        } catch (Throwable e) {
            threads--;
            coming--;
            if (threads == 0) {
                throw e;
            }
        }
    }

    private void runTasks() {
        boolean fresh = true;
        for (Runnable task; (task = next(fresh)) != null; fresh = false) {
            try {
                task.run();
            } catch (Throwable accountedFor) {
                // The dispatcher's tasks account for their own failures; a pool thread must outlive them all.
            } finally {
                Thread.interrupted();
            }
        }
    }

    private @Nullable Runnable next(boolean fresh) {
        lock.lock();
        try {
            boolean roused = fresh;
            while (queue.isEmpty()) {
                if (roused) {
                    arrived();
                }
                if (!awaitWork()) {
                    return null;
                }
                roused = coming > 0;
            }
            Runnable task = queue.poll();
            if (roused) {
                arrived();
                rouseOne();
            }
            return task;
        } finally {
            lock.unlock();
        }
    }

    private void arrived() {
        coming = Math.max(0, coming - 1);
    }

    /** False when this thread has been idle long enough to end. */
    private boolean awaitWork() {
        idle++;
        try {
            long left = idleNanos;
            while (queue.isEmpty() && coming == 0) {
                if (closed || left <= 0) {
                    threads--;
                    return false;
                }
                left = work.awaitNanos(left);
            }
            return true;
        } catch (InterruptedException e) {
            return true;
        } finally {
            idle--;
        }
    }
}
