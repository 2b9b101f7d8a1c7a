package dev.dormouse.orchestration.runtime;

import dev.dormouse.orchestration.kernel.TurnInterruptedError;
import dev.dormouse.provider.AttemptCount;
import dev.dormouse.provider.StoredEvent;
import dev.dormouse.provider.TurnItem;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One turn of one instance, from its fetch until it is settled: by its own end, or over its head when it does not end.
 * Thread-safe.
 */
final class Turn {

    /** Why a turn is to stop before it is done. */
    enum Stop {
        TOO_LONG(AttemptCount.KEEP),
        SHUTDOWN(AttemptCount.UNDO);

        final AttemptCount attempt;

        Stop(AttemptCount attempt) {
            this.attempt = attempt;
        }
    }

    final TurnItem item;
    /** What the cache had; the rest was read. */
    final History known;

    final List<StoredEvent> read;

    /** The activities that it is about, if it was not fetched. */
    final List<ActivityEnds.Done> ended;

    /** Null: it is not about activities that ended here. */
    final Turns.@Nullable Directly direct;

    /** Not null: it begins an instance that is not stored yet; who starts it waits for what the turn comes to. */
    final @Nullable CompletableFuture<TurnOutcome> beginning;

    // Guarded by this.
    private @Nullable Thread thread;
    private Runnable vacate = () -> {};
    private long startedNanos;
    private @Nullable Stop stop;
    private boolean settled;

    private Turn(
            TurnItem item,
            History known,
            List<StoredEvent> read,
            List<ActivityEnds.Done> ended,
            Turns.@Nullable Directly direct,
            @Nullable CompletableFuture<TurnOutcome> beginning) {
        this.item = item;
        this.known = known;
        this.read = read;
        this.ended = ended;
        this.direct = direct;
        this.beginning = beginning;
    }

    static Turn fetched(TurnItem item, History known, List<StoredEvent> read) {
        return new Turn(item, known, read, List.of(), null, null);
    }

    static Turn direct(TurnItem item, History known, List<ActivityEnds.Done> ended, Turns.Directly direct) {
        return new Turn(item, known, List.of(), List.copyOf(ended), direct, null);
    }

    static Turn beginning(TurnItem item, CompletableFuture<TurnOutcome> outcome) {
        return new Turn(item, History.none(item), List.of(), List.of(), null, outcome);
    }

    String instance() {
        return item.instance();
    }

    synchronized void begin(Runnable vacateSlot, long nowNanos) {
        thread = Thread.currentThread();
        vacate = vacateSlot;
        startedNanos = nowNanos;
    }

    synchronized void end() {
        thread = null;
        if (stop != null) {
            boolean unused = Thread.interrupted();
        }
    }

    /** True for the one who may say how the turn ended. */
    synchronized boolean settle() {
        boolean first = !settled;
        settled = true;
        return first;
    }

    /** Tells the code to stop. Its stack if it runs and was not told before. */
    synchronized StackTraceElement @Nullable [] stop(Stop why) {
        if (thread == null || stop != null) {
            return null;
        }
        stop = why;
        StackTraceElement[] stack = thread.getStackTrace();
        thread.interrupt();
        return stack;
    }

    synchronized @Nullable Stop stopped() {
        return stop;
    }

    /** For how long the code has been running; zero if it is not. */
    synchronized long nanos(long nowNanos) {
        return thread == null ? 0 : nowNanos - startedNanos;
    }

    synchronized long startedNanos() {
        return startedNanos;
    }

    void vacate() {
        Runnable free;
        synchronized (this) {
            free = vacate;
        }
        free.run();
    }

    /** Ends the code from within, if it was told to stop or runs where it should not. */
    synchronized void check() {
        if (stop != null) {
            throw new TurnInterruptedError("the turn of " + instance() + " was stopped: " + stop, null);
        }
        if (thread != null && thread != Thread.currentThread()) {
            throw new IllegalStateException("the context of " + instance()
                    + " belongs to the thread of its turn, not to "
                    + Thread.currentThread().getName() + ": use activities for what runs beside the orchestration");
        }
    }
}
