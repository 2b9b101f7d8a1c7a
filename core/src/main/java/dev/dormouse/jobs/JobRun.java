package dev.dormouse.jobs;

import dev.dormouse.spi.PayloadCodec;
import dev.dormouse.text.Errors;
import dev.dormouse.text.Text;
import dev.dormouse.wake.Ticker;
import java.sql.Connection;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One attempt at one job, from its claim until its outcome is settled. Settled exactly once: by the handler's end, or over
 * its head when it does not heed a timeout or a cancellation.
 */
final class JobRun implements JobContext {

    /** Why the handler is to stop before it is done. */
    enum Stop {
        CANCELLED,
        TIMED_OUT,
        LEASE_LOST,
        SHUTDOWN
    }

    final ClaimedJob job;
    private final Registration<?> registration;
    private final Endings endings;
    private final JobStore store;
    private final PayloadCodec codec;
    private final PayloadLimit limit;
    private final Ticker ticker;

    private final ReentrantLock lock = new ReentrantLock();
    // Guarded by the lock.
    private @Nullable Thread thread;
    private @Nullable Stop stop;
    private String stopReason = "";
    private boolean settled;

    private volatile long startedNanos;
    // Written by the handler's thread, read by it at the end.
    private byte @Nullable [] result;
    private @Nullable JobOutcome chosen;
    /** Set before the handler's transaction may complete the job: from then on, only that tells how the job ended. */
    private volatile boolean completing;

    private boolean completed;

    JobRun(
            ClaimedJob job,
            Registration<?> registration,
            JobStore store,
            PayloadCodec codec,
            PayloadLimit limit,
            Ticker ticker) {
        this.job = job;
        this.registration = registration;
        this.endings = new Endings(job, registration.kind());
        this.store = store;
        this.codec = codec;
        this.limit = limit;
        this.ticker = ticker;
        this.startedNanos = ticker.nanos();
    }

    /** Runs the handler. Null if the outcome is no longer this run's to say. */
    @Nullable
    JobOutcome run() {
        if (!begin()) {
            return settle(stopped("stopped before it began"));
        }
        JobOutcome outcome;
        try {
            outcome = handle();
        } catch (Throwable t) {
            outcome = failed(t);
        } finally {
            end();
        }
        return settle(outcome);
    }

    /** Tells the handler to stop. False if it was told before or is over. */
    boolean stop(Stop why, String reason) {
        lock.lock();
        try {
            if (settled || (stop != null && why != Stop.LEASE_LOST)) {
                return false;
            }
            stop = why;
            stopReason = reason;
            if (thread != null) {
                thread.interrupt();
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Settles a run that could not even begin or end as it should. */
    @Nullable
    JobOutcome broke(Throwable t) {
        return settle(failed(t));
    }

    /** Settles a run whose handler does not heed its stop. Null if it is over already. */
    @Nullable
    JobOutcome giveUpWaiting() {
        return settle(stopped("the handler did not end when told to"));
    }

    private boolean begin() {
        lock.lock();
        try {
            if (stop != null) {
                return false;
            }
            thread = Thread.currentThread();
            startedNanos = ticker.nanos();
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void end() {
        lock.lock();
        try {
            thread = null;
            Thread.interrupted();
        } finally {
            lock.unlock();
        }
    }

    private @Nullable JobOutcome settle(@Nullable JobOutcome outcome) {
        lock.lock();
        try {
            if (outcome == null || settled || stop == Stop.LEASE_LOST) {
                return null;
            }
            settled = true;
            return completing ? new JobOutcome.CompletedElsewhere(job, outcome) : outcome;
        } finally {
            lock.unlock();
        }
    }

    private JobOutcome handle() throws Exception {
        if (endings.attemptsUsedUp()) {
            return endings.usedUp();
        }
        registration.invoke(this, job.payload(), codec);
        if (completed) {
            return failed(new IllegalStateException(
                    "The handler called completeIn and returned, but its transaction was not committed"));
        }
        JobOutcome outcome = chosen;
        return outcome != null ? outcome : new JobOutcome.Succeeded(job, result);
    }

    private JobOutcome failed(Throwable t) {
        JobOutcome stopped = stopped(Errors.describe(t));
        return stopped != null ? stopped : endings.failed(t);
    }

    /** The outcome if the handler was told to stop, else null. */
    private @Nullable JobOutcome stopped(String detail) {
        Stop why;
        lock.lock();
        try {
            why = stop;
        } finally {
            lock.unlock();
        }
        return why == null ? null : endings.stopped(why, stopReason, detail);
    }

    // What the handler sees.

    @Override
    public long id() {
        return job.id();
    }

    @Override
    public JobKind<?> kind() {
        return registration.kind();
    }

    @Override
    public String queue() {
        return job.queue();
    }

    @Override
    public int attempt() {
        return job.attempt();
    }

    @Override
    public Map<String, String> headers() {
        return job.headers();
    }

    @Override
    public boolean stopRequested() {
        return told() != null;
    }

    @Override
    public boolean cancelled() {
        return told() == Stop.CANCELLED;
    }

    @Override
    public boolean leaseLost() {
        return told() == Stop.LEASE_LOST;
    }

    private @Nullable Stop told() {
        lock.lock();
        try {
            return stop;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Optional<Duration> timeLeft() {
        Duration timeout = registration.kind().timeout();
        if (timeout == null) {
            return Optional.empty();
        }
        long left = timeout.toNanos() - (ticker.nanos() - startedNanos);
        return Optional.of(Duration.ofNanos(Math.max(0, left)));
    }

    @Override
    public void progress(double fraction, @Nullable String note) {
        if (!(fraction >= 0 && fraction <= 1)) {
            throw new IllegalArgumentException("progress must be between 0 and 1: " + fraction);
        }
        if (!store.progress(job, fraction, note == null ? null : Text.sanitised(note))) {
            throw new LeaseLostException("job " + job.id() + " is no longer held by this node");
        }
    }

    @Override
    public void result(Object value) {
        byte[] encoded = codec.encode(value, value.getClass());
        limit.check("The result of kind " + job.kind(), encoded);
        result = encoded;
    }

    @Override
    public void completeIn(Connection connection) {
        completing = true;
        if (!store.complete(connection, job, result)) {
            throw new LeaseLostException("job " + job.id() + ", attempt " + job.attempt()
                    + ", is no longer held by this node: roll the transaction back");
        }
        completed = true;
    }

    @Override
    public void snooze(Duration delay) {
        if (delay.isNegative()) {
            throw new IllegalArgumentException("delay must not be negative: " + delay);
        }
        if (delay.compareTo(Start.LONGEST) > 0) {
            throw new IllegalArgumentException("delay must be below a thousand years: " + delay);
        }
        chosen = new JobOutcome.Snoozed(job, delay);
    }

    @Override
    public void discard(String reason) {
        chosen = new JobOutcome.GivenUp(job, JobState.DISCARDED, Text.sanitised(reason));
    }
}
