package dev.dormouse.orchestration.runtime;

import dev.dormouse.orchestration.OrchestrationObserver;
import dev.dormouse.orchestration.RuntimeOptions;
import dev.dormouse.orchestration.runtime.TurnOutcome.Abandon;
import dev.dormouse.orchestration.runtime.TurnOutcome.Commit;
import dev.dormouse.provider.AttemptCount;
import dev.dormouse.provider.Provider;
import dev.dormouse.provider.TurnItem;
import dev.dormouse.provider.TurnLock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a node does with turns, however it came by them: runs them and writes what they decided. Thread-safe. */
final class Turns {

    private static final Logger log = LoggerFactory.getLogger(Turns.class);
    private static final Duration RENEWAL_BUFFER = Duration.ofSeconds(2);

    /** What turns are run with. */
    record Parts(
            Provider provider,
            RuntimeOptions options,
            TurnRunner runner,
            EagerStarts eager,
            OrchestrationObserver observer,
            PacedFetch fetch) {}

    /** Where the ends of activities go that a turn was about, if it was not fetched. */
    interface Directly {

        void committed(Turn turn);

        /** The turn counts for nothing: the ends go the usual way. */
        void refused(Turn turn);
    }

    final Parts parts;
    final Histories histories;
    final LocalEnds localEnds;
    final TurnEnds ends;
    private final Renewals<TurnLock> renewals;
    private final Set<Turn> running = ConcurrentHashMap.newKeySet();
    private volatile Runnable nudge = () -> {};

    Turns(Parts parts) {
        this.parts = parts;
        this.histories =
                new Histories(parts.provider, new HistoryCache(parts.options.historyCacheBytes()), parts.observer);
        this.localEnds = new LocalEnds(histories::reached);
        this.renewals = new Renewals<>(parts.provider::renewTurns, parts.options.turnLockTimeout(), RENEWAL_BUFFER);
        this.ends = new TurnEnds(parts, renewals, histories, localEnds);
    }

    void nudgeWith(Runnable coordinator) {
        this.nudge = coordinator;
    }

    /** What was fetched must not be left lying under its lock if its histories cannot be read. */
    List<Turn> fetched(List<TurnItem> items) {
        try {
            List<Turn> turns = histories.complete(items);
            long now = System.nanoTime();
            turns.forEach(turn -> renewals.add(turn.item.lock(), now, () -> lost(turn)));
            return turns;
        } catch (RuntimeException e) {
            items.forEach(item -> ends.giveBack(
                    new Abandon(Turn.fetched(item, History.none(item), List.of()), Duration.ZERO, AttemptCount.UNDO)));
            throw e;
        }
    }

    void run(Turn turn, Runnable vacate) {
        turn.begin(vacate, System.nanoTime());
        running.add(turn);
        try {
            boolean unused = settle(turn, outcome(turn));
        } finally {
            running.remove(turn);
            turn.end();
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

    private boolean settle(Turn turn, TurnOutcome outcome) {
        if (!turn.settle()) {
            if (outcome instanceof Commit commit) {
                parts.eager.notCommitted(commit.eager());
            }
            return false;
        }
        if (turn.beginning != null) {
            turn.beginning.complete(outcome);
        } else if (outcome instanceof Commit commit) {
            ends.add(commit);
        } else if (outcome instanceof Abandon abandon) {
            ends.giveBack(abandon);
        }
        return true;
    }

    /** A turn that never ran. */
    void giveBack(Turn turn) {
        if (turn.beginning != null) {
            turn.beginning.complete(new Abandon(turn, Duration.ZERO, AttemptCount.UNDO));
        } else if (turn.direct != null) {
            turn.direct.refused(turn);
        } else {
            renewals.remove(turn.item.lock());
            boolean unused = parts.provider.abandonTurn(turn.item.lock(), Duration.ZERO, AttemptCount.UNDO);
        }
    }

    /** As {@link TurnEnds#write}, for one who is no coordinator and cannot wait for trouble to pass. */
    void writeNow() {
        try {
            ends.write();
        } catch (RuntimeException e) {
            log.debug("could not write what turns decided, the coordinator tries again", e);
            nudge.run();
        }
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

    void interruptRunning() {
        running.forEach(turn -> turn.stop(Turn.Stop.SHUTDOWN));
    }

    void abandonRunning() {
        running.forEach(turn -> settle(turn, new Abandon(turn, Duration.ZERO, AttemptCount.UNDO)));
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
                    LogLines.of(stack));
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

    private void lost(Turn turn) {
        log.warn("instance={} was taken over by another node during a turn", turn.instance());
    }
}
