package dev.dormouse.dispatch;

import dev.dormouse.wake.Backoff;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The last words of a dispatcher to its store: what finished is written, and what could not start is given back. */
final class Farewell<W> {

    private static final Logger log = LoggerFactory.getLogger(Farewell.class);
    private static final Backoff PAUSES = new Backoff(Duration.ofMillis(20), Duration.ofMillis(500));

    private final WorkQueue<W> queue;
    private final Unstarted<W> unstarted;

    Farewell(WorkQueue<W> queue, Unstarted<W> unstarted) {
        this.queue = queue;
        this.unstarted = unstarted;
    }

    /** Tries at least once, and until the deadline if the store fails. The coordinator must have ended. */
    void say(long deadlineNanos) {
        int tries = 0;
        do {
            tries++;
            unstarted.giveBackAll();
            write();
        } while (!done() && paused(PAUSES.ceiling(tries), deadlineNanos));
        if (!done()) {
            log.warn("{}: what finished before the stop could not be written and is done again", queue.name());
        }
    }

    private boolean done() {
        return !queue.unwritten() && unstarted.isEmpty();
    }

    private void write() {
        try {
            while (queue.unwritten()) {
                Exchange<W> unused = queue.exchange(0);
            }
        } catch (RuntimeException e) {
            log.debug("{}: could not write what finished", queue.name(), e);
        }
    }

    /** False if there is no time left. */
    private static boolean paused(Duration pause, long deadlineNanos) {
        long nanos = Math.min(pause.toNanos(), deadlineNanos - System.nanoTime());
        if (nanos <= 0) {
            return false;
        }
        try {
            Thread.sleep(Duration.ofNanos(nanos).toMillis() + 1);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
