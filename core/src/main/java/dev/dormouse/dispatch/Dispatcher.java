package dev.dormouse.dispatch;

import dev.dormouse.lifecycle.Service;
import dev.dormouse.lifecycle.Supervised;
import dev.dormouse.wake.Backoff;
import dev.dormouse.wake.Look;
import dev.dormouse.wake.PollMode;
import dev.dormouse.wake.Waiter;
import dev.dormouse.wake.WakeReason;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claims work of one queue as slots free up, and runs it. Thread-safe.
 *
 * <p>Any failure between taking slots and running gives the slots back and strands no row. Stopping ends a wait at once,
 * claims nothing new, lets handlers finish within the grace period, then interrupts them, and gives back what did not end.
 */
public final class Dispatcher<W> implements Service {

    private static final Logger log = LoggerFactory.getLogger(Dispatcher.class);
    /** How long a coordinator without a free slot waits before it sees to its sleep flag. */
    private static final Duration SATURATED_WAIT = Duration.ofMillis(200);

    private static final Duration INTERRUPT_GRACE = Duration.ofSeconds(1);
    /** Others hold what there is: they may let go of it at any moment. */
    private static final Duration CONTENDED_WAIT = Duration.ofMillis(3);

    private static final Backoff FAILURE_BACKOFF = new Backoff(Duration.ofMillis(50), Duration.ofSeconds(2));

    private final WorkQueue<W> queue;
    private final DispatcherParts parts;
    private final Slots slots;
    private final SlotRuns<W> runs;
    private final Unstarted<W> unstarted;
    private final Waiter waiter;
    private final SleepFlag flag;
    private final Supervised coordinator;

    private volatile boolean stopping;
    private boolean stopped;
    /** Somebody sets slots aside. */
    private volatile boolean reserving;
    /** Cycles that failed in a row; written by the coordinator. */
    private volatile int failures;

    public Dispatcher(WorkQueue<W> queue, DispatcherParts parts) {
        this.queue = queue;
        this.parts = parts;
        this.slots = new Slots(parts.concurrency());
        this.unstarted = new Unstarted<>(queue);
        this.waiter = parts.hub().register(queue.topics());
        this.flag = new SleepFlag(parts.sleepers(), queue.topics(), parts.hub()::generation);
        this.coordinator = new Supervised("dormouse-" + queue.name(), this::coordinate);
        this.runs = new SlotRuns<>(queue, parts, slots, waiter::nudge);
        queue.nudgeWith(waiter::nudge);
    }

    @Override
    public void start() {
        coordinator.start();
    }

    @Override
    public synchronized void stop(Duration grace) {
        if (stopped) {
            return;
        }
        stopped = true;
        stopping = true;
        runs.startNoMore();
        coordinator.stopping();
        queue.stopping();
        waiter.close();
        long deadline = System.nanoTime() + grace.toNanos();
        coordinator.join(grace.plus(INTERRUPT_GRACE));
        if (!runs.drained(deadline)) {
            queue.interruptRunning();
            if (!runs.drained(System.nanoTime() + INTERRUPT_GRACE.toNanos())) {
                queue.abandonRunning();
            }
        }
        if (coordinator.alive()) {
            log.warn("{}: the store does not answer; what finished is done again by others", queue.name());
        } else {
            new Farewell<>(queue, unstarted).say(Math.max(deadline, System.nanoTime() + INTERRUPT_GRACE.toNanos()));
        }
    }

    /** Has the coordinator look at once, as if woken: for what changed in this process. */
    public void nudge() {
        waiter.nudge();
    }

    /** Sets up to {@code max} free slots aside for items that come by another way than a claim; returns how many. */
    public int reserve(int max) {
        reserving = true;
        return stopping ? 0 : slots.take(max);
    }

    /** Gives slots back that were reserved and are not needed. */
    public void release(int reserved) {
        runs.free(reserved);
    }

    /** Runs an item that this node holds already, in a slot that was reserved for it. */
    public void run(W item) {
        if (!startAll(List.of(item)).isEmpty()) {
            waiter.nudge();
        }
    }

    public DispatcherHealth health() {
        return new DispatcherHealth(
                queue.name(),
                waiter.mode(),
                slots.total(),
                slots.total() - runs.count(),
                coordinator.alive() && failures == 0,
                coordinator.deaths());
    }

    // The coordinator.

