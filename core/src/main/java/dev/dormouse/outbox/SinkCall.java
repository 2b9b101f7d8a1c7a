package dev.dormouse.outbox;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One call to a sink, on the thread of its slot. If it takes too long others can interrupt it, and in the end leave it alone:
 * then its slot is another's. Thread-safe.
 */
final class SinkCall {

    final Batch batch;
    final long deadlineNanos;
    private final Runnable vacate;

    private final ReentrantLock lock = new ReentrantLock();
    // Guarded by the lock.
    private @Nullable Thread thread;
    private @Nullable String interruptedBecause;
    private boolean over;
    private boolean left;
    private @Nullable Map<UUID, Delivery> answers;
    private @Nullable Throwable thrown;

    SinkCall(Batch batch, long deadlineNanos, Runnable vacate) {
        this.batch = batch;
        this.deadlineNanos = deadlineNanos;
        this.vacate = vacate;
    }

    /** Calls the sink. False if the call was left alone meanwhile. */
    boolean run() {
        Map<UUID, Delivery> given = null;
        Throwable failure = null;
        if (begin()) {
            try {
                List<OutboxMessage> messages =
                        batch.messages().stream().map(StoredMessage::message).toList();
                given = batch.route().route.sink().deliver(messages);
            } catch (Throwable t) {
                failure = t;
            }
        }
        return end(given, failure);
    }

    private boolean begin() {
        lock.lock();
        try {
            thread = interruptedBecause == null ? Thread.currentThread() : null;
            return thread != null;
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
            return !left;
        } finally {
            lock.unlock();
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

    /** Leaves a call alone that does not end, and frees its slot. False if it has ended after all. */
    boolean leave() {
        boolean hangs;
        lock.lock();
        try {
            hangs = !over;
            left = hangs;
        } finally {
            lock.unlock();
        }
        if (hangs) {
            vacate.run();
        }
        return hangs;
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
