package dev.dormouse.orchestration.runtime;

import dev.dormouse.dispatch.Exchange;
import dev.dormouse.dispatch.WorkQueue;
import dev.dormouse.orchestration.ErrorDetails;
import dev.dormouse.orchestration.OrchestrationObserver;
import dev.dormouse.orchestration.RuntimeOptions;
import dev.dormouse.orchestration.runtime.TurnOutcome.Abandon;
import dev.dormouse.orchestration.runtime.TurnOutcome.Commit;
import dev.dormouse.provider.AckOutcome;
import dev.dormouse.provider.AttemptCount;
import dev.dormouse.provider.EngineRange;
import dev.dormouse.provider.EngineVersion;
import dev.dormouse.provider.ExecutionStatus;
import dev.dormouse.provider.Fetched;
import dev.dormouse.provider.Provider;
import dev.dormouse.provider.ProviderException;
import dev.dormouse.provider.TurnFetch;
import dev.dormouse.provider.TurnItem;
import dev.dormouse.provider.TurnLock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The turns of a node's orchestrations, as work for a dispatcher. */
final class TurnQueue implements WorkQueue<Turn> {

    private static final Logger log = LoggerFactory.getLogger(TurnQueue.class);
    static final String NAME = "turn";
    private static final Duration RENEWAL_BUFFER = Duration.ofSeconds(2);
    /** The engine versions whose executions this one can go on with. */
    private static final List<EngineRange> ENGINES =
            List.of(new EngineRange(new EngineVersion(0, 0, 0), TurnAcks.ENGINE));

    /** What the queue is made of. */
    record Parts(
            Provider provider,
            RuntimeOptions options,
            TurnRunner runner,
            EagerStarts eager,
            OrchestrationObserver observer,
            PacedFetch fetch) {}

    private final Parts parts;
    private final OrchestrationHandlers handlers;
    private final Histories histories;
    private final Renewals<TurnLock> renewals;
    private final Basket<Commit> commits = new Basket<>("turn acks", new CommitDesk());
    private final Basket<Abandon> abandons = new Basket<>("abandoned turns", new AbandonDesk());
    private final Set<Turn> running = ConcurrentHashMap.newKeySet();
    private volatile Runnable nudge = () -> {};

