package dev.dormouse.jobs;

import dev.dormouse.dispatch.Exchange;
import dev.dormouse.dispatch.WorkQueue;
import dev.dormouse.jobs.JobRun.Stop;
import dev.dormouse.node.NodeLease;
import dev.dormouse.spi.PayloadCodec;
import dev.dormouse.wake.Announcer;
import dev.dormouse.wake.Ticker;
import dev.dormouse.wake.WakeHint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The jobs of one named queue, as work for a dispatcher. */
final class JobQueue implements WorkQueue<ClaimedJob> {

    private static final Logger log = LoggerFactory.getLogger(JobQueue.class);
    /** More in one statement is no faster, and holds locks for longer. */
    static final int BATCH_MAX = 500;
    /** How long a handler that was told to stop may take before its outcome is settled over its head. */
    private static final Duration STOP_GRACE = Duration.ofSeconds(10);

    /** What every queue of a node shares. */
    record Parts(
            JobStore store,
            NodeLease lease,
            PayloadCodec codec,
            PayloadLimit payloadLimit,
            Ticker ticker,
            ScheduledExecutorService timer,
            Announcer announcer,
            JobObserver observer) {}

    private final String queue;
    private final Map<String, Registration<?>> registrations;
    private final List<String> kinds;
    private final Parts parts;
    private final Finished finished = new Finished();
    private final Runs runs = new Runs();
    private final Undecided undecided;
    private volatile Runnable nudge = () -> {};

    /** An exchange failed, perhaps after its commit: the node may hold jobs it does not know of. The coordinator's. */
    private boolean claimsInDoubt;

    JobQueue(String queue, Map<String, Registration<?>> registrations, Parts parts) {
        this.queue = queue;
        this.registrations = Map.copyOf(registrations);
        this.kinds = registrations.keySet().stream().sorted().toList();
        this.parts = parts;
        this.undecided = new Undecided(parts.timer(), this::finishedAgain);
        parts.lease().onLost(this::leaseLost);
    }

    /** The name by which wakes for a job queue are announced. */
    static String wakeName(String queue) {
        return "job:" + queue;
    }

    @Override
    public String name() {
        return wakeName(queue);
    }

    @Override
    public Exchange<ClaimedJob> exchange(int max) {
        if (claimsInDoubt) {
            giveBackUnknown();
        }
        runs.awaitClaims();
        try {
            List<JobOutcome> outcomes = finished.take(BATCH_MAX);
            JobExchange answer = ask(max, outcomes);
            answer.refused().forEach(this::refused);
            outcomes.forEach(this::announce);
            outcomes.stream()
                    .filter(outcome -> answer.undecided().contains(outcome.job().id()))
                    .forEach(undecided::askAgainLater);
            return answer.leaseHeld() ? begun(answer.exchange()) : new Exchange<>(List.of(), true, null);
        } finally {
            runs.claimsHere();
        }
    }

    private JobExchange ask(int max, List<JobOutcome> outcomes) {
        NodeLease lease = parts.lease();
        try {
            long node = lease.node();
            boolean renew = max > 0 && (lease.renewalDue() || lease.lapsed());
            long asked = parts.ticker().nanos();
            ClaimRequest request = new ClaimRequest(
                    node,
                    queue,
                    kinds,
                    Math.min(max, BATCH_MAX),
                    renew ? lease.length() : null,
                    renew && lease.lapsed());
            JobExchange answer = parts.store().exchange(request, outcomes);
            if (!answer.leaseHeld()) {
                lease.lost(node);
            } else if (renew) {
                lease.renewed(node, asked);
            }
            return answer;
        } catch (Throwable t) {
            finished.putBack(outcomes);
            claimsInDoubt = true;
            throw t;
        }
    }

    private Exchange<ClaimedJob> begun(Exchange<ClaimedJob> exchange) {
        List<ClaimedJob> begun = exchange.claimed().stream().filter(this::begin).toList();
        return new Exchange<>(begun, exchange.more(), exchange.nextDue(), exchange.found());
    }

    /**
     * False for a job that runs here already, as this very attempt: claims are not flushed, so a server that crashed may
     * have forgotten the claim and given it out again. The run goes on under the new one.
     */
    private boolean begin(ClaimedJob job) {
        if (runs.of(job) != null) {
            return false;
        }
        runs.add(runOf(job));
        return true;
    }

    private void finishedAgain(JobOutcome outcome) {
        finished.add(outcome);
        nudge.run();
    }

