package dev.dormouse.sqlite;

import dev.dormouse.provider.Fetched;
import dev.dormouse.wake.Look;
import dev.dormouse.wake.Survey;
import dev.dormouse.wake.Ticker;
import dev.dormouse.wake.Waiter;
import dev.dormouse.wake.WakeHint;
import dev.dormouse.wake.WakeHub;
import dev.dormouse.wake.WakeObserver;
import dev.dormouse.wake.WakeReason;
import dev.dormouse.wake.WakeSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Fetches that wait. Those who ask for the same things are one queue in the hub: one of them is woken, whichever it is. Those
 * who ask for different things are different queues, for a wake given to one who cannot use it would be lost on the others.
 * Thread-safe.
 */
final class LongPolls {

    /** Nothing is ever lost within a process, so there is nothing for the fallback to find. */
    private static final Survey NOTHING_TO_SURVEY = queues -> List.of();

    private final WakeHub hub;
    private final Ticker ticker;
    /** Who waits, with the queues whose wakes may concern them. */
    private final Map<Waiter, Interest> waiting = new ConcurrentHashMap<>();

    private volatile boolean closed;

    /**
     * What a waiting fetch asks for.
     *
     * @param filter everything that tells it from others
     * @param concerns whether a wake of this queue may be about something that it can take
     */
    record Interest(String filter, Predicate<String> concerns) {}

    LongPolls(Ticker ticker) {
        this.ticker = ticker;
        this.hub = new WakeHub(
                WakeSettings.defaults().withFallbackInterval(Duration.ofDays(1)),
                ticker,
                WakeObserver.NONE,
                NOTHING_TO_SURVEY);
        hub.listening();
    }

    <T> Fetched<T> fetch(Interest interest, Duration pollTimeout, Supplier<Fetched<T>> look) {
        long deadline = ticker.nanos() + Nanos.of(pollTimeout);
        try (Waiter waiter = hub.register(Set.of(interest.filter()))) {
            waiting.put(waiter, interest);
            try {
                return fetch(waiter, deadline, look);
            } finally {
                waiting.remove(waiter);
            }
        }
    }

    private <T> Fetched<T> fetch(Waiter waiter, long deadline, Supplier<Fetched<T>> look) {
        while (true) {
            Fetched<T> fetched = looked(waiter.beginLook(), look);
            if (!fetched.items().isEmpty() || !awaits(waiter, deadline)) {
                return fetched;
            }
        }
    }

    private static <T> Fetched<T> looked(Look look, Supplier<Fetched<T>> fetch) {
        Fetched<T> fetched;
        try {
            fetched = fetch.get();
        } catch (RuntimeException e) {
            look.failed();
            throw e;
        }
        if (fetched.items().isEmpty()) {
            look.empty(fetched.nextDue());
        } else {
            look.found(fetched.more(), fetched.nextDue());
        }
        return fetched;
    }

    /** True if it is worth looking again; false at the deadline, when interrupted, and when all waits are ended. */
    private boolean awaits(Waiter waiter, long deadline) {
        try {
            WakeReason reason = closed ? null : waiter.awaitUntil(deadline);
            return reason != null && reason != WakeReason.STOP;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Something can be taken from a queue, now or after the delay. */
    void wake(String queue, Duration delay) {
        waiting.values().stream()
                .filter(interest -> interest.concerns().test(queue))
                .map(Interest::filter)
                .distinct()
                .forEach(filter -> hub.wakeLocally(new WakeHint(filter, delay)));
    }

    /** Ends all waits. */
    void close() {
        closed = true;
        waiting.keySet().forEach(Waiter::close);
    }
}
