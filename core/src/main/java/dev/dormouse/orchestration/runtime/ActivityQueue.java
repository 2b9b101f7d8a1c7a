package dev.dormouse.orchestration.runtime;

import dev.dormouse.dispatch.Exchange;
import dev.dormouse.dispatch.WorkQueue;
import dev.dormouse.orchestration.OrchestrationObserver;
import dev.dormouse.orchestration.OrchestrationObserver.ActivityEnd;
import dev.dormouse.orchestration.RuntimeOptions;
import dev.dormouse.orchestration.runtime.ActivityEnds.Done;
import dev.dormouse.provider.AttemptCount;
import dev.dormouse.provider.Fetched;
import dev.dormouse.provider.NewWork;
import dev.dormouse.provider.Provider;
import dev.dormouse.provider.TagFilter;
import dev.dormouse.provider.WorkFetch;
import dev.dormouse.provider.WorkItem;
import dev.dormouse.provider.WorkLock;
import dev.dormouse.wake.WakeHub;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The activities that a node executes, as work for a dispatcher. */
final class ActivityQueue implements WorkQueue<ActivityRun> {

    private static final Logger log = LoggerFactory.getLogger(ActivityQueue.class);
    static final String NAME = "activity";
    private static final Duration RENEWAL_BUFFER = Duration.ofSeconds(5);
    /** Wakes for work of whatever tag, for those who serve any. */
    private static final String ANY_TAG = NAME + ":*";

    /** Work of sessions is told to all who serve sessions, since only some of them can take it. */
    private static final String SESSIONS = WakeHub.signal("session", "").queue();

    /** What the queue is made of. */
    record Parts(
            Provider provider,
            RuntimeOptions options,
            ActivityRunner runner,
            HeldSessions sessions,
            OrchestrationObserver observer,
            PacedFetch fetch) {}

    private final Parts parts;
    private final String worker;
    private final Set<String> names;
    private final Renewals<WorkLock> renewals;
    private final ActivityEnds ends;
    /** Fetched or eagerly started, and not settled. */
    private final Map<WorkLock, ActivityRun> running = new ConcurrentHashMap<>();

    private volatile Runnable nudge = () -> {};
    /** Told of every end first; false: it goes the usual way. Set before anything runs. */
    private volatile Predicate<Done> direct = done -> false;

    ActivityQueue(String worker, Parts parts) {
        this.worker = worker;
        this.parts = parts;
        this.names = Set.copyOf(parts.runner.names());
        this.renewals = new Renewals<>(parts.provider::renewWork, parts.options.activityLockTimeout(), RENEWAL_BUFFER);
        this.ends = new ActivityEnds(parts, renewals);
    }

