package dev.dormouse.orchestration.runtime;

import dev.dormouse.dispatch.Exchange;
import dev.dormouse.orchestration.PollOptions;
import dev.dormouse.provider.Fetched;
import dev.dormouse.provider.Provider;
import dev.dormouse.wake.WakeHint;
import dev.dormouse.wake.WakeHub;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Fetches in the way that suits the provider. Used by one coordinator; {@link #stop} may be called by anyone.
 *
 * <p>A provider that wakes the node is only asked to look. One that waits by itself is let wait, in the coordinator's thread,
 * which a stop interrupts. One that does neither is looked at again after the idle sleep.
 */
final class PacedFetch {

    /** What a provider does for those who wait. */
    enum Pace {
        WAKES,
        WAITS,
        RETURNS;

        static Pace of(Provider provider, WakeHub hub, PollOptions options) {
            if (provider.wakes(hub)) {
                return WAKES;
            }
            return provider.supportsLongPolling() && !options.longPollTimeout().isZero() ? WAITS : RETURNS;
        }
    }

    private final Pace pace;
    private final PollOptions options;
    private final Consumer<WakeHint> local;

    // Guarded by this.
    private @Nullable Thread waiting;
    private boolean stopped;
    private boolean again;

    PacedFetch(Provider provider, WakeHub hub, PollOptions options) {
        this(Pace.of(provider, hub, options), hub::wakeLocally, options);
    }

    private PacedFetch(Pace pace, Consumer<WakeHint> local, PollOptions options) {
        this.pace = pace;
        this.local = local;
        this.options = options;
    }

    /** Only looks, whatever the provider could do; nobody is told anything. */
    static PacedFetch neverWaiting(PollOptions options) {
        return new PacedFetch(Pace.WAKES, hint -> {}, options);
    }

    /** Whether a fetch may take long, so that nothing else may depend on the coordinator. */
    boolean waits() {
        return pace == Pace.WAITS;
    }

    /** This node put something in: its own other queue need not wait for the next look, if nobody else tells it. */
    void wake(String topic) {
        if (pace == Pace.RETURNS) {
            local.accept(WakeHint.now(topic));
        }
    }

    /** Calls the fetch with the time that it may wait. Empty when stopped. */
    <T> Fetched<T> fetch(Function<Duration, Fetched<T>> fetch) {
        if (pace != Pace.WAITS) {
            return fetch.apply(Duration.ZERO);
        }
        if (!begin()) {
            return nothing();
        }
        long startNanos = System.nanoTime();
        try {
            Fetched<T> fetched = fetch.apply(options.longPollTimeout());
            return fetched.items().isEmpty() ? waited(startNanos) : fetched;
        } catch (RuntimeException e) {
            if (isStopped()) {
                return nothing();
            }
            if (isAgain()) {
                return waited(startNanos);
            }
            throw e;
        } finally {
            end();
        }
    }

    /** What the dispatcher is told, so that it comes back when this provider should be looked at again. */
    <W> Exchange<W> exchange(List<W> items, Fetched<?> fetched) {
        Duration nextDue = fetched.nextDue();
        if (pace == Pace.RETURNS && (nextDue == null || nextDue.compareTo(options.idleSleep()) > 0)) {
            nextDue = options.idleSleep();
        }
        return new Exchange<>(items, fetched.more(), nextDue);
    }

    /** Ends a wait at once, and every later one. */
    synchronized void stop() {
        stopped = true;
        if (waiting != null) {
            waiting.interrupt();
        }
    }

    /** Looks once more, or ends a wait, so that the next one asks for what this node can take by now. */
    void again(String topic) {
        synchronized (this) {
            if (waiting != null) {
                again = true;
                waiting.interrupt();
                return;
            }
        }
        local.accept(WakeHint.now(topic));
    }

    /** It has waited and may be asked again at once; unless it did not, against its word, which must not become a spin. */
    private <T> Fetched<T> waited(long startNanos) {
        boolean did = System.nanoTime() - startNanos
                >= Math.min(
                        options.idleSleep().toNanos(), options.longPollTimeout().toNanos());
        return did ? new Fetched<>(List.of(), true, null) : new Fetched<>(List.of(), false, options.idleSleep());
    }

    private static <T> Fetched<T> nothing() {
        return new Fetched<>(List.of(), false, null);
    }

    private synchronized boolean begin() {
        if (stopped) {
            return false;
        }
        waiting = Thread.currentThread();
        return true;
    }

    private synchronized void end() {
        waiting = null;
        if (stopped || again) {
            boolean unused = Thread.interrupted();
        }
        again = false;
    }

    private synchronized boolean isStopped() {
        return stopped;
    }

    private synchronized boolean isAgain() {
        return again;
    }
}
