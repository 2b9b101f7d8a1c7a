package dev.dormouse.testkit.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.provider.AckOutcome;
import dev.dormouse.provider.ActivityKey;
import dev.dormouse.provider.AttemptCount;
import dev.dormouse.provider.NewMessage;
import dev.dormouse.provider.NewWork;
import dev.dormouse.provider.NewWork.Lease;
import dev.dormouse.provider.TurnAck;
import dev.dormouse.provider.TurnItem;
import dev.dormouse.provider.WorkAck;
import dev.dormouse.provider.WorkLock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Work that is put in already locked by the one who is going to do it. */
abstract class LeasesContract extends ContractGroup {

    private static final long TOKEN = 4_711;

    private static NewWork leased(Duration lockTimeout) {
        return work("a", 2).withLease(new Lease(TOKEN, lockTimeout));
    }

    private static WorkLock lock(long token) {
        return new WorkLock("a", new ActivityKey(1, 2), token);
    }

    private void schedule(NewWork work) {
        running("a");
        commit(TurnAck.nothing(nextTurn("a")).withWork(List.of(work)));
    }

    private AckOutcome complete(long token) {
        return provider.ackWork(List.of(new WorkAck(lock(token), NewMessage.of("a", "done"))))
                .get(0);
    }

    @Test
    void leasedWorkIsNotForOthers() {
        schedule(leased(LONG));

        noWork();
    }

    @Test
    void leasedWorkIsCompletedWithoutAFetch() {
        schedule(leased(LONG));

        assertThat(complete(TOKEN)).isEqualTo(AckOutcome.COMMITTED);
        assertThat(bodies(turn())).containsExactly("done");
        noWork();
    }

    @Test
    void aLeaseIsFencedByItsToken() {
        schedule(leased(LONG));

        assertThat(complete(TOKEN + 1)).isEqualTo(AckOutcome.LOCK_LOST);
        assertThat(provider.renewWork(List.of(lock(TOKEN + 1)), LONG)).containsExactly(lock(TOKEN + 1));
        assertThat(provider.renewWork(List.of(lock(TOKEN)), LONG)).isEmpty();
    }

    @Test
    void aLeaseThatEndsGivesTheWorkToOthers() {
        schedule(leased(storage.lockTimeout()));

        assertThat(awaitWork(anyWork()).attempt())
                .as("the leased attempt counts")
                .isEqualTo(2);
        assertThat(complete(TOKEN)).isEqualTo(AckOutcome.LOCK_LOST);
    }

    @Test
    void leasedWorkCanBeGivenBack() {
        schedule(leased(LONG));
        assertThat(provider.abandonWork(lock(TOKEN), Duration.ZERO, AttemptCount.UNDO))
                .isTrue();

        assertThat(takeWork().attempt()).isEqualTo(1);
    }

    @Test
    void aTurnThatIsLostLeasesNothing() {
        running("a");
        TurnItem item = nextTurn("a");
        commit(TurnAck.nothing(item));
        assertThat(ack(TurnAck.nothing(item).withWork(List.of(leased(LONG))))).isEqualTo(AckOutcome.LOCK_LOST);

        assertThat(complete(TOKEN)).isEqualTo(AckOutcome.LOCK_LOST);
        noTurn();
    }

    @Test
    void leasedWorkCanBeCancelled() {
        schedule(leased(LONG));
        commit(TurnAck.nothing(nextTurn("a")).withCancelledWork(List.of(new ActivityKey(1, 2))));

        assertThat(provider.renewWork(List.of(lock(TOKEN)), LONG)).containsExactly(lock(TOKEN));
    }
}