    void offerEndsTo(Predicate<Done> directly) {
        this.direct = directly;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<String> topics() {
        TagFilter tags = parts.options.tags();
        List<String> topics = new ArrayList<>();
        if (tags.untagged()) {
            topics.add(NAME);
        }
        if (tags.any()) {
            topics.add(ANY_TAG);
        }
        tags.tags().stream().sorted().forEach(tag -> topics.add(NAME + ":" + tag));
        if (parts.options.sessions().max() > 0) {
            topics.add(SESSIONS);
        }
        return topics;
    }

    /** Whether this node could begin with the work at once. Sessions are left to the fetch, which knows whose they are. */
    boolean serves(NewWork work) {
        TagFilter tags = parts.options.tags();
        String tag = work.tag();
        boolean tagServed =
                tag == null ? tags.untagged() : tags.any() || tags.tags().contains(tag);
        return work.session() == null && tagServed && names.contains(work.name());
    }

    @Override
    public Exchange<ActivityRun> exchange(int max) {
        ends.write();
        if (max == 0) {
            return Exchange.nothing();
        }
        Fetched<WorkItem> fetched = parts.fetch.fetch(wait -> parts.provider.fetchWork(new WorkFetch(
                max, parts.options.activityLockTimeout(), wait, names, parts.options.tags(), parts.sessions.fetch())));
        return parts.fetch.exchange(fetched.items().stream().map(this::held).toList(), fetched);
    }

    /** Takes charge of work that this node holds. */
    ActivityRun held(WorkItem item) {
        ActivityRun run = new ActivityRun(item, worker);
        long now = System.nanoTime();
        running.put(item.lock(), run);
        renewals.add(item.lock(), now, () -> lost(run));
        useSession(item, now);
        return run;
    }

    @Override
    public boolean unwritten() {
        return ends.unattended();
    }

    @Override
    public boolean endsUnblock() {
        return false;
    }

    @Override
    public void run(ActivityRun run) {
        run(run, () -> {});
    }

    @Override
    public void run(ActivityRun run, Runnable vacate) {
        run.begin(vacate, System.nanoTime());
        WorkOutcome outcome;
        try {
            outcome = parts.runner.run(run);
        } finally {
            run.end();
        }
        useSession(run.item, System.nanoTime());
        settle(run, outcome);
        if (parts.fetch.waits()) {
            ends.writeNow();
        }
    }

    @Override
    public void nudgeWith(Runnable nudge) {
        this.nudge = nudge;
    }

    @Override
    public void stopping() {
        parts.fetch.stop();
    }

    @Override
    public void giveBack(List<ActivityRun> runs) {
        for (ActivityRun run : runs) {
            forget(run);
            boolean unused = parts.provider.abandonWork(run.item.lock(), Duration.ZERO, AttemptCount.UNDO);
        }
    }

    @Override
    public void interruptRunning() {
        long now = System.nanoTime();
        for (ActivityRun run : running.values()) {
            run.stop(ActivityRun.Stop.SHUTDOWN, now);
            run.interrupt();
        }
    }

    @Override
    public void abandonRunning() {
        running.values().forEach(run -> settle(run, new WorkOutcome.Abandon(Duration.ZERO, AttemptCount.UNDO)));
    }

    /** Renews locks and sessions, and writes what an earlier attempt could not. On a thread that may wait. */
    void tick() {
        long now = System.nanoTime();
        renewals.renew(now);
        running.values().forEach(run -> useSession(run.item, now));
        if (parts.sessions.tick(now)) {
            parts.fetch.again(NAME);
        }
        if (parts.fetch.waits()) {
            ends.writeNow();
        }
    }

    Duration tickInterval() {
        return renewals.tick();
    }

    /** Sees to activities that do not heed their cancellation. */
    void watch() {
        long now = System.nanoTime();
        long grace = parts.options.cancellationGrace().toNanos();
        for (ActivityRun run : running.values()) {
            long stoppedFor = run.stoppedFor(now);
            if (stoppedFor > grace && run.interrupt()) {
                log.warn("instance={} activity={} was cancelled and is interrupted", run.instance(), run.activity());
            }
            if (stoppedFor > 2 * grace) {
                giveUp(run);
            }
        }
    }

    private void giveUp(ActivityRun run) {
        String stack = LogLines.of(run.stack());
        if (settle(run, new WorkOutcome.Dropped())) {
            log.error(
                    "instance={} activity={} heeds neither its cancellation nor its interrupt; its slot is used for others,"
                            + " its thread is at\n{}",
                    run.instance(),
                    run.activity(),
                    stack);
            run.vacate();
            nudge.run();
        }
    }

    /** The orchestration does not want it any more, or another node has it: either way the row was taken from us. */
    private void lost(ActivityRun run) {
        log.info("instance={} activity={} was cancelled or taken over", run.instance(), run.activity());
        run.stop(ActivityRun.Stop.CANCELLED, System.nanoTime());
    }

    private boolean settle(ActivityRun run, WorkOutcome outcome) {
        if (!run.settle()) {
            return false;
        }
        running.remove(run.item.lock());
        if (outcome instanceof WorkOutcome.Done ended) {
            Done end = new Done(run, ended.answer(), ended.end());
            if (!direct.test(end)) {
                ends.add(end);
            }
        } else if (outcome instanceof WorkOutcome.Abandon how) {
            ends.giveBack(run, how);
        } else {
            ends.settled(run, ActivityEnd.CANCELLED);
        }
        return true;
    }

    /** The end is to be stored for the orchestration. A coordinator that waits for the provider would be late. */
    void ended(Done end) {
        ends.add(end);
        if (parts.fetch.waits()) {
            ends.writeNow();
        } else {
            nudge.run();
        }
    }

    /** A turn was committed that was told the end. */
    void taken(Done end) {
        ends.settled(end.run(), end.end());
    }

    private void forget(ActivityRun run) {
        running.remove(run.item.lock());
        renewals.remove(run.item.lock());
    }

    private void useSession(WorkItem item, long nowNanos) {
        String session = item.session();
        if (session != null) {
            parts.sessions.used(session, nowNanos);
        }
    }
}