    private void coordinate() {
        flag.doubt();
        try {
            while (!stopping) {
                cycle();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void cycle() throws InterruptedException {
        unstarted.giveBackAll();
        // What comes by another way than a claim needs slots during the look, too.
        int taken = reserving ? slots.takeHalf() : slots.takeAll();
        if (taken > 0) {
            look(taken);
        } else if (queue.unwritten()) {
            write();
        } else {
            saturated();
        }
    }

    private void look(int taken) throws InterruptedException {
        Look look = waiter.beginLook();
        Exchange<W> exchange;
        long startNanos = System.nanoTime();
        try {
            exchange = exchange(taken);
        } catch (Throwable t) {
            slots.giveBack(taken);
            look.failed();
            failed(t);
            return;
        }
        long nanos = System.nanoTime() - startNanos;
        List<W> refused;
        try {
            slots.giveBack(taken - exchange.claimed().size());
            report(look, exchange, taken, nanos);
        } finally {
            refused = startAll(exchange.claimed());
        }
        if (!refused.isEmpty() && stopping) {
            return; // A claim that came back after the end is no failure: it is given back already.
        }
        if (!refused.isEmpty()) {
            failed(new RejectedExecutionException(refused.size() + " items could not start and were given back"));
            return;
        }
        failures = 0;
        if (queue.gathers()) {
            waiter.pause(Gathering.after(exchange.claimed().size(), taken, Duration.ofNanos(nanos)));
        }
        if (exchange.claimed().isEmpty()
                || (!exchange.more() && exchange.claimed().size() < taken)) {
            rest(exchange);
        } else {
            flag.busy(System.nanoTime());
        }
    }

    private Exchange<W> exchange(int max) {
        Exchange<W> exchange = queue.exchange(max);
        if (exchange.claimed().size() > max) {
            unstarted.giveBack(exchange.claimed());
            throw new IllegalStateException(
                    queue.name() + " claimed " + exchange.claimed().size() + " items when asked for " + max);
        }
        return exchange;
    }

    private void report(Look look, Exchange<W> exchange, int asked, long nanos) {
        if (exchange.found()) {
            look.found(exchange.more(), exchange.nextDue());
        } else if (exchange.more()) {
            look.again(exchange.nextDue());
        } else {
            look.empty(exchange.nextDue());
        }
        parts.observer().exchanged(queue.name(), asked, exchange.claimed().size(), nanos);
    }

    /** All slots are in use, but something finished: it is written, which is no look. */
    private void write() throws InterruptedException {
        try {
            Exchange<W> unused = exchange(0);
            failures = 0;
        } catch (Throwable t) {
            failed(t);
        }
    }

    /** Nothing is left to claim. Others may hold what there is; else sleep, with the flag set before the last look. */
    private void rest(Exchange<W> exchange) throws InterruptedException {
        if (queue.unwritten() || stopping) {
            return;
        }
        if (exchange.more()) {
            waiter.pause(CONTENDED_WAIT);
            return;
        }
        if (!unstarted.isEmpty()) {
            waiter.pause(FAILURE_BACKOFF.max());
            return;
        }
        try {
            if (waiter.mode() != PollMode.POLLING && !flag.setBeforeWaiting()) {
                return;
            }
        } catch (RuntimeException e) {
            failed(e);
            return;
        }
        sleep();
    }

    /** Until there is reason to look; what finishes meanwhile is written. */
    private void sleep() throws InterruptedException {
        while (waiter.await() == WakeReason.NUDGE && !queue.endsUnblock() && unstarted.isEmpty()) {
            if (queue.unwritten()) {
                write();
            }
            if (failures > 0) {
                return;
            }
        }
    }

    /** Every slot is in use: only the end of an item can change anything. */
    private void saturated() throws InterruptedException {
        runs.full = true;
        try {
            // A slot may have become free before anybody could know that it is waited for.
            if (slots.free() == 0 && !waiter.awaitNudge(SATURATED_WAIT)) {
                flag.busy(System.nanoTime());
            }
        } catch (RuntimeException e) {
            failed(e);
        } finally {
            runs.full = false;
        }
    }

    private void failed(Throwable cause) throws InterruptedException {
        int inARow = failures + 1;
        failures = inARow;
        flag.doubt();
        parts.observer().exchangeFailed(queue.name(), cause);
        if (inARow == 1) {
            log.warn("{}: could not exchange work with the store, trying again until it works", queue.name(), cause);
        }
        waiter.pause(FAILURE_BACKOFF.delay(inARow, ThreadLocalRandom.current()));
    }

    /** The items that could not start here and were given back. */
    private List<W> startAll(List<W> items) {
        List<W> refused = runs.startAll(items);
        unstarted.giveBack(refused);
        return refused;
    }
}
