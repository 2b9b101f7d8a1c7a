package dev.dormouse.orchestration.runtime;

import dev.dormouse.orchestration.OrchestrationObserver.ActivityEnd;
import dev.dormouse.orchestration.kernel.Message;
import dev.dormouse.orchestration.kernel.Texts;
import dev.dormouse.provider.AckOutcome;
import dev.dormouse.provider.AttemptCount;
import dev.dormouse.provider.NewMessage;
import dev.dormouse.provider.ProviderException;
import dev.dormouse.provider.WorkAck;
import dev.dormouse.provider.WorkLock;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What activities came to, on its way to the provider: their ends, and those that are given back. Thread-safe. */
final class ActivityEnds {

    private static final Logger log = LoggerFactory.getLogger(ActivityEnds.class);

    /** An activity that came to something, which its orchestration has yet to be told. */
    record Done(ActivityRun run, Message.Answer answer, ActivityEnd end) {

        String instance() {
            return run.instance();
        }

        long executionId() {
            return run.executionId();
        }

        private WorkAck ack() {
            return new WorkAck(run.item.lock(), NewMessage.of(instance(), Texts.write(answer)));
        }
    }

    private record Abandoned(ActivityRun run, WorkOutcome.Abandon how) {}

    private final ActivityQueue.Parts parts;
    private final Renewals<WorkLock> renewals;
    private final Basket<Done> done = new Basket<>("activity acks", new DoneDesk());
    private final Basket<Abandoned> abandoned = new Basket<>("abandoned activities", new AbandonDesk());

    /** @param renewals which are told of everything that needs none any more */
    ActivityEnds(ActivityQueue.Parts parts, Renewals<WorkLock> renewals) {
        this.parts = parts;
        this.renewals = renewals;
    }

    void add(Done end) {
        done.add(end);
    }

    void giveBack(ActivityRun run, WorkOutcome.Abandon how) {
        abandoned.add(new Abandoned(run, how));
    }

    /** Its orchestration has been told already, or is not to be told. */
    void settled(ActivityRun run, ActivityEnd end) {
        renewals.remove(run.item.lock());
        parts.observer()
                .activityEnded(
                        run.activity(), end, Duration.ofNanos(Math.max(0, System.nanoTime() - run.startedNanos())));
    }

    boolean unattended() {
        return done.unattended() || abandoned.unattended();
    }

    void write() {
        done.writeAll();
        abandoned.writeAll();
    }

    /** As {@link #write}, for one who is no coordinator and cannot wait for trouble to pass. */
    void writeNow() {
        try {
            write();
        } catch (ProviderException e) {
            log.debug("could not write what activities came to, trying again", e);
        }
    }

    /** Takes finished activities off the queue. */
    private final class DoneDesk implements Basket.Desk<Done> {

        @Override
        public List<AckOutcome> write(List<Done> batch) {
            return parts.provider().ackWork(batch.stream().map(Done::ack).toList());
        }

        @Override
        public void written(Done item, AckOutcome outcome) {
            parts.fetch().wake(TurnQueue.NAME);
            settled(item.run, outcome == AckOutcome.COMMITTED ? item.end : ActivityEnd.CANCELLED);
        }

        @Override
        public void refused(Done item, ProviderException why) {
            log.error(
                    "instance={} activity={} came to what cannot be stored",
                    item.run.instance(),
                    item.run.activity(),
                    why);
            Duration delay = TurnRunner.AGAIN.ceiling(item.run.attempt());
            giveBack(item.run, new WorkOutcome.Abandon(delay, AttemptCount.KEEP));
        }
    }

    /** Gives activities back. */
    private final class AbandonDesk implements Basket.Desk<Abandoned> {

        @Override
        public List<AckOutcome> write(List<Abandoned> batch) {
            return batch.stream().map(this::abandon).toList();
        }

        private AckOutcome abandon(Abandoned item) {
            return parts.provider().abandonWork(item.run.item.lock(), item.how.delay(), item.how.attempt())
                    ? AckOutcome.COMMITTED
                    : AckOutcome.LOCK_LOST;
        }

        @Override
        public void written(Abandoned item, AckOutcome outcome) {
            settled(item.run, ActivityEnd.ABANDONED);
        }

        @Override
        public void refused(Abandoned item, ProviderException why) {
            renewals.remove(item.run.item.lock());
            log.warn("instance={} could not be given back, its lock ends by itself", item.run.instance(), why);
        }
    }
}
