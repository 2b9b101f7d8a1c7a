package dev.dormouse.dispatch;

import dev.dormouse.lifecycle.Service;
import dev.dormouse.lifecycle.Supervised;
import dev.dormouse.wake.Backoff;
import dev.dormouse.wake.Look;
import dev.dormouse.wake.PollMode;
import dev.dormouse.wake.Waiter;
import java.time.Duration;
import java.util.List;
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
    private static final long REQUEUE_MILLIS = 3;

    private final WorkQueue<W> queue;
    private final DispatcherParts parts;
    private final Slots slots;
    private final Waiter waiter;
    private final SleepFlag flag;
    private final Supervised coordinator;
    private final Backoff failureBackoff = new Backoff(Duration.ofMillis(50), Duration.ofSeconds(2));

    private volatile boolean stopping;
    private boolean stopped;
    /** Exchanges that failed in a row; written by the coordinator. */
    private volatile int failures;

    public Dispatcher(WorkQueue<W> queue, DispatcherParts parts) {
        this.queue = queue;
        this.parts = parts;
        this.slots = new Slots(parts.concurrency());
        this.waiter = parts.hub().register(List.of(queue.name()));
        this.flag = new SleepFlag(parts.sleepers(), queue.name(), parts.hub()::generation);
        this.coordinator = new Supervised("dormouse-" + queue.name(), this::coordinate);
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
        coordinator.stopping();
        waiter.close();
        long deadline = System.nanoTime() + grace.toNanos();
        coordinator.join(grace.plus(INTERRUPT_GRACE));
        if (!drained(deadline)) {
            queue.interruptRunning();
            if (!drained(System.nanoTime() + INTERRUPT_GRACE.toNanos())) {
                queue.abandonRunning();
            }
        }
        writeTheRest(Math.max(deadline, System.nanoTime() + INTERRUPT_GRACE.toNanos()));
    }

    /** Has the coordinator look at once, as if woken: for what changed in this process. */
    public void nudge() {
        waiter.nudge();
    }

    public DispatcherHealth health() {
        return new DispatcherHealth(
                queue.name(),
                waiter.mode(),
                slots.total(),
                slots.free(),
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
        int taken = slots.takeAll();
        if (taken == 0 && !queue.unwritten()) {
            saturated();
            return;
        }
        Look look = waiter.beginLook();
        Exchange<W> exchange;
        try {
            exchange = exchange(taken);
        } catch (Throwable t) {
            slots.giveBack(taken);
            look.failed();
            failed(t);
            return;
        }
        slots.giveBack(taken - exchange.claimed().size());
        report(look, exchange);
        exchange.claimed().forEach(this::submit);
        if (exchange.claimed().isEmpty()) {
            rest(exchange);
        } else {
            flag.busy(System.nanoTime());
        }
    }

    private Exchange<W> exchange(int max) {
        long start = System.nanoTime();
        Exchange<W> exchange = queue.exchange(max);
        if (exchange.claimed().size() > max) {
            throw new IllegalStateException(
                    queue.name() + " claimed " + exchange.claimed().size() + " items when asked for " + max);
        }
        parts.observer().exchanged(queue.name(), max, exchange.claimed().size(), System.nanoTime() - start);
        failures = 0;
        return exchange;
    }

    private static <W> void report(Look look, Exchange<W> exchange) {
        if (exchange.found()) {
            look.found(exchange.more(), exchange.nextDue());
        } else {
            look.empty(exchange.nextDue());
        }
    }

    /** Nothing was claimed. Others may hold what there is; else sleep, with the flag set before the last look. */
    private void rest(Exchange<W> exchange) throws InterruptedException {
        if (queue.unwritten() || stopping) {
            return;
        }
        if (exchange.more()) {
            waiter.pause(Duration.ofMillis(REQUEUE_MILLIS));
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
        waiter.await();
    }

    /** Every slot is in use: only the end of an item can change anything. */
    private void saturated() throws InterruptedException {
        if (!waiter.awaitNudge(SATURATED_WAIT)) {
            try {
                flag.busy(System.nanoTime());
            } catch (RuntimeException e) {
                failed(e);
            }
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
        waiter.pause(failureBackoff.delay(inARow, ThreadLocalRandom.current()));
    }

    private void submit(W item) {
        if (stopping) {
            giveBack(item);
            return;
        }
        try {
            parts.handlers().execute(() -> runInSlot(item));
        } catch (Throwable t) {
            log.warn("{}: the handlers refused an item, giving it back", queue.name(), t);
            giveBack(item);
        }
    }

    private void giveBack(W item) {
        try {
            queue.giveBack(List.of(item));
        } finally {
            slots.giveBack(1);
        }
    }

    private void runInSlot(W item) {
        long start = System.nanoTime();
        parts.observer().started(queue.name());
        try {
            queue.run(item);
        } catch (Throwable t) {
            log.error("{}: an item ended in a way that its queue did not expect", queue.name(), t);
        } finally {
            slots.giveBack(1);
            waiter.nudge();
            parts.observer().ended(queue.name(), System.nanoTime() - start);
        }
    }

    // Stopping; on the caller's thread, after the coordinator has ended.

    private boolean drained(long deadlineNanos) {
        while (!slots.idle()) {
            if (System.nanoTime() >= deadlineNanos) {
                return false;
            }
            try {
                Thread.sleep(2);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return slots.idle();
            }
        }
        return true;
    }

    private void writeTheRest(long deadlineNanos) {
        while (queue.unwritten() && System.nanoTime() < deadlineNanos) {
            try {
                queue.exchange(0);
            } catch (RuntimeException e) {
                log.warn("{}: could not write what finished before the stop: {}", queue.name(), e.toString());
            }
        }
    }
}
