package dev.dormouse.jobs;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Outcomes that wait for a handler's transaction to end, which may complete the job. The lease is kept meanwhile: until
 * then, nobody else may have the job. Thread-safe.
 */
final class Undecided {

    /** How long until a transaction that was still open is asked about again. */
    private static final Duration ASK_AGAIN = Duration.ofMillis(500);

    /** By a ticket of its own each: the same outcome may be undecided again before the last question has left. */
    private final Map<Object, JobOutcome> outcomes = new ConcurrentHashMap<>();

    private final ScheduledExecutorService timer;
    private final Consumer<JobOutcome> again;

    Undecided(ScheduledExecutorService timer, Consumer<JobOutcome> again) {
        this.timer = timer;
        this.again = again;
    }

    void askAgainLater(JobOutcome outcome) {
        Object ticket = new Object();
        outcomes.put(ticket, outcome);
        Future<?> unused = timer.schedule(() -> askAgain(ticket, outcome), ASK_AGAIN.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** It is among the finished before it leaves here, so that there is no moment at which nobody knows of the job. */
    private void askAgain(Object ticket, JobOutcome outcome) {
        again.accept(outcome);
        outcomes.remove(ticket);
    }

    boolean isEmpty() {
        return outcomes.isEmpty();
    }

    List<Long> jobs() {
        return outcomes.values().stream().map(outcome -> outcome.job().id()).toList();
    }
}
