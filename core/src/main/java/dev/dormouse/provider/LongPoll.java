package dev.dormouse.provider;

import dev.dormouse.wake.Look;
import dev.dormouse.wake.PollMode;
import dev.dormouse.wake.Sleepers;
import dev.dormouse.wake.Waiter;
import dev.dormouse.wake.WakeHub;
import dev.dormouse.wake.WakeReason;
import java.time.Duration;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/**
 * Makes a fetch that looks once into one that waits: the {@code pollTimeout} of the provider contract. Thread-safe, for any
 * number of callers; one wake costs one look, however many of them wait.
 *
 * <p>A caller is registered from before its first look until it returns, so that nothing announced in between is lost, and
 * a wake that it took but did not use goes to another caller.
 */
public final class LongPoll implements AutoCloseable {

    private static final long CONTENDED_MILLIS_MAX = 32;
    /** How often a fetch that may not wait looks again because others hold what is due. */
    private static final int CONTENDED_LOOKS_MAX = 10;

    private static final Duration FARTHEST = Duration.ofDays(365);

    private final WakeHub hub;
    private final SleepMarks marks;
    private final Set<Waiter> waiting = ConcurrentHashMap.newKeySet();
    private final LongAdder looks = new LongAdder();
    private volatile boolean closed;

    /** Producers are asked to tell of work in every queue that is waited for, from the first wait on. */
    public LongPoll(WakeHub hub, Sleepers sleepers) {
        this.hub = hub;
        this.marks = new SleepMarks(hub, sleepers);
    }

    /**
     * Looks until something is found, or the timeout; zero looks once. An interrupt, which is kept, and {@link #close} end
     * it at once, with what the last look brought.
     *
     * @param queues what is looked at: a wake for any of them is worth a look
     * @param view which part of it this caller can take; callers with equal views can stand in for each other
     */
    public <T> Fetched<T> fetch(
            Collection<String> queues, Object view, Duration pollTimeout, Supplier<Fetched<T>> look) {
        try (Waiter waiter = hub.register(queues, view)) {
            waiting.add(waiter);
            if (closed) {
                throw new ProviderException("The provider is closed: open another one", false, null);
            }
            return new Poll<>(waiter, queues, pollTimeout, look).run();
        }
    }

    /** How many looks have been made. */
    public long looks() {
        return looks.sum();
    }

    /** Ends all waits; whoever comes later is refused. */
    @Override
    public void close() {
        closed = true;
        waiting.forEach(Waiter::close);
    }

    /** One fetch of one caller. */
    private final class Poll<T> {

        private final Waiter waiter;
        private final Collection<String> queues;
        private final Supplier<Fetched<T>> look;
        private final boolean mayWait;
        private final long deadlineNanos;
        /** Looks in a row that found only what others hold at this moment. */
        private int contended;

        Poll(Waiter waiter, Collection<String> queues, Duration timeout, Supplier<Fetched<T>> look) {
            this.waiter = waiter;
            this.queues = queues;
            this.look = look;
            this.mayWait = !timeout.isZero();
            Duration bounded = timeout.compareTo(FARTHEST) > 0 ? FARTHEST : timeout;
            this.deadlineNanos = System.nanoTime() + bounded.toNanos();
        }

        Fetched<T> run() {
            try {
                boolean unused = mayWait && marked();
                while (true) {
                    Fetched<T> fetched = look();
                    if (!fetched.items().isEmpty() || !worthAnother(fetched)) {
                        return fetched;
                    }
                }
            } finally {
                waiting.remove(waiter);
            }
        }

        private Fetched<T> look() {
            Look begun = waiter.beginLook();
            looks.increment();
            Fetched<T> fetched;
            try {
                fetched = look.get();
            } catch (Throwable t) {
                begun.failed();
                throw t;
            }
            if (!fetched.items().isEmpty()) {
                begun.found(fetched.more(), fetched.nextDue());
            } else if (fetched.more()) {
                begun.again(fetched.nextDue());
            } else {
                begun.empty(fetched.nextDue());
            }
            return fetched;
        }

        /** Nothing was found: waits for whatever may change that, and tells whether there is reason to look again. */
        private boolean worthAnother(Fetched<T> fetched) {
            try {
                contended = fetched.more() ? contended + 1 : 0;
                if (contended > 0) {
                    return (contended < CONTENDED_LOOKS_MAX || (mayWait && !late())) && pause();
                }
                return mayWait && (!marked() || woken());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }

        /** True if the marks were all set before the look just made, which then was the last one needed before a wait. */
        private boolean marked() {
            return waiter.mode() == PollMode.POLLING || marks.set(queues);
        }

        private boolean pause() throws InterruptedException {
            waiter.pause(Duration.ofMillis(Math.min(CONTENDED_MILLIS_MAX, 1L << Math.min(contended, 10))));
            return !closed;
        }

        private boolean woken() throws InterruptedException {
            WakeReason reason = waiter.awaitUntil(deadlineNanos);
            return reason != null && reason != WakeReason.STOP;
        }

        private boolean late() {
            return System.nanoTime() - deadlineNanos >= 0;
        }
    }
}
