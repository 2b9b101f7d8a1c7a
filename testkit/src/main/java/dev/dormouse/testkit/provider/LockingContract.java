package dev.dormouse.testkit.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.provider.AckOutcome;
import dev.dormouse.provider.AttemptCount;
import dev.dormouse.provider.ExecutionChange;
import dev.dormouse.provider.TurnAck;
import dev.dormouse.provider.TurnItem;
import dev.dormouse.provider.TurnLock;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** One instance, one turn at a time. */
abstract class LockingContract extends ContractGroup {

    @Test
    void aLockedInstanceIsNotFetchedAgain() {
        start("a");
        turn();

        noTurn();
    }

    @Test
    void everyLockHasItsOwnToken() {
        IntStream.range(0, 5).forEach(i -> start("i" + i));

        assertThat(turns(5).stream().map(item -> item.lock().token()))
                .doesNotHaveDuplicates()
                .hasSize(5);
    }

    @Test
    void whoLocksItNextGetsAnotherToken() {
        start("a");
        TurnItem first = turn();
        assertThat(provider.abandonTurn(first.lock(), Duration.ZERO, AttemptCount.KEEP))
                .isTrue();

        assertThat(turn().lock().token()).isNotEqualTo(first.lock().token());
    }

    @Test
    void aForgedTokenDoesNotTouchTheLock() {
        start("a");
        TurnItem item = turn();
        TurnLock forged = new TurnLock("a", item.lock().token() + 1, item.lock().messages());

        assertThat(ack(TurnAck.of(forged, 1, ExecutionChange.NONE, List.of(event(1)))))
                .isEqualTo(AckOutcome.LOCK_LOST);
        assertThat(provider.abandonTurn(forged, Duration.ZERO, AttemptCount.KEEP))
                .isFalse();
        assertThat(provider.renewTurns(List.of(forged), LONG)).containsExactly(forged);
        noTurn();
        commit(appending(item, event(1)));
    }

    @Test
    void tenConcurrentFetchesGetTenInstances() {
        IntStream.range(0, 10).forEach(i -> start("i" + i));
        List<Background<List<TurnItem>>> fetches = IntStream.range(0, 10)
                .mapToObj(i -> inBackground(() -> turns(1)))
                .toList();

        assertThat(fetches.stream().flatMap(fetch -> fetch.result().stream()).map(TurnItem::instance))
                .as("an empty answer means that there is nothing, not that others were faster")
                .hasSize(10)
                .doesNotHaveDuplicates();
    }

    @Test
    void whatArrivesUnderALockWaitsForItsEnd() {
        running("a");
        send("a", "one");
        turnWithShortLock();
        send("a", "two");
        send("a", "three");
        send("a", "four");

        assertThat(bodies(awaitTurn())).containsExactly("one", "two", "three", "four");
    }

    @Test
    void aLockOnOneInstanceDoesNotBlockAnother() {
        start("a");
        turn();
        start("b");

        assertThat(turn().instance()).isEqualTo("b");
    }

    @Test
    void anAckTakesOffTheMessagesOfItsTurnOnly() {
        running("a");
        send("a", "one");
        send("a", "two");
        TurnItem item = turn();
        send("a", "three");

        assertThat(bodies(item)).containsExactly("one", "two");
        noTurn();
        commit(TurnAck.nothing(item));
        assertThat(bodies(turn())).containsExactly("three");
    }

    @Test
    void messagesThatArriveUnderALockSurviveItsAck() {
        running("a");
        send("a", "one");
        TurnItem item = turn();
        send("a", "two");
        send("a", "three");
        commit(appending(item, event(2)));

        assertThat(bodies(turn())).containsExactly("two", "three");
    }

    @Test
    void ofManyThreadsOneGetsTheInstance() {
        start("a");

        assertThat(concurrently(16).filter(items -> !items.isEmpty())).hasSize(1);
    }

    @Test
    void noInstanceIsFetchedTwice() {
        IntStream.range(0, 5).forEach(i -> start("i" + i));

        assertThat(concurrently(15).flatMap(List::stream).map(TurnItem::instance))
                .hasSize(5)
                .doesNotHaveDuplicates();
    }

    private Stream<List<TurnItem>> concurrently(int threads) {
        return IntStream.range(0, threads).mapToObj(i -> inBackground(() -> turns(1))).toList().stream()
                .map(Background::result);
    }

    @Test
    void theWorkOfACrashedHolderIsTakenOver() {
        start("a");
        long began = storage.nanos();
        TurnItem crashed = turnWithShortLock();
        TurnItem taken = awaitTurn();

        assertLocked(began);
        assertThat(taken.messages()).isEqualTo(crashed.messages());
        assertThat(ack(appending(crashed, event(1)))).isEqualTo(AckOutcome.LOCK_LOST);
        commit(appending(taken, event(1)));
    }

    @Test
    void manyContendersAndOneEndedLockGiveOneWinner() {
        start("a");
        long began = storage.nanos();
        turnWithShortLock();
        passSince(began, storage.lockTimeout().multipliedBy(2));

        assertThat(concurrently(8).filter(items -> !items.isEmpty())).hasSize(1);
    }
}