    TurnQueue(OrchestrationHandlers handlers, Parts parts) {
        this.handlers = handlers;
        this.parts = parts;
        this.histories =
                new Histories(parts.provider, new HistoryCache(parts.options.historyCacheBytes()), parts.observer);
        this.renewals = new Renewals<>(parts.provider::renewTurns, parts.options.turnLockTimeout(), RENEWAL_BUFFER);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Exchange<Turn> exchange(int max) {
        commits.write();
        abandons.write();
        if (max == 0) {
            return Exchange.nothing();
        }
        Fetched<TurnItem> fetched = parts.fetch.fetch(wait -> parts.provider.fetchTurns(new TurnFetch(
                max,
                parts.options.turnLockTimeout(),
                wait,
                handlers.orchestrations(),
                ENGINES,
                TurnFetch.History.ON_DEMAND)));
        return parts.fetch.exchange(turns(fetched.items()), fetched);
    }

    /** What was fetched must not be left lying under its lock if its histories cannot be read. */
    private List<Turn> turns(List<TurnItem> items) {
        try {
            List<Turn> turns = histories.complete(items);
            long now = System.nanoTime();
            turns.forEach(turn -> renewals.add(turn.item.lock(), now, () -> lost(turn)));
            return turns;
        } catch (RuntimeException e) {
            items.forEach(item -> abandons.add(new Abandon(
                    new Turn(item, History.none(item.executionId()), List.of()), Duration.ZERO, AttemptCount.UNDO)));
            throw e;
        }
    }

    @Override
    public boolean unwritten() {
        return !commits.isEmpty() || !abandons.isEmpty();
    }

    @Override
    public void run(Turn turn) {
        run(turn, () -> {});
    }

    @Override
    public void run(Turn turn, Runnable vacate) {
        turn.begin(vacate, System.nanoTime());
        running.add(turn);
        try {
            settle(turn, outcome(turn));
        } finally {
            running.remove(turn);
            turn.end();
        }
        if (parts.fetch.waits()) {
            writeNow();
        }
    }

    private TurnOutcome outcome(Turn turn) {
        try {
            return parts.runner.run(turn);
        } catch (Throwable t) {
            log.error(
                    "instance={} had a turn that ended in a way nobody expected; it is tried again",
                    turn.instance(),
                    t);
            return new Abandon(turn, TurnRunner.AGAIN.ceiling(turn.item.attempt()), AttemptCount.KEEP);
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
    public void giveBack(List<Turn> turns) {
        for (Turn turn : turns) {
            renewals.remove(turn.item.lock());
            boolean unused = parts.provider.abandonTurn(turn.item.lock(), Duration.ZERO, AttemptCount.UNDO);
        }
    }

    @Override
    public void interruptRunning() {
        running.forEach(turn -> turn.stop(Turn.Stop.SHUTDOWN));
    }

    @Override
    public void abandonRunning() {
        running.forEach(turn -> settle(turn, new Abandon(turn, Duration.ZERO, AttemptCount.UNDO)));
    }

    /** Renews locks, and writes what an earlier attempt could not. On a thread that may wait for the provider. */
    void tick() {
        renewals.renew(System.nanoTime());
        if (parts.fetch.waits()) {
            writeNow();
        }
    }

    Duration tickInterval() {
        return renewals.tick();
    }

    /** Sees to code that does not end its turn. */
    void watch() {
        long now = System.nanoTime();
        long limit = parts.options.turnTimeout().toNanos();
        for (Turn turn : running) {
            long nanos = turn.nanos(now);
            if (nanos > limit) {
                interrupt(turn);
            }
            if (nanos > limit + parts.options.cancellationGrace().toNanos()) {
                giveUp(turn);
            }
        }
    }

    private void interrupt(Turn turn) {
        StackTraceElement[] stack = turn.stop(Turn.Stop.TOO_LONG);
        if (stack != null) {
            log.error(
                    "instance={} orchestration={} has not ended its turn after {}: an orchestration must not block or do"
                            + " work of its own; interrupting it at\n{}",
                    turn.instance(),
                    turn.item.name(),
                    parts.options.turnTimeout(),
                    Arrays.stream(stack).map(frame -> "  at " + frame).collect(Collectors.joining("\n")));
        }
    }

    private void giveUp(Turn turn) {
        if (settle(turn, parts.runner.interrupted(turn, null))) {
            log.error("instance={} does not even heed its interrupt; its slot is used for others", turn.instance());
            running.remove(turn);
            turn.vacate();
            nudge.run();
        }
    }

    private boolean settle(Turn turn, TurnOutcome outcome) {
        if (!turn.settle()) {
            if (outcome instanceof Commit commit) {
                parts.eager.notCommitted(commit.eager());
            }
            return false;
        }
        if (outcome instanceof Commit commit) {
            commits.add(commit);
        } else if (outcome instanceof Abandon abandon) {
            abandons.add(abandon);
        }
        return true;
    }

    private void writeNow() {
        try {
            commits.write();
            abandons.write();
        } catch (ProviderException e) {
            log.debug("could not write what turns decided, trying again", e);
        }
    }

    private void lost(Turn turn) {
        log.warn("instance={} was taken over by another node during a turn", turn.instance());
    }

    private static String name(Turn turn) {
        return String.valueOf(turn.item.name());
    }

    /** Commits turns. */
    private final class CommitDesk implements Basket.Desk<Commit> {

        @Override
        public List<AckOutcome> write(List<Commit> batch) {
            return parts.provider.ackTurns(batch.stream().map(Commit::ack).toList());
        }

        @Override
        public void written(Commit commit, AckOutcome outcome) {
            Turn turn = commit.turn();
            renewals.remove(turn.item.lock());
            if (outcome == AckOutcome.COMMITTED) {
                committed(commit);
                return;
            }
            parts.eager.notCommitted(commit.eager());
            parts.observer.turnLost(name(turn));
            if (outcome == AckOutcome.DUPLICATE_EVENT) {
                log.warn("instance={} was decided upon by somebody else; its turn is taken again", turn.instance());
                abandons.add(new Abandon(turn, Duration.ZERO, AttemptCount.KEEP));
            }
        }

        private void committed(Commit commit) {
            Turn turn = commit.turn();
            ExecutionStatus status = commit.ack().execution().status();
            if (status == null || !status.finished()) {
                histories.keep(turn.item, commit.after());
            }
            parts.eager.committed(commit.eager());
            if (!commit.ack().work().isEmpty()) {
                parts.fetch.wake(ActivityQueue.NAME);
            }
            parts.observer.turned(
                    name(turn),
                    commit.ack().events().size(),
                    Duration.ofNanos(Math.max(0, System.nanoTime() - turn.startedNanos())));
            commit.told().run();
        }

        /** The provider cannot keep what the turn decided, now or ever: the orchestration has failed, if it can keep that. */
        @Override
        public void refused(Commit commit, ProviderException why) {
            Turn turn = commit.turn();
            parts.eager.notCommitted(commit.eager());
            log.error("instance={} decided what cannot be stored", turn.instance(), why);
            try {
                Commit failure = parts.runner.failed(
                        turn,
                        new ErrorDetails.Infrastructure("ackTurns", String.valueOf(why.getMessage()), why.retryable()));
                written(failure, parts.provider.ackTurns(List.of(failure.ack())).get(0));
            } catch (RuntimeException again) {
                log.error("instance={} could not be failed either and is given back", turn.instance(), again);
                abandons.add(new Abandon(turn, TurnRunner.AGAIN.ceiling(turn.item.attempt()), AttemptCount.KEEP));
            }
        }
    }

    /** Gives turns back. */
    private final class AbandonDesk implements Basket.Desk<Abandon> {

        @Override
        public List<AckOutcome> write(List<Abandon> batch) {
            return batch.stream().map(this::abandon).toList();
        }

        private AckOutcome abandon(Abandon abandon) {
            TurnLock lock = abandon.turn().item.lock();
            return parts.provider.abandonTurn(lock, abandon.delay(), abandon.attempt())
                    ? AckOutcome.COMMITTED
                    : AckOutcome.LOCK_LOST;
        }

        @Override
        public void written(Abandon abandon, AckOutcome outcome) {
            renewals.remove(abandon.turn().item.lock());
            parts.observer.turnAbandoned(name(abandon.turn()), outcome.name());
        }

        @Override
        public void refused(Abandon abandon, ProviderException why) {
            renewals.remove(abandon.turn().item.lock());
            log.warn(
                    "instance={} could not be given back, its lock ends by itself",
                    abandon.turn().instance(),
                    why);
        }
    }
}