    private void giveBackUnknown() {
        long node = parts.lease().node();
        List<Long> known = new ArrayList<>();
        runs.under(node).forEach(run -> known.add(run.job.id()));
        known.addAll(undecided.jobs());
        // Last: a job that is over is added here before it leaves the running.
        known.addAll(finished.jobsOf(node));
        parts.store().giveBackUnknown(node, queue, kinds, known);
        claimsInDoubt = false;
    }

    @Override
    public boolean gathers() {
        return true;
    }

    @Override
    public boolean unwritten() {
        return !finished.isEmpty();
    }

    @Override
    public void run(ClaimedJob job) {
        JobRun run = runs.of(job);
        if (run == null) {
            return;
        }
        try {
            settle(runWithTimeout(run));
        } catch (Throwable t) {
            settle(run.broke(t));
        } finally {
            runs.remove(run);
        }
    }

    private @Nullable JobOutcome runWithTimeout(JobRun run) {
        if (!parts.lease().trusted()) {
            // The process stood still, or the job waited too long for a thread: it may be another node's by now.
            parts.lease().lost(run.job.node());
        }
        Runnable disarm = armTimeout(run);
        try {
            parts.observer().started(run.job);
            return run.run();
        } finally {
            disarm.run();
        }
    }

    @Override
    public void nudgeWith(Runnable nudge) {
        this.nudge = nudge;
    }

    @Override
    public void giveBack(List<ClaimedJob> jobs) {
        runs.forget(jobs);
        parts.store().giveBack(jobs);
        parts.announcer().announce(WakeHint.now(name()));
    }

    /** What is to be done again is known to this node; others should know when, in case it dies or stops before. */
    private void announce(JobOutcome outcome) {
        if (outcome instanceof JobOutcome.Retry retry) {
            parts.announcer().announce(new WakeHint(name(), retry.delay()));
        } else if (outcome instanceof JobOutcome.Snoozed snoozed) {
            parts.announcer().announce(new WakeHint(name(), snoozed.delay()));
        }
    }

    @Override
    public void interruptRunning() {
        runs.all().forEach(run -> run.stop(Stop.SHUTDOWN, "the node stops"));
    }

    @Override
    public void abandonRunning() {
        runs.all().forEach(this::settleOverItsHead);
    }

    boolean anythingRunning() {
        return runningCount() > 0 || unwritten() || !undecided.isEmpty();
    }

    int runningCount() {
        return runs.all().size();
    }

    /** Tells the handler of a job that somebody cancelled it, if it runs here; one that is yet to start does not. */
    void cancel(long jobId, String reason) {
        JobRun run = runs.cancel(jobId, reason);
        if (run != null) {
            settleLater(run);
        }
    }

    private JobRun runOf(ClaimedJob job) {
        Registration<?> registration = registrations.get(job.kind());
        if (registration == null) {
            throw new IllegalStateException("claimed job " + job.id() + " of kind " + job.kind()
                    + ", which this node has not registered; it has " + kinds);
        }
        return new JobRun(job, registration, parts.store(), parts.codec(), parts.payloadLimit(), parts.ticker());
    }

    private void settle(@Nullable JobOutcome outcome) {
        if (outcome != null) {
            finished.add(outcome);
            parts.observer().ended(outcome);
        }
    }

    private Runnable armTimeout(JobRun run) {
        Duration timeout = run.kind().timeout();
        if (timeout == null) {
            return () -> {};
        }
        var alarm = parts.timer().schedule(() -> timeOut(run, timeout), timeout.toNanos(), TimeUnit.NANOSECONDS);
        return () -> alarm.cancel(false);
    }

    private void timeOut(JobRun run, Duration timeout) {
        if (run.stop(Stop.TIMED_OUT, "Timed out after " + timeout)) {
            settleLater(run);
        }
    }

    private void settleLater(JobRun run) {
        Future<?> unused =
                parts.timer().schedule(() -> settleOverItsHead(run), STOP_GRACE.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** The handler still sits in its slot, so nothing but this tells the coordinator that there is something to write. */
    private void settleOverItsHead(JobRun run) {
        settle(run.giveUpWaiting());
        nudge.run();
    }

    private void leaseLost(long node) {
        runs.under(node).forEach(run -> run.stop(Stop.LEASE_LOST, "the lease of node " + node + " was lost"));
    }

    private void refused(long jobId) {
        parts.observer().refused(jobId);
        log.warn("job={} was no longer this node's when its outcome was to be written; another node has it", jobId);
    }
}
