package dev.dormouse.testkit.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dormouse.provider.AckOutcome;
import dev.dormouse.provider.ActivityKey;
import dev.dormouse.provider.AttemptCount;
import dev.dormouse.provider.ExecutionChange;
import dev.dormouse.provider.ExecutionStatus;
import dev.dormouse.provider.HistoryRequest;
import dev.dormouse.provider.NewMessage;
import dev.dormouse.provider.NewWork;
import dev.dormouse.provider.ProviderException;
import dev.dormouse.provider.StoredEvent;
import dev.dormouse.provider.TurnAck;
import dev.dormouse.provider.TurnItem;
import dev.dormouse.provider.TurnLock;
import dev.dormouse.provider.WorkAck;
import dev.dormouse.provider.WorkItem;
import dev.dormouse.provider.WorkLock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is wrong changes nothing and says so. */
abstract class ErrorsContract extends ContractGroup {

    /** Text that no parser likes: a provider has no business parsing it. */
    static final String GARBLED = "{\"a\": [1, 'Gr\u00fc\u00dfe \ud83d\udc2d', \\u00 \n\t\"";

    @Test
    void anAckWithAnUnknownTokenIsRefused() {
        running("a");
        TurnLock unknown = new TurnLock("a", 42, List.of());

        assertThat(ack(TurnAck.of(unknown, 1, ExecutionChange.NONE, List.of(event(2)))))
                .isEqualTo(AckOutcome.LOCK_LOST);
        assertThat(provider.readHistory("a")).containsExactly(event(1));
    }

    @Test
    void anAckForAnUnknownInstanceIsRefused() {
        TurnLock unknown = new TurnLock("nobody", 42, List.of());

        assertThat(ack(TurnAck.of(unknown, 1, ExecutionChange.started(FLOW, "1.0.0"), List.of(event(1)))))
                .isEqualTo(AckOutcome.LOCK_LOST);
        assertThat(provider.findStatus("nobody")).isEmpty();
    }

    @Test
    void anEventIdIsNeverUsedTwice() {
        running("a");
        TurnItem item = nextTurn("a");

        assertThat(ack(appending(item, new StoredEvent(1, "another")))).isEqualTo(AckOutcome.DUPLICATE_EVENT);
        assertThat(provider.readHistory("a")).containsExactly(event(1));
    }

    @Test
    void theHistoryOfAnUnknownInstanceIsEmpty() {
        assertThat(provider.readHistory("nobody")).isEmpty();
        assertThat(provider.readHistories(List.of(HistoryRequest.of("nobody", 3))))
                .containsExactly(List.of());
        assertThat(provider.admin().readHistory("nobody", 1)).isEmpty();
    }

    @Test
    void bodiesAreKeptAsTheyWereGiven() {
        start("a");
        TurnItem item = turn();
        commit(TurnAck.of(
                        item.lock(),
                        1,
                        ExecutionChange.started(FLOW, "1"),
                        List.of(new StoredEvent(1, GARBLED), new StoredEvent(2, "")))
                .withMessages(List.of(NewMessage.of("a", GARBLED)))
                .withWork(List.of(NewWork.of("a", new ActivityKey(1, 1), ACTIVITY, GARBLED))));

        TurnItem next = turn();
        assertThat(next.history()).containsExactly(new StoredEvent(1, GARBLED), new StoredEvent(2, ""));
        assertThat(bodies(next)).containsExactly(GARBLED);
        assertThat(takeWork().body()).isEqualTo(GARBLED);
    }

    @Test
    void aHistoryThatCannotBeReadCanStillBeEnded() {
        start("a");
        commit(appending(turn(), new StoredEvent(1, GARBLED)));
        TurnItem item = nextTurn("a");
        commit(TurnAck.of(
                item.lock(), 1, ExecutionChange.ended(ExecutionStatus.FAILED, "poison"), List.of(event(99_999))));

        assertThat(provider.readHistory("a")).containsExactly(new StoredEvent(1, GARBLED), event(99_999));
        assertThat(provider.findStatus("a").orElseThrow().status()).isEqualTo(ExecutionStatus.FAILED);
    }

    @Test
    void anAckAfterTheEndOfTheLockIsRefused() {
        running("a");
        send("a", "next");
        long began = storage.nanos();
        TurnItem item = turnWithShortLock();
        passSince(began, storage.lockTimeout().plus(storage.lockTimeout()));

        assertThat(ack(appending(item, event(2)))).isEqualTo(AckOutcome.LOCK_LOST);
        assertThat(provider.readHistory("a")).containsExactly(event(1));
        assertThat(awaitTurn().messages()).isEqualTo(item.messages());
    }

    @Test
    void locksThatNeverWereCannotBeAbandonedOrRenewed() {
        running("a");
        TurnLock turn = new TurnLock("a", 42, List.of());
        WorkLock work = new WorkLock("a", work("a", 1).key(), 42);

        assertThat(provider.abandonTurn(turn, Duration.ZERO, AttemptCount.KEEP)).isFalse();
        assertThat(provider.renewTurns(List.of(turn), LONG)).containsExactly(turn);
        assertThat(provider.abandonWork(work, Duration.ZERO, AttemptCount.KEEP)).isFalse();
        assertThat(provider.renewWork(List.of(work), LONG)).containsExactly(work);
    }

    @Test
    void workWhoseLockIsNotHeldCannotBeCompleted() {
        running("a");
        putWork(work("a", 1));
        WorkItem item = takeWork();
        WorkLock forged = new WorkLock("a", item.key(), item.lock().token() + 1);

        assertThat(provider.ackWork(List.of(new WorkAck(forged, NewMessage.of("a", "forged")))))
                .containsExactly(AckOutcome.LOCK_LOST);
        noTurn();
        assertThat(ackWork(item, "done")).isEqualTo(AckOutcome.COMMITTED);
    }

    @Test
    void aClosedProviderSaysSo() {
        provider.close();

        assertThatThrownBy(() -> turns(1)).isInstanceOf(ProviderException.class).hasMessageContaining("closed");
        assertThatThrownBy(() -> start("a")).isInstanceOf(ProviderException.class);
    }

    @Test
    void closingTwiceIsHarmless() {
        provider.close();
        provider.close();
    }
}
