package dev.dormouse.orchestration.runtime;

import dev.dormouse.orchestration.ErrorDetails;
import dev.dormouse.orchestration.runtime.TurnOutcome.Abandon;
import dev.dormouse.orchestration.runtime.TurnOutcome.Commit;
import dev.dormouse.provider.AckOutcome;
import dev.dormouse.provider.AttemptCount;
import dev.dormouse.provider.ExecutionStatus;
import dev.dormouse.provider.ProviderException;
import dev.dormouse.provider.TurnLock;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What turns came to, on its way to the provider, and what follows when it is there. Thread-safe. */
final class TurnEnds {

    private static final Logger log = LoggerFactory.getLogger(TurnEnds.class);

    private final Turns.Parts parts;
    private final Renewals<TurnLock> renewals;
    private final Histories histories;
    private final LocalEnds local;
    private final Basket<Commit> commits = new Basket<>("turn acks", new CommitDesk());
    private final Basket<Commit> directCommits = new Basket<>("direct turn acks", new CommitDesk());
    private final Basket<Abandon> abandons = new Basket<>("abandoned turns", new AbandonDesk());

    /** @param renewals which are told of everything that needs none any more */
    TurnEnds(Turns.Parts parts, Renewals<TurnLock> renewals, Histories histories, LocalEnds local) {
        this.parts = parts;
        this.renewals = renewals;
        this.histories = histories;
        this.local = local;
    }

    void add(Commit commit) {
        (commit.turn().direct == null ? commits : directCommits).add(commit);
    }

    void giveBack(Abandon abandon) {
        Turns.Directly direct = abandon.turn().direct;
        if (direct == null) {
            abandons.add(abandon);
        } else {
            direct.refused(abandon.turn());
        }
    }

    boolean unattended() {
        return commits.unattended() || directCommits.unattended() || abandons.unattended();
    }

    void write() {
        commits.writeAll();
        directCommits.writeAll();
        abandons.writeAll();
    }

    /** The turn is stored: what it asked for can begin. */
    void committed(Commit commit, History after) {
        Turn turn = commit.turn();
        ExecutionStatus status = commit.ack().execution().status();
        if (status == null || !status.finished()) {
            histories.keep(turn.instance(), after);
        } else {
            histories.forget(turn.instance());
            local.ended(turn.instance(), after);
        }
        if (turn.direct != null) {
            turn.direct.committed(turn);
        }
        parts.eager().committed(commit.eager());
        if (!commit.ack().work().isEmpty()) {
            parts.fetch().wake(ActivityQueue.NAME);
        }
        parts.observer()
                .turned(
                        name(turn),
                        commit.ack().events().size(),
                        Duration.ofNanos(Math.max(0, System.nanoTime() - turn.startedNanos())));
        commit.told().run();
    }

    private static String name(Turn turn) {
        return String.valueOf(turn.item.name());
    }

    /** Commits turns. */
    private final class CommitDesk implements Basket.Desk<Commit> {

        @Override
        public List<AckOutcome> write(List<Commit> batch) {
            return parts.provider().ackTurns(batch.stream().map(Commit::ack).toList());
        }

        @Override
        public void written(Commit commit, AckOutcome outcome) {
            Turn turn = commit.turn();
            renewals.remove(turn.item.lock());
            if (outcome == AckOutcome.COMMITTED) {
                committed(commit, commit.after());
                return;
            }
            parts.eager().notCommitted(commit.eager());
            if (turn.direct != null) {
                turn.direct.refused(turn);
                return;
            }
            parts.observer().turnLost(name(turn));
            if (outcome == AckOutcome.DUPLICATE_EVENT) {
                log.warn("instance={} was decided upon by somebody else; its turn is taken again", turn.instance());
                abandons.add(new Abandon(turn, Duration.ZERO, AttemptCount.KEEP));
            }
        }

        /** The provider cannot keep what the turn decided, now or ever: the orchestration has failed, if it can keep that. */
        @Override
        public void refused(Commit commit, ProviderException why) {
            Turn turn = commit.turn();
            parts.eager().notCommitted(commit.eager());
            log.error("instance={} decided what cannot be stored", turn.instance(), why);
            try {
                Commit failure = parts.runner()
                        .failed(
                                turn,
                                new ErrorDetails.Infrastructure(
                                        "ackTurns", String.valueOf(why.getMessage()), why.retryable()));
                written(
                        failure,
                        parts.provider().ackTurns(List.of(failure.ack())).get(0));
            } catch (RuntimeException again) {
                log.error("instance={} could not be failed either and is given back", turn.instance(), again);
                giveBack(new Abandon(turn, TurnRunner.AGAIN.ceiling(turn.item.attempt()), AttemptCount.KEEP));
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
            return parts.provider().abandonTurn(lock, abandon.delay(), abandon.attempt())
                    ? AckOutcome.COMMITTED
                    : AckOutcome.LOCK_LOST;
        }

        @Override
        public void written(Abandon abandon, AckOutcome outcome) {
            renewals.remove(abandon.turn().item.lock());
            parts.observer().turnAbandoned(name(abandon.turn()), outcome.name());
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
