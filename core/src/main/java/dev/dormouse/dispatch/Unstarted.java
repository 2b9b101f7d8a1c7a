package dev.dormouse.dispatch;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Items that were claimed and could not start, until the store has taken them back. As long as the node lives its lease
 * holds them, so that nobody else could: they must not be forgotten when giving them back fails. Thread-safe.
 */
final class Unstarted<W> {

    private static final Logger log = LoggerFactory.getLogger(Unstarted.class);

    private final WorkQueue<W> queue;
    private final Queue<W> items = new ConcurrentLinkedQueue<>();

    Unstarted(WorkQueue<W> queue) {
        this.queue = queue;
    }

    boolean isEmpty() {
        return items.isEmpty();
    }

    /** Gives the items back now if the store lets us, else keeps them for the next time. */
    void giveBack(List<W> unwanted) {
        items.addAll(unwanted);
        giveBackAll();
    }

    /** One at a time: a stop and a late item may both come here, and each item is given back once. */
    synchronized void giveBackAll() {
        List<W> batch = List.copyOf(items);
        if (batch.isEmpty()) {
            return;
        }
        try {
            queue.giveBack(batch);
            items.removeAll(batch);
        } catch (Throwable t) {
            log.warn("{}: could not give back {} items, trying again: {}", queue.name(), batch.size(), t.toString());
        }
    }
}
