package dev.dormouse.testkit.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.provider.AttemptCount;
import dev.dormouse.provider.TurnAck;
import dev.dormouse.provider.TurnItem;
import dev.dormouse.provider.WorkItem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How often something was tried: what poison is told by. */
abstract class AttemptsContract extends ContractGroup {

    private void giveBack(TurnItem item, AttemptCount attempt) {
        assertThat(provider.abandonTurn(item.lock(), Duration.ZERO, attempt)).isTrue();
    }

    private void giveBack(WorkItem item, AttemptCount attempt) {
        assertThat(provider.abandonWork(item.lock(), Duration.ZERO, attempt)).isTrue();
    }

    @Test
    void theFirstAttemptAtATurnIsOne() {
        start("a");

        assertThat(turn().attempt()).isEqualTo(1);
    }

    @Test
    void everyFetchOfATurnCounts() {
        start("a");
        for (int attempt = 1; attempt <= 3; attempt++) {
            TurnItem item = turn();
            assertThat(item.attempt()).isEqualTo(attempt);
            giveBack(item, AttemptCount.KEEP);
        }
    }

    @Test
    void aTurnWhoseLockEndedCounts() {
        start("a");
        turnWithShortLock();

        assertThat(awaitTurn().attempt()).isEqualTo(2);
    }

    @Test
    void theFirstAttemptAtWorkIsOne() {
        running("a");
        putWork(work("a", 1));

        assertThat(takeWork().attempt()).isEqualTo(1);
    }

    @Test
    void workWhoseLockEndedCounts() {
        running("a");
        putWork(work("a", 1));
        takeWork(shortWork());

        assertThat(awaitWork(anyWork()).attempt()).isEqualTo(2);
    }

    @Test
    void attemptsAreCountedForEachInstanceAndEachWork() {
        start("a");
        giveBack(turn(), AttemptCount.KEEP);
        assertThat(turn().attempt()).isEqualTo(2);
        start("b");
        assertThat(turn().attempt()).isEqualTo(1);
        putWork(work("a", 1));
        giveBack(takeWork(), AttemptCount.KEEP);
        assertThat(takeWork().attempt()).isEqualTo(2);
        putWork(work("a", 2));
        assertThat(takeWork().attempt()).isEqualTo(1);
    }

    @Test
    void aCommittedTurnBeginsTheCountAnew() {
        running("a");
        giveBack(nextTurn("a"), AttemptCount.KEEP);
        commit(TurnAck.nothing(turn()));

        assertThat(nextTurn("a").attempt()).isEqualTo(1);
    }

    @Test
    void anAttemptAtWorkThatDoesNotCountIsUndone() {
        running("a");
        putWork(work("a", 1));
        giveBack(takeWork(), AttemptCount.KEEP);
        WorkItem second = takeWork();
        assertThat(second.attempt()).isEqualTo(2);
        giveBack(second, AttemptCount.UNDO);

        assertThat(takeWork().attempt()).isEqualTo(2);
    }

    @Test
    void anAttemptAtATurnThatDoesNotCountIsUndone() {
        start("a");
        giveBack(turn(), AttemptCount.KEEP);
        giveBack(turn(), AttemptCount.UNDO);

        assertThat(turn().attempt()).isEqualTo(2);
    }

    @Test
    void undoingNeverLeadsBelowTheFirstAttempt() {
        start("a");
        giveBack(turn(), AttemptCount.UNDO);
        giveBack(turn(), AttemptCount.UNDO);
        assertThat(turn().attempt()).isEqualTo(1);
        putWork(work("a", 1));
        giveBack(takeWork(), AttemptCount.UNDO);
        giveBack(takeWork(), AttemptCount.UNDO);
        assertThat(takeWork().attempt()).isEqualTo(1);
    }

    @Test
    void aNewMessageDoesNotHideOldAttempts() {
        running("a");
        giveBack(nextTurn("a"), AttemptCount.KEEP);
        giveBack(turn(), AttemptCount.KEEP);
        send("a", "another");

        TurnItem item = turn();
        assertThat(item.messages()).hasSize(2);
        assertThat(item.attempt()).isEqualTo(3);
    }

    @Test
    void aDelayLosesNoMessageThatArrivesMeanwhile() {
        running("a");
        TurnItem item = nextTurn("a");
        send("a", "meanwhile");
        provider.abandonTurn(item.lock(), storage.lockTimeout(), AttemptCount.UNDO);
        send("a", "after");
        List<String> seen = new ArrayList<>();
        while (seen.size() < 3) {
            TurnItem next = awaitTurn();
            seen.addAll(bodies(next));
            commit(TurnAck.nothing(next));
        }

        assertThat(seen).as("nothing overtakes what is delayed").containsExactly("next", "meanwhile", "after");
        noTurn();
    }
}
