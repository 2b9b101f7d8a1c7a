package dev.dormouse.outbox;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One call to a sink, on a thread of its own: if the sink hangs, whoever waits for the call can leave it alone.
 * Thread-safe.
 */
final class SinkCall implements Runnable {

    final Batch batch;
    private final List<OutboxMessage> messages;
    /** Told when the call ends after it was left alone. */
    private final Consumer<SinkCall> late;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition ended = lock.newCondition();
    // Guarded by the lock.
    private @Nullable Thread thread;
    private @Nullable String interruptedBecause;
    private boolean over;
    private boolean left;
    private @Nullable Map<UUID, Delivery> answers;
    private @Nullable Throwable thrown;

    SinkCall(Batch batch, Consumer<SinkCall> late) {
        this.batch = batch;
        this.messages = batch.messages().stream().map(StoredMessage::message).toList();
        this.late = late;
    }

    @Override
    public void run() {
        if (!begin()) {
            return;
        }
        Map<UUID, Delivery> given = null;
        Throwable failure = null;
        try {
            given = batch.route().route.sink().deliver(messages);
        } catch (Throwable t) {
            failure = t;
        }
        if (end(given, failure)) {
            late.accept(this);
        }
    }

    private boolean begin() {
        lock.lock();
        try {
            if (interruptedBecause != null) {
                over = true;
                ended.signalAll();
                return false;
            }
            thread = Thread.currentThread();
            return true;
        } finally {
            lock.unlock();
        }
    }

    private boolean end(@Nullable Map<UUID, Delivery> given, @Nullable Throwable failure) {
        lock.lock();
        try {
            thread = null;
            Thread.interrupted();
            answers = given;
            thrown = failure;
            over = true;
            ended.signalAll();
            return left;
        } finally {
            lock.unlock();
        }
    }

    /** True if the call has ended within this time. */
    boolean await(Duration atMost) {
        boolean interrupted = false;
        long nanos = atMost.toNanos();
        lock.lock();
        try {
            while (!over && nanos > 0) {
                try {
                    nanos = ended.awaitNanos(nanos);
                } catch (InterruptedException e) {
                    // Whoever runs this thread wants it back: the sink is told, and has its grace.
                    interrupted = true;
                    interrupt("the node stops");
                }
            }
            return over;
        } finally {
            lock.unlock();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    void interrupt(String because) {
        lock.lock();
        try {
            if (!over && interruptedBecause == null) {
                interruptedBecause = because;
                if (thread != null) {
                    thread.interrupt();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Leaves a call alone that does not end. False if it has ended after all. */
    boolean leave() {
        lock.lock();
        try {
            left = !over;
            return left;
        } finally {
            lock.unlock();
        }
    }

    @Nullable
    Map<UUID, Delivery> answers() {
        lock.lock();
        try {
            return answers;
        } finally {
            lock.unlock();
        }
    }

    @Nullable
    Throwable thrown() {
        lock.lock();
        try {
            return thrown;
        } finally {
            lock.unlock();
        }
    }

    @Nullable
    String interruptedBecause() {
        lock.lock();
        try {
            return interruptedBecause;
        } finally {
            lock.unlock();
        }
    }
}
