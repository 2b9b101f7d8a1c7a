package dev.dormouse.testkit.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.provider.AckOutcome;
import dev.dormouse.provider.ActivityKey;
import dev.dormouse.provider.ExecutionChange;
import dev.dormouse.provider.ExecutionStatus;
import dev.dormouse.provider.NewMessage;
import dev.dormouse.provider.NewWork;
import dev.dormouse.provider.StoredEvent;
import dev.dormouse.provider.TurnAck;
import dev.dormouse.provider.TurnAck.Direct;
import dev.dormouse.provider.TurnItem;
import dev.dormouse.provider.TurnLock;
import dev.dormouse.provider.WorkAck;
import dev.dormouse.provider.WorkLock;
import java.util.List;

/** The words in which direct turns are written. */
abstract class DirectTurnsGroup extends ContractGroup {

    static final long TOKEN = 4_711;
    static final WorkLock HELD = lock(2, TOKEN);

    static WorkLock lock(long activityId, long token) {
        return new WorkLock("a", new ActivityKey(1, activityId), token);
    }

    static NewWork leased(long activityId) {
        return work("a", activityId).withLease(new NewWork.Lease(TOKEN, LONG));
    }

    private int companions;

    /** Whether every direct turn is committed together with one of another instance. */
    boolean inCompany() {
        return false;
    }

    @Override
    AckOutcome ack(TurnAck turn) {
        if (!inCompany() || turn.direct() == null) {
            return super.ack(turn);
        }
        List<AckOutcome> outcomes = provider.ackTurns(List.of(turn, companion("companion " + companions++)));
        assertThat(outcomes.get(1)).as("outcome of the companion").isEqualTo(AckOutcome.COMMITTED);
        return outcomes.get(0);
    }

    /** A direct turn that ends an instance of its own. */
    private TurnAck companion(String instance) {
        NewWork work = work(instance, 2).withLease(new NewWork.Lease(TOKEN, LONG));
        TurnAck first =
                TurnAck.of(TurnLock.none(instance), 1, ExecutionChange.started(FLOW, "1.0.0"), List.of(event(1)));
        assertThat(provider.begin(first.withWork(List.of(work)))).isPositive();
        WorkLock held = new WorkLock(instance, work.key(), TOKEN);
        return TurnAck.of(
                        TurnLock.none(instance),
                        1,
                        ExecutionChange.ended(ExecutionStatus.COMPLETED, "done"),
                        List.of(event(3)))
                .withDirect(new Direct(1, List.of(held)));
    }

    /** An instance with one event, whose activities this caller holds. */
    void runningWith(NewWork... work) {
        start("a");
        TurnItem first = turn();
        commit(TurnAck.of(first.lock(), 1, ExecutionChange.started(FLOW, "1.0.0"), List.of(event(1)))
                .withWork(List.of(work)));
    }

    /** As {@link #runningWith}, but begun by this caller, who has not fetched anything. */
    void begunWith(NewWork... work) {
        TurnAck first = TurnAck.of(TurnLock.none("a"), 1, ExecutionChange.started(FLOW, "1.0.0"), List.of(event(1)));
        assertThat(provider.begin(first.withWork(List.of(work)))).isPositive();
    }

    static TurnAck direct(long lastEventId, List<StoredEvent> events, WorkLock... ended) {
        return TurnAck.of(TurnLock.none("a"), 1, ExecutionChange.NONE, events)
                .withDirect(new Direct(lastEventId, List.of(ended)));
    }

    void changedNothing(TurnAck turn) {
        int events = provider.readHistory("a").size();
        assertThat(ack(turn)).isEqualTo(AckOutcome.LOCK_LOST);
        assertThat(provider.readHistory("a")).hasSize(events);
        assertThat(provider.renewWork(List.of(HELD), LONG))
                .as("the work is still held")
                .isEmpty();
    }

    AckOutcome ackHeld(String completion) {
        return provider.ackWork(List.of(new WorkAck(HELD, NewMessage.of("a", completion))))
                .get(0);
    }
}
