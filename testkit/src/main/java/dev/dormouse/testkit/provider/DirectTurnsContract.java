package dev.dormouse.testkit.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.provider.AckOutcome;
import dev.dormouse.provider.AttemptCount;
import dev.dormouse.provider.EnqueueOutcome;
import dev.dormouse.provider.ExecutionChange;
import dev.dormouse.provider.ExecutionStatus;
import dev.dormouse.provider.NewMessage;
import dev.dormouse.provider.NewWork;
import dev.dormouse.provider.StoredEvent;
import dev.dormouse.provider.TurnAck;
import dev.dormouse.provider.TurnAck.Direct;
import dev.dormouse.provider.TurnItem;
import dev.dormouse.provider.TurnLock;
import dev.dormouse.provider.WorkItem;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Turns that are committed without having been fetched, by the one who did the work that they are about. */
abstract class DirectTurnsContract extends DirectTurnsGroup {

    @Test
    void aDirectTurnTakesItsWorkOffAndAppendsToTheHistory() {
        runningWith(leased(2));
        commit(direct(1, events(3, 4), HELD));

        assertThat(provider.readHistory("a")).extracting(StoredEvent::eventId).containsExactly(1L, 3L, 4L);
        assertThat(provider.renewWork(List.of(HELD), LONG)).containsExactly(HELD);
        noTurn();
        noWork();
    }

    @Test
    void oneDirectTurnFollowsAnother() {
        runningWith(leased(2));
        commit(direct(1, events(3, 3), HELD).withWork(List.of(leased(3))));
        commit(direct(3, events(4, 4), lock(3, TOKEN)));

        assertThat(provider.readHistory("a")).extracting(StoredEvent::eventId).containsExactly(1L, 3L, 4L);
    }

    @Test
    void aDirectTurnIsAboutAllOfItsWorkOrNothing() {
        runningWith(leased(2), leased(3));
        changedNothing(direct(1, events(4, 4), HELD, lock(3, TOKEN + 1)));
        commit(direct(1, events(4, 4), HELD, lock(3, TOKEN)));
        noWork();
    }

    @Test
    void aDirectTurnFromAnOlderStateChangesNothing() {
        runningWith(leased(2));
        commit(appending(nextTurn("a"), event(3)));

        changedNothing(direct(1, events(4, 4), HELD));
        changedNothing(direct(9, events(10, 10), HELD));
        commit(direct(3, events(4, 4), HELD));
    }

    @Test
    void aDirectTurnThatRepeatsAnEventIsRefused() {
        runningWith(leased(2));

        assertThat(ack(direct(1, events(1, 2), HELD))).isNotEqualTo(AckOutcome.COMMITTED);
        assertThat(provider.readHistory("a")).hasSize(1);
        commit(direct(1, events(2, 2), HELD));
    }

    @Test
    void aMessageThatIsDueGoesFirst() {
        runningWith(leased(2));
        send("a", "event");

        changedNothing(direct(1, events(3, 3), HELD));
        assertThat(bodies(turn())).containsExactly("event");
    }

    @Test
    void aMessageThatIsNotDueDoesNotMatter() {
        runningWith(leased(2));
        put(NewMessage.of("a", "later").after(LONG));

        commit(direct(1, events(3, 3), HELD));
        noTurn();
    }

    @Test
    void whoHasLockedTheInstanceGoesFirst() {
        runningWith(leased(2));
        TurnItem item = nextTurn("a");

        changedNothing(direct(1, events(3, 3), HELD));
        commit(appending(item, event(3)));
    }

    @Test
    void whatWasGivenBackForAWhileIsNotOvertaken() {
        runningWith(leased(2));
        TurnItem item = nextTurn("a");
        assertThat(provider.abandonTurn(item.lock(), LONG, AttemptCount.UNDO)).isTrue();

        changedNothing(direct(1, events(3, 3), HELD));
    }

    @Test
    void afterADirectTurnAnEarlierLockIsOfNoUse() {
        runningWith(leased(2));
        TurnItem item = nextTurn("a");
        assertThat(provider.abandonTurn(item.lock(), Duration.ZERO, AttemptCount.UNDO))
                .isTrue();
        TurnItem again = turn();
        commit(appending(again));
        commit(direct(1, events(3, 3), HELD));

        assertThat(ack(appending(again, event(3)))).isEqualTo(AckOutcome.LOCK_LOST);
    }

    @Test
    void aDirectTurnWithALostLeaseChangesNothing() {
        runningWith(work("a", 2).withLease(new NewWork.Lease(TOKEN, storage.lockTimeout())));
        WorkItem other = awaitWork(anyWork());

        assertThat(ack(direct(1, events(3, 3), HELD))).isEqualTo(AckOutcome.LOCK_LOST);
        assertThat(ackWork(other, "done")).isEqualTo(AckOutcome.COMMITTED);
        assertThat(bodies(turn())).containsExactly("done");
    }

    @Test
    void aDirectTurnOfAnInstanceThatHasEndedChangesNothing() {
        runningWith(leased(2));
        commit(ending(nextTurn("a"), ExecutionStatus.COMPLETED));

        changedNothing(direct(1, events(3, 3), HELD));
    }

    @Test
    void aDirectTurnOfAnEarlierExecutionChangesNothing() {
        runningWith(leased(2));
        continuedAsNew("a");

        changedNothing(direct(2, events(3, 3), HELD));
    }

    @Test
    void workOfAnotherInstanceIsNoReasonForADirectTurn() {
        running("b");
        runningWith(leased(2));
        TurnAck turn = TurnAck.of(TurnLock.none("b"), 1, ExecutionChange.NONE, events(3, 3))
                .withDirect(new Direct(1, List.of(HELD)));

        assertThat(ack(turn)).isEqualTo(AckOutcome.LOCK_LOST);
        assertThat(provider.readHistory("b")).hasSize(1);
    }

    @Test
    void aDirectTurnCanEndItsInstance() {
        runningWith(leased(2));
        commit(TurnAck.of(
                        TurnLock.none("a"), 1, ExecutionChange.ended(ExecutionStatus.COMPLETED, "result"), events(3, 3))
                .withDirect(new Direct(1, List.of(HELD))));

        assertThat(provider.findStatus("a").orElseThrow().output()).isEqualTo("result");
        assertThat(send("a", "too late")).isEqualTo(EnqueueOutcome.FINISHED);
    }

    @Test
    void aDirectTurnSendsAndSetsTimers() {
        running("b");
        runningWith(leased(2));
        NewMessage timer =
                NewMessage.of("a", "ring").after(storage.lockTimeout()).asTimer(1, 3);
        commit(direct(1, events(3, 3), HELD).withMessages(List.of(timer, NewMessage.of("b", "hello"))));

        assertThat(bodies(turn())).containsExactly("hello");
        assertThat(bodies(awaitTurn())).containsExactly("ring");
    }

    @Test
    void directTurnsAndOthersAreCommittedTogether() {
        running("b");
        runningWith(leased(2));
        TurnItem other = nextTurn("b");

        assertThat(provider.ackTurns(List.of(appending(other, event(2)), direct(1, events(3, 3), HELD))))
                .containsExactly(AckOutcome.COMMITTED, AckOutcome.COMMITTED);
        noTurn();
    }
}
