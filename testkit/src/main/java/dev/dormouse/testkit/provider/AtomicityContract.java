package dev.dormouse.testkit.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.provider.AckOutcome;
import dev.dormouse.provider.ExecutionChange;
import dev.dormouse.provider.NewMessage;
import dev.dormouse.provider.TurnAck;
import dev.dormouse.provider.TurnFetch;
import dev.dormouse.provider.TurnItem;
import dev.dormouse.provider.TurnLock;
import dev.dormouse.provider.ValueChange;
import dev.dormouse.provider.WorkItem;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A turn is committed whole, or not at all. */
abstract class AtomicityContract extends ContractGroup {

    @Test
    void aRepeatedEventFailsTheWholeTurn() {
        running("a");
        running("b");
        TurnItem item = nextTurn("a");
        TurnAck bad = appending(item, event(2), event(1))
                .withWork(List.of(work("a", 2)))
                .withMessages(List.of(NewMessage.of("b", "never")))
                .withValues(List.of(ValueChange.set("key", "never")));

        assertThat(ack(bad)).isEqualTo(AckOutcome.DUPLICATE_EVENT);

        assertThat(provider.readHistory("a")).containsExactly(event(1));
        assertThat(provider.values("a")).isEmpty();
        noWork();
        noTurn();
        assertThat(ack(appending(item, event(2)))).as("the lock is still held").isEqualTo(AckOutcome.COMMITTED);
    }

    @Test
    void everythingOfATurnAppearsTogether() {
        running("a");
        running("b");
        TurnItem item = nextTurn("a");
        commit(TurnAck.of(item.lock(), 1, ExecutionChange.NONE, events(2, 6))
                .withWork(List.of(work("a", 2), work("a", 3), work("a", 4)))
                .withMessages(List.of(NewMessage.of("b", "first"), NewMessage.of("b", "second"))));

        assertThat(provider.readHistory("a")).isEqualTo(events(1, 6));
        assertThat(Stream.generate(this::takeWork).limit(3).map(WorkItem::body))
                .containsExactly("input 2", "input 3", "input 4");
        noWork();
        assertThat(bodies(turn())).containsExactly("first", "second");
    }

    @Test
    void onlyACommittedTurnReleasesTheLock() {
        start("a");
        long began = storage.nanos();
        TurnItem item = turnWithShortLock();
        TurnLock forged = new TurnLock("a", item.lock().token() + 1, item.lock().messages());
        assertThat(ack(TurnAck.of(forged, 1, ExecutionChange.NONE, List.of(event(1)))))
                .isEqualTo(AckOutcome.LOCK_LOST);

        assertThat(awaitTurn().messages()).isEqualTo(item.messages());
        assertLocked(began);
        assertThat(provider.readHistory("a")).isEmpty();
    }

    @Test
    void ofTwoAcksWithOneLockOneWins() {
        running("a");
        TurnItem item = nextTurn("a");
        List<Background<AckOutcome>> both = Stream.of(event(2), event(3))
                .map(event -> inBackground(() -> ack(appending(item, event))))
                .toList();

        assertThat(both.stream().map(Background::result))
                .containsExactlyInAnyOrder(AckOutcome.COMMITTED, AckOutcome.LOCK_LOST);
        assertThat(provider.readHistory("a")).hasSize(2);
    }

    @Test
    void workAndItsCompletionChangePlacesTogether() {
        running("a");
        putWork(work("a", 1));
        WorkItem item = takeWork();
        noTurn();

        assertThat(ackWork(item, "done")).isEqualTo(AckOutcome.COMMITTED);

        noWork();
        assertThat(bodies(turn())).containsExactly("done");
    }

    @Test
    void aTurnThatChangesNothingTakesItsMessagesOff() {
        running("a");
        commit(TurnAck.nothing(nextTurn("a")));

        noTurn();
        assertThat(provider.fetchTurns(TurnFetch.of(1, LONG, Duration.ZERO)).nextDue())
                .isNull();
    }
}
