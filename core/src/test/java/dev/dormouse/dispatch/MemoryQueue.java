package dev.dormouse.dispatch;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A queue of numbered items in memory that can be made to fail, and that keeps account of every item. Thread-safe. */
class MemoryQueue implements WorkQueue<Integer> {

    /** What happens before an exchange takes anything. */
    interface Trouble {
        void before(int max) throws Exception;
    }

    /** What an item does. */
    interface Work {
        void run(int item) throws Throwable;
    }

    private static final AtomicInteger COUNT = new AtomicInteger();

    private final String name = "job:test-" + COUNT.incrementAndGet();
    private final Deque<Integer> ready = new ArrayDeque<>();
    private final List<Integer> finished = new ArrayList<>();
    final List<Integer> written = new ArrayList<>();
    final Map<Integer, AtomicInteger> runs = new ConcurrentHashMap<>();
    final AtomicInteger exchanges = new AtomicInteger();
    /** Exchanges that asked for something. */
    final AtomicInteger looks = new AtomicInteger();

    final AtomicInteger givenBack = new AtomicInteger();
    final AtomicInteger interrupts = new AtomicInteger();
    final AtomicInteger abandons = new AtomicInteger();
    final AtomicInteger running = new AtomicInteger();
    final AtomicInteger runningMax = new AtomicInteger();
    volatile Trouble trouble = max -> {};
    volatile Trouble giveBackTrouble = count -> {};
    volatile Work work = item -> {};
    volatile Runnable onInterrupt = () -> {};
    volatile int over;
    volatile boolean endsUnblock = true;

    @Override
    public String name() {
        return name;
    }

    synchronized void add(int from, int count) {
        for (int i = 0; i < count; i++) {
            ready.add(from + i);
        }
    }

    synchronized int readyCount() {
        return ready.size();
    }

    synchronized int writtenCount() {
        return written.size();
    }

    @Override
    public Exchange<Integer> exchange(int max) {
        exchanges.incrementAndGet();
        looks.addAndGet(max > 0 ? 1 : 0);
        sneaky(() -> trouble.before(max));
        synchronized (this) {
            written.addAll(finished);
            finished.clear();
            List<Integer> claimed = new ArrayList<>();
            while (max > 0 && claimed.size() < max + over && !ready.isEmpty()) {
                claimed.add(ready.poll());
            }
            return new Exchange<>(claimed, !ready.isEmpty(), null);
        }
    }

    @Override
    public synchronized boolean unwritten() {
        return !finished.isEmpty();
    }

    @Override
    public boolean endsUnblock() {
        return endsUnblock;
    }

    @Override
    public void run(Integer item) {
        runningMax.accumulateAndGet(running.incrementAndGet(), Math::max);
        runs.computeIfAbsent(item, i -> new AtomicInteger()).incrementAndGet();
        try {
            sneaky(() -> {
                try {
                    work.run(item);
                } catch (Exception | Error e) {
                    throw e;
                } catch (Throwable t) {
                    throw new AssertionError(t);
                }
            });
        } finally {
            running.decrementAndGet();
            synchronized (this) {
                finished.add(item);
            }
        }
    }

    @Override
    public void giveBack(List<Integer> items) {
        sneaky(() -> giveBackTrouble.before(items.size()));
        givenBack.addAndGet(items.size());
        synchronized (this) {
            items.forEach(ready::addFirst);
        }
    }

    @Override
    public void interruptRunning() {
        interrupts.incrementAndGet();
        onInterrupt.run();
    }

    @Override
    public void abandonRunning() {
        abandons.incrementAndGet();
    }

    private interface Action {
        void run() throws Exception;
    }

    private static void sneaky(Action action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            throw e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
