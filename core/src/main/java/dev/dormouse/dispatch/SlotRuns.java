package dev.dormouse.dispatch;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs items of one queue, each in a slot that was taken for it, and frees the slot when the item has ended. Thread-safe. */
final class SlotRuns<W> {

    private static final Logger log = LoggerFactory.getLogger(SlotRuns.class);

    private final WorkQueue<W> queue;
    private final DispatcherParts parts;
    private final Slots slots;
    /** Has the coordinator look. */
    private final Runnable nudge;

    /** Items in slots. The slots themselves do not tell: the coordinator holds the free ones while it claims. */
    private final AtomicInteger running = new AtomicInteger();

    private volatile boolean stopping;
    /** The coordinator waits for a slot; written by it. */
    volatile boolean full;

    SlotRuns(WorkQueue<W> queue, DispatcherParts parts, Slots slots, Runnable nudge) {
        this.queue = queue;
        this.parts = parts;
        this.slots = slots;
        this.nudge = nudge;
    }

    int count() {
        return running.get();
    }

    /** From now on every item is refused. */
    void startNoMore() {
        stopping = true;
    }

    /** Starts the items; returns those that could not, whose slots are free again. */
    List<W> startAll(List<W> items) {
        List<W> refused = items.stream().filter(item -> !start(item)).toList();
        slots.giveBack(refused.size());
        return refused;
    }

    /** Frees slots that nothing runs in. */
    void free(int count) {
        slots.giveBack(count);
        // The coordinator need not know of every slot: it takes all that are free when it looks.
        if (full || queue.endsUnblock()) {
            nudge.run();
        }
    }

    /** Whether every item has ended by then. Whoever takes slots must have ended, too. */
    boolean drained(long deadlineNanos) {
        try {
            return slots.awaitIdle(deadlineNanos - System.nanoTime());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private boolean start(W item) {
        if (stopping) {
            return false;
        }
        try {
            running.incrementAndGet();
            parts.handlers().execute(() -> run(item));
            return true;
        } catch (Throwable t) {
            running.decrementAndGet();
            log.debug("{}: the handlers refused an item", queue.name(), t);
            return false;
        }
    }

    private void run(W item) {
        long start = System.nanoTime();
        AtomicBoolean vacated = new AtomicBoolean();
        try {
            parts.observer().started(queue.name());
            queue.run(item, () -> vacate(vacated));
        } catch (Throwable t) {
            log.error("{}: an item ended in a way that its queue did not expect", queue.name(), t);
        } finally {
            vacate(vacated);
            // Even if the slot was vacated long ago: something may have finished.
            if (queue.unwritten()) {
                nudge.run();
            }
            parts.observer().ended(queue.name(), System.nanoTime() - start);
        }
    }

    private void vacate(AtomicBoolean vacated) {
        if (vacated.compareAndSet(false, true)) {
            running.decrementAndGet();
            free(1);
        }
    }
}
