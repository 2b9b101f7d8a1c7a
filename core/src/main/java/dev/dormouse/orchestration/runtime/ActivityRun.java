package dev.dormouse.orchestration.runtime;

import dev.dormouse.orchestration.ActivityContext;
import dev.dormouse.orchestration.OrchestrationLogger;
import dev.dormouse.provider.WorkItem;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One execution of an activity, from its fetch until it is settled: by its own end, or over its head when it does not heed
 * its cancellation. Thread-safe.
 */
final class ActivityRun implements ActivityContext {

    /** Why an activity is to stop before it is done. */
    enum Stop {
        CANCELLED,
        SHUTDOWN
    }

    final WorkItem item;
    private final String worker;
    private final CompletableFuture<Void> cancelled = new CompletableFuture<>();

    // Guarded by this.
    private @Nullable ActivityBody body;
    private @Nullable Thread thread;
    private Runnable vacate = () -> {};
    private long startedNanos;
    private long stoppedNanos;
    private @Nullable Stop stop;
    private boolean interrupted;
    private boolean settled;

    ActivityRun(WorkItem item, String worker) {
        this.item = item;
        this.worker = worker;
    }

    synchronized void begin(Runnable vacateSlot, long nowNanos) {
        thread = Thread.currentThread();
        vacate = vacateSlot;
        startedNanos = nowNanos;
    }

    synchronized void reads(ActivityBody content) {
        body = content;
    }

    synchronized void end() {
        thread = null;
        if (interrupted) {
            boolean unused = Thread.interrupted();
        }
    }

    /** True for the one who may say how it ended. */
    synchronized boolean settle() {
        boolean first = !settled;
        settled = true;
        return first;
    }

    /** Tells the handler to stop; the interrupt comes later, if it must. */
    void stop(Stop why, long nowNanos) {
        synchronized (this) {
            if (stop != null) {
                return;
            }
            stop = why;
            stoppedNanos = nowNanos;
        }
        boolean unused = cancelled.complete(null);
    }

    /** True if it was interrupted just now. */
    synchronized boolean interrupt() {
        if (interrupted || thread == null) {
            return false;
        }
        interrupted = true;
        thread.interrupt();
        return true;
    }

    synchronized @Nullable Stop stopped() {
        return stop;
    }

    /** For how long it has known that it is to stop; zero if it is not. */
    synchronized long stoppedFor(long nowNanos) {
        return stop == null || thread == null ? 0 : nowNanos - stoppedNanos;
    }

    synchronized long startedNanos() {
        return startedNanos;
    }

    synchronized StackTraceElement[] stack() {
        return thread == null ? new StackTraceElement[0] : thread.getStackTrace();
    }

    void vacate() {
        Runnable free;
        synchronized (this) {
            free = vacate;
        }
        free.run();
    }

    // What the handler sees.

    @Override
    public String instance() {
        return item.instance();
    }

    @Override
    public long executionId() {
        return item.key().executionId();
    }

    @Override
    public long activityId() {
        return item.key().activityId();
    }

    @Override
    public synchronized String orchestration() {
        return body == null ? "" : body.orchestration();
    }

    @Override
    public synchronized String orchestrationVersion() {
        return body == null ? "" : body.version();
    }

    @Override
    public String activity() {
        return item.name();
    }

    @Override
    public int attempt() {
        return item.attempt();
    }

    @Override
    public String worker() {
        return worker;
    }

    @Override
    public Optional<String> session() {
        return Optional.ofNullable(item.session());
    }

    @Override
    public Optional<String> tag() {
        return Optional.ofNullable(item.tag());
    }

    @Override
    public boolean isCancelled() {
        return cancelled.isDone();
    }

    @Override
    public CompletionStage<Void> cancelled() {
        return cancelled.minimalCompletionStage();
    }

    @Override
    public OrchestrationLogger logger() {
        return LogLines.ofActivity(item.name(), item.instance(), activityId());
    }
}
