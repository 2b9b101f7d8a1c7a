package dev.dormouse.testkit.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.provider.AckOutcome;
import dev.dormouse.provider.AttemptCount;
import dev.dormouse.provider.TurnAck;
import dev.dormouse.provider.TurnItem;
import dev.dormouse.provider.WorkItem;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Locks end by themselves, are given back, and are renewed. */
abstract class ExpiryContract extends ContractGroup {

    @Test
    void aLockEndsByItself() {
        start("a");
        long began = storage.nanos();
        TurnItem first = turnWithShortLock();
        TurnItem second = awaitTurn();

        assertLocked(began);
        assertThat(second.lock().token()).isNotEqualTo(first.lock().token());
        assertThat(ack(appending(first, event(1)))).isEqualTo(AckOutcome.LOCK_LOST);
        commit(appending(second, event(1)));
    }

    @Test
    void anAbandonedTurnCanBeFetchedAtOnce() {
        start("a");
        TurnItem item = turn();
        assertThat(provider.abandonTurn(item.lock(), Duration.ZERO, AttemptCount.KEEP))
                .isTrue();

        assertThat(turn().messages()).isEqualTo(item.messages());
    }

    @Test
    void anAbandonedTurnCannotBeCommitted() {
        start("a");
        TurnItem item = turn();
        provider.abandonTurn(item.lock(), Duration.ZERO, AttemptCount.KEEP);

        assertThat(ack(appending(item, event(1)))).isEqualTo(AckOutcome.LOCK_LOST);
        assertThat(provider.abandonTurn(item.lock(), Duration.ZERO, AttemptCount.KEEP))
                .isFalse();
    }

    @Test
    void aTurnAbandonedWithADelayComesBackAfterIt() {
        start("a");
        long began = storage.nanos();
        TurnItem item = turn();
        provider.abandonTurn(item.lock(), storage.lockTimeout(), AttemptCount.KEEP);

        assertThat(awaitTurn().messages()).isEqualTo(item.messages());
        assertLocked(began);
    }

    @Test
    void anAckFreesTheInstanceForTheNextMessageAtOnce() {
        start("a");
        TurnItem item = turn();
        send("a", "queued");
        commit(appending(item, event(1)));

        assertThat(bodies(turn())).containsExactly("queued");
    }

    @Test
    void contendersGetNothingWhileTheLockLasts() {
        start("a");
        turn();
        List<Background<List<TurnItem>>> contenders = IntStream.range(0, 5)
                .mapToObj(i -> inBackground(() -> turns(1)))
                .toList();

        assertThat(contenders.stream().flatMap(contender -> contender.result().stream()))
                .isEmpty();
    }

    @Test
    void aRenewedTurnStaysLocked() {
        start("a");
        long began = storage.nanos();
        TurnItem item = turnWithShortLock();
        assertThat(provider.renewTurns(List.of(item.lock()), LONG)).isEmpty();
        passSince(began, storage.lockTimeout().plus(storage.lockTimeout()));

        noTurn();
        commit(appending(item, event(1)));
    }

    @Test
    void aRenewalCountsFromNow() {
        start("a");
        TurnItem item = turn();
        long renewed = storage.nanos();
        assertThat(provider.renewTurns(List.of(item.lock()), storage.lockTimeout()))
                .isEmpty();

        TurnItem next = awaitTurn();
        assertLocked(renewed);
        assertThat(next.messages()).isEqualTo(item.messages());
    }

    @Test
    void aTurnWhoseLockEndedCannotBeRenewed() {
        start("a");
        long began = storage.nanos();
        TurnItem item = turnWithShortLock();
        passSince(began, storage.lockTimeout().multipliedBy(2));

        assertThat(provider.renewTurns(List.of(item.lock()), LONG)).containsExactly(item.lock());
        assertThat(awaitTurn().messages()).isEqualTo(item.messages());
    }

    @Test
    void aTurnThatWasCommittedCannotBeRenewed() {
        running("a");
        TurnItem item = nextTurn("a");
        commit(TurnAck.nothing(item));

        assertThat(provider.renewTurns(List.of(item.lock()), LONG)).containsExactly(item.lock());
    }

    @Test
    void renewalTellsWhichOfManyAreLost() {
        start("a");
        start("b");
        List<TurnItem> both = turns(2);
        provider.abandonTurn(both.get(0).lock(), Duration.ZERO, AttemptCount.KEEP);

        assertThat(provider.renewTurns(both.stream().map(TurnItem::lock).toList(), LONG))
                .containsExactly(both.get(0).lock());
    }

    @Test
    void renewedWorkStaysLocked() {
        running("a");
        putWork(work("a", 1));
        long began = storage.nanos();
        WorkItem item = takeWork(shortWork());
        assertThat(provider.renewWork(List.of(item.lock()), LONG)).isEmpty();
        passSince(began, storage.lockTimeout().multipliedBy(2));

        noWork();
        assertThat(ackWork(item, "done")).isEqualTo(AckOutcome.COMMITTED);
    }

    @Test
    void workWhoseLockEndedCannotBeRenewed() {
        running("a");
        putWork(work("a", 1));
        long began = storage.nanos();
        WorkItem item = takeWork(shortWork());
        passSince(began, storage.lockTimeout().multipliedBy(2));

        assertThat(provider.renewWork(List.of(item.lock()), LONG)).containsExactly(item.lock());
    }

    @Test
    void workThatIsDoneCannotBeRenewed() {
        running("a");
        putWork(work("a", 1));
        WorkItem item = takeWork();
        dropWork(item);

        assertThat(provider.renewWork(List.of(item.lock()), LONG)).containsExactly(item.lock());
    }

    @Test
    void abandonedWorkCanBeFetchedAtOnce() {
        running("a");
        putWork(work("a", 1));
        WorkItem item = takeWork();
        assertThat(provider.abandonWork(item.lock(), Duration.ZERO, AttemptCount.KEEP))
                .isTrue();

        WorkItem again = takeWork();
        assertThat(again.key()).isEqualTo(item.key());
        assertThat(again.lock().token()).isNotEqualTo(item.lock().token());
        assertThat(dropWork(item)).isEqualTo(AckOutcome.LOCK_LOST);
    }

    @Test
    void workAbandonedWithADelayComesBackAfterIt() {
        running("a");
        putWork(work("a", 1));
        WorkItem item = takeWork();
        long began = storage.nanos();
        provider.abandonWork(item.lock(), storage.lockTimeout(), AttemptCount.KEEP);

        assertThat(awaitWork(anyWork()).key()).isEqualTo(item.key());
        assertLocked(began);
    }

    @Test
    void workWhoseLockEndedCannotBeCompleted() {
        running("a");
        putWork(work("a", 1));
        long began = storage.nanos();
        WorkItem item = takeWork(shortWork());
        passSince(began, storage.lockTimeout().multipliedBy(2));

        assertThat(ackWork(item, "late")).isEqualTo(AckOutcome.LOCK_LOST);
        noTurn();
        assertThat(takeWork().key()).isEqualTo(item.key());
    }

    @Test
    void theNextFetchKnowsWhenALockEnds() {
        start("a");
        turn();

        Duration nextDue = provider.fetchTurns(shortTurns()).nextDue();
        assertThat(nextDue).isNotNull().isPositive().isLessThanOrEqualTo(LONG);
    }
}
