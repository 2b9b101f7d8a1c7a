package dev.dormouse.orchestration.runtime;

import dev.dormouse.provider.AckOutcome;
import dev.dormouse.provider.ProviderException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What ended and is to be written, many at a time. Thread-safe.
 *
 * <p>Passing trouble keeps everything for the next time, so that no activity is executed again because the database was
 * away for a moment. What the provider refuses for good is written on its own, so that one bad item harms no other.
 */
final class Basket<A> {

    private static final Logger log = LoggerFactory.getLogger(Basket.class);
    /** More in one transaction is no faster, and holds locks for longer. */
    static final int BATCH_MAX = 200;
    /** After so many failures together, each is tried on its own: one of them may be the cause. */
    private static final int TOGETHER_MAX = 5;
    /** After so many failures altogether it counts as refused; with the dispatcher's pauses that is about a minute. */
    private static final int TRIES_MAX = 30;

    /** Where it is written, and what happens then. */
    interface Desk<A> {

        /** The outcomes, in order. Throws {@link ProviderException}. */
        List<AckOutcome> write(List<A> batch);

        void written(A item, AckOutcome outcome);

        /** It can never be written. */
        void refused(A item, ProviderException why);
    }

    private record Waiting<A>(A item, int tries) {}

    private final String name;
    private final Desk<A> desk;
    /** Held by whoever writes. */
    private final ReentrantLock writing = new ReentrantLock();
    /** Whether somebody waits to be the next. */
    private final AtomicBoolean nextWaits = new AtomicBoolean();
    /** Guarded by this. */
    private final Deque<Waiting<A>> waiting = new ArrayDeque<>();

    Basket(String name, Desk<A> desk) {
        this.name = name;
        this.desk = desk;
    }

    synchronized void add(A item) {
        waiting.add(new Waiting<>(item, 0));
    }

    synchronized boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Whether something waits that nobody is about to write. */
    boolean unattended() {
        return !isEmpty() && !writing.isLocked();
    }

    /**
     * Writes what waits. Of those who come while somebody writes, the first waits until it can write for all; the others may go.
     * What follows from a batch happens while the next one is being written.
     */
    void writeAll() {
        while (!isEmpty() && (writing.tryLock() || isNext())) {
            List<Runnable> consequences = new ArrayList<>();
            try {
                write(consequences);
            } finally {
                writing.unlock();
                consequences.forEach(Runnable::run);
            }
        }
    }

    /** Whoever comes now is seen by the one who waits, since that takes its batch only later. */
    private boolean isNext() {
        if (!nextWaits.compareAndSet(false, true)) {
            return false;
        }
        writing.lock();
        nextWaits.set(false);
        return true;
    }

    /** Writes up to a batch of what waits. What could not be written for now is kept, and the exception says why. */
    private void write(List<Runnable> consequences) {
        List<Waiting<A>> left = take();
        try {
            if (left.size() > 1 && left.get(0).tries < TOGETHER_MAX) {
                writeTogether(left, consequences);
            } else {
                writeEach(left, consequences);
            }
        } finally {
            putBack(left);
        }
    }

    private void writeTogether(List<Waiting<A>> left, List<Runnable> consequences) {
        try {
            writeList(left, consequences);
        } catch (ProviderException e) {
            if (e.retryable()) {
                triedOnceMore(left);
                throw e;
            }
            log.debug("{}: {} could not be written together, trying each alone", name, left.size(), e);
            writeEach(left, consequences);
        }
    }

    private void writeEach(List<Waiting<A>> left, List<Runnable> consequences) {
        List<Waiting<A>> again = new ArrayList<>();
        ProviderException last = null;
        while (!left.isEmpty()) {
            Waiting<A> one = left.get(0);
            try {
                writeList(left.subList(0, 1), consequences);
            } catch (ProviderException e) {
                left.remove(0);
                if (e.retryable() && one.tries < TRIES_MAX) {
                    again.add(new Waiting<>(one.item, one.tries + 1));
                    last = e;
                } else {
                    consequences.add(() -> desk.refused(one.item, e));
                }
            }
        }
        left.addAll(again);
        if (last != null) {
            throw last;
        }
    }

    /** Writes and removes from the list. */
    private void writeList(List<Waiting<A>> batch, List<Runnable> consequences) {
        List<A> items = batch.stream().map(Waiting::item).toList();
        List<AckOutcome> outcomes = desk.write(items);
        batch.clear();
        for (int i = 0; i < items.size(); i++) {
            A item = items.get(i);
            AckOutcome outcome = outcomes.get(i);
            consequences.add(() -> desk.written(item, outcome));
        }
    }

    private static <A> void triedOnceMore(List<Waiting<A>> left) {
        left.replaceAll(one -> new Waiting<>(one.item, one.tries + 1));
    }

    private synchronized List<Waiting<A>> take() {
        List<Waiting<A>> batch = new ArrayList<>();
        while (batch.size() < BATCH_MAX && !waiting.isEmpty()) {
            batch.add(waiting.poll());
        }
        return batch;
    }

    private synchronized void putBack(List<Waiting<A>> left) {
        for (int i = left.size() - 1; i >= 0; i--) {
            waiting.addFirst(left.get(i));
        }
    }
}
