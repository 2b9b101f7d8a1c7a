package dev.dormouse.testkit.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.provider.AckOutcome;
import dev.dormouse.provider.AttemptCount;
import dev.dormouse.provider.NewWork;
import dev.dormouse.provider.ProviderAdmin.Force;
import dev.dormouse.provider.StoredEvent;
import dev.dormouse.provider.WorkItem;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Work that was leased when its instance began, or in a direct turn. However a provider keeps it, it is to be had in all the ways in
 * which any other work is.
 */
abstract class EagerWorkContract extends DirectTurnsGroup {

    @Test
    void aChainOfDirectTurnsLeavesNothingBehind() {
        begunWith(leased(2));
        commit(direct(1, events(3, 3), HELD).withWork(List.of(leased(3))));
        commit(direct(3, events(4, 4), lock(3, TOKEN)).withWork(List.of(leased(4), work("a", 5))));
        commit(direct(4, events(6, 6), lock(4, TOKEN)));

        assertThat(provider.readHistory("a")).extracting(StoredEvent::eventId).containsExactly(1L, 3L, 4L, 6L);
        assertThat(provider.renewWork(List.of(HELD, lock(3, TOKEN), lock(4, TOKEN)), LONG))
                .hasSize(3);
        assertThat(takeWork().key().activityId()).isEqualTo(5);
        noWork();
    }

    @Test
    void leasedWorkThatGoesOnIsKeptByTheTurnsOfOtherWork() {
        begunWith(leased(2), leased(3));
        commit(direct(1, events(4, 4), lock(3, TOKEN)).withWork(List.of(leased(5))));
        commit(direct(4, events(6, 6), lock(5, TOKEN)).withWork(List.of(leased(7), leased(8))));

        changedNothing(direct(6, events(9, 9), HELD, lock(7, TOKEN), lock(8, TOKEN + 1)));
        commit(direct(6, events(9, 9), HELD, lock(7, TOKEN), lock(8, TOKEN)));
        assertThat(provider.renewWork(List.of(HELD, lock(5, TOKEN), lock(7, TOKEN), lock(8, TOKEN)), LONG))
                .hasSize(4);
    }

    @Test
    void leasedWorkWithAnotherTokenIsNotTakenOff() {
        begunWith(leased(2));
        changedNothing(direct(1, events(3, 3), lock(2, TOKEN + 1)));
        commit(direct(1, events(3, 3), HELD));
    }

    @Test
    void leasedWorkOfADeadNodeIsFetchedWhenItsLockEnds() {
        begunWith(work("a", 2).withLease(new NewWork.Lease(TOKEN, storage.lockTimeout())));
        noWork();
        WorkItem other = awaitWork(anyWork());

        assertThat(other.attempt()).isEqualTo(2);
        assertThat(other.body()).isEqualTo("input 2");
        assertThat(ack(direct(1, events(3, 3), HELD))).isEqualTo(AckOutcome.LOCK_LOST);
        assertThat(ackWork(other, "done")).isEqualTo(AckOutcome.COMMITTED);
        assertThat(bodies(turn())).containsExactly("done");
    }

    @Test
    void leasedWorkCanEndInTheUsualWay() {
        begunWith(leased(2));
        assertThat(ackHeld("done")).isEqualTo(AckOutcome.COMMITTED);

        assertThat(ackHeld("again")).isEqualTo(AckOutcome.LOCK_LOST);
        assertThat(bodies(turn())).containsExactly("done");
    }

    @Test
    void leasedWorkThatWasRenewedCanStillEndInADirectTurn() {
        begunWith(leased(2));
        assertThat(provider.renewWork(List.of(HELD), LONG)).isEmpty();

        commit(direct(1, events(3, 3), HELD).withWork(List.of(leased(4))));
        assertThat(provider.renewWork(List.of(HELD, lock(4, TOKEN)), LONG)).containsExactly(HELD);
    }

    @Test
    void leasedWorkCanBeGivenBack() {
        begunWith(leased(2));
        assertThat(provider.abandonWork(lock(2, TOKEN + 1), Duration.ZERO, AttemptCount.UNDO))
                .isFalse();
        assertThat(provider.abandonWork(HELD, Duration.ZERO, AttemptCount.UNDO)).isTrue();

        assertThat(takeWork().attempt()).isEqualTo(1);
        assertThat(ack(direct(1, events(3, 3), HELD))).isEqualTo(AckOutcome.LOCK_LOST);
    }

    @Test
    void leasedWorkCanBeCancelledByWhoeverHasTheInstance() {
        begunWith(leased(2));
        commit(appending(nextTurn("a"), event(3)).withCancelledWork(List.of(HELD.key())));

        assertThat(provider.renewWork(List.of(HELD), LONG)).containsExactly(HELD);
        assertThat(ackHeld("too late")).isEqualTo(AckOutcome.LOCK_LOST);
        noWork();
    }

    @Test
    void leasedWorkCanBeCancelledByADirectTurn() {
        begunWith(leased(2), leased(3));
        commit(direct(1, events(4, 4), lock(3, TOKEN)).withCancelledWork(List.of(HELD.key())));

        assertThat(provider.renewWork(List.of(HELD), LONG)).containsExactly(HELD);
        noWork();
    }

    @Test
    void leasedWorkOfARemovedInstanceIsGone() {
        begunWith(leased(2));
        provider.admin().delete(List.of("a"), Force.ALSO_RUNNING);

        assertThat(provider.renewWork(List.of(HELD), LONG)).containsExactly(HELD);
        assertThat(ackHeld("too late")).isEqualTo(AckOutcome.LOCK_LOST);
    }
}
