package dev.dormouse.testkit.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.provider.AckOutcome;
import dev.dormouse.provider.ActivityKey;
import dev.dormouse.provider.ExecutionStatus;
import dev.dormouse.provider.NewMessage;
import dev.dormouse.provider.ProviderAdmin.Force;
import dev.dormouse.provider.TurnAck;
import dev.dormouse.provider.TurnFetch;
import dev.dormouse.provider.TurnItem;
import dev.dormouse.provider.WorkItem;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Work and timers that are no longer wanted are taken out by a turn; whoever holds such work finds out. */
abstract class CancellationContract extends ContractGroup {

    private static ActivityKey key(long activityId) {
        return new ActivityKey(1, activityId);
    }

    private void cancel(String instance, List<ActivityKey> keys) {
        commit(TurnAck.nothing(nextTurn(instance)).withCancelledWork(keys));
    }

    @Test
    void workOfARunningInstanceCanBeFetched() {
        running("a");
        putWork(work("a", 1));

        assertThat(takeWork().instance()).isEqualTo("a");
    }

    @ParameterizedTest
    @EnumSource(
            value = ExecutionStatus.class,
            names = {"COMPLETED", "FAILED", "CONTINUED_AS_NEW"})
    void workThatWasNotCancelledOutlivesItsExecution(ExecutionStatus status) {
        running("a");
        putWork(work("a", 1));
        commit(ending(nextTurn("a"), status));

        WorkItem item = takeWork();
        assertThat(provider.renewWork(List.of(item.lock()), LONG)).isEmpty();
        assertThat(dropWork(item)).isEqualTo(AckOutcome.COMMITTED);
    }

    @Test
    void workOfNobodyCanBeFetchedAndTakenOff() {
        putWork(work("nobody", 1));

        WorkItem item = takeWork();
        assertThat(provider.renewWork(List.of(item.lock()), LONG)).isEmpty();
        assertThat(dropWork(item)).isEqualTo(AckOutcome.COMMITTED);
    }

    @Test
    void workOfARunningInstanceCanBeRenewed() {
        running("a");
        putWork(work("a", 1));

        assertThat(provider.renewWork(List.of(takeWork().lock()), LONG)).isEmpty();
    }

    @Test
    void workCanBeTakenOffWithoutACompletion() {
        running("a");
        putWork(work("a", 1));

        assertThat(dropWork(takeWork())).isEqualTo(AckOutcome.COMMITTED);
        noWork();
        noTurn();
    }

    @Test
    void cancelledWorkIsGone() {
        running("a");
        putWork(work("a", 1), work("a", 2), work("a", 3));
        cancel("a", List.of(key(1), key(2)));

        assertThat(takeWork().key()).isEqualTo(key(3));
        noWork();
    }

    @Test
    void cancelledWorkCannotBeCompleted() {
        running("a");
        putWork(work("a", 1));
        WorkItem item = takeWork();
        cancel("a", List.of(key(1)));

        assertThat(ackWork(item, "too late")).isEqualTo(AckOutcome.LOCK_LOST);
        noTurn();
    }

    @Test
    void cancelledWorkCannotBeRenewed() {
        running("a");
        putWork(work("a", 1));
        WorkItem item = takeWork();
        cancel("a", List.of(key(1)));

        assertThat(provider.renewWork(List.of(item.lock()), LONG)).containsExactly(item.lock());
    }

    @Test
    void cancellingWhatIsNotThereIsHarmless() {
        running("a");
        cancel("a", List.of(key(1), new ActivityKey(7, 1)));
        cancel("a", List.of(key(1)));

        noWork();
    }

    @Test
    void manyAreCancelledAtOnce() {
        running("a");
        LongStream.rangeClosed(1, 5).forEach(id -> putWork(work("a", id)));
        cancel(
                "a",
                LongStream.rangeClosed(1, 5).mapToObj(CancellationContract::key).toList());

        noWork();
    }

    @Test
    void whatIsScheduledAndCancelledInOneTurnLeavesNothing() {
        running("a");
        commit(TurnAck.nothing(nextTurn("a"))
                .withWork(List.of(work("a", 1), work("a", 2)))
                .withCancelledWork(List.of(key(1))));

        assertThat(takeWork().key()).isEqualTo(key(2));
        noWork();
    }

    @Test
    void onlyWorkOfTheTurnsOwnInstanceIsCancelled() {
        running("a");
        running("b");
        putWork(work("a", 1), work("b", 1));
        cancel("b", List.of(key(1)));

        assertThat(takeWork().instance()).isEqualTo("a");
        noWork();
    }

    @Test
    void workOfAnEarlierExecutionCanBeCancelled() {
        running("a");
        putWork(work("a", 1));
        continuedAsNew("a");
        cancel("a", List.of(key(1)));

        noWork();
    }

    @Test
    void workOfADeletedInstanceIsLost() {
        running("a");
        putWork(work("a", 1));
        WorkItem item = takeWork();
        provider.admin().delete(List.of("a"), Force.ALSO_RUNNING);

        assertThat(ackWork(item, "done")).isEqualTo(AckOutcome.LOCK_LOST);
        assertThat(provider.renewWork(List.of(item.lock()), LONG)).containsExactly(item.lock());
        noTurn();
    }

    @Test
    void aCancelledTimerNeverFires() {
        running("a");
        commit(TurnAck.nothing(nextTurn("a")).withMessages(List.of(timer(2), timer(3))));
        commit(TurnAck.nothing(nextTurn("a")).withCancelledTimers(List.of(2L)));
        long began = storage.nanos();
        TurnItem item = awaitTurn();
        assertThat(bodies(item)).containsExactly("timer 3");
        commit(TurnAck.nothing(item));
        passSince(began, storage.lockTimeout().multipliedBy(2));

        noTurn();
    }

    private NewMessage timer(long eventId) {
        return NewMessage.of("a", "timer " + eventId)
                .after(storage.lockTimeout())
                .asTimer(1, eventId);
    }

    @Test
    void withItsLastTimerCancelledAnInstanceIsAtRest() {
        running("a");
        commit(TurnAck.nothing(nextTurn("a"))
                .withMessages(List.of(NewMessage.of("a", "timer").after(LONG).asTimer(1, 2))));
        TurnFetch fetch = TurnFetch.of(1, LONG, Duration.ZERO);
        assertThat(provider.fetchTurns(fetch).nextDue()).isNotNull();
        commit(TurnAck.nothing(nextTurn("a")).withCancelledTimers(List.of(2L)));

        assertThat(provider.fetchTurns(fetch).nextDue()).isNull();
    }

    @Test
    void aTimerScheduledAndCancelledInOneTurnLeavesNothing() {
        running("a");
        commit(TurnAck.nothing(nextTurn("a"))
                .withMessages(List.of(NewMessage.of("a", "timer").asTimer(1, 2)))
                .withCancelledTimers(List.of(2L)));

        noTurn();
    }

    @Test
    void aTimerOfAnotherExecutionIsNotCancelled() {
        running("a");
        commit(TurnAck.nothing(nextTurn("a"))
                .withMessages(List.of(
                        NewMessage.of("a", "timer").after(storage.lockTimeout()).asTimer(9, 2))));
        commit(TurnAck.nothing(nextTurn("a")).withCancelledTimers(List.of(2L)));

        assertThat(bodies(awaitTurn())).containsExactly("timer");
    }
}
