package dev.dormouse.testkit.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.provider.ExecutionStatus;
import dev.dormouse.provider.TurnAck;
import dev.dormouse.provider.TurnItem;
import dev.dormouse.provider.ValueChange;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * A turn is given the key-value state as it was when its execution began: replay makes the rest again. A snapshot that had
 * the execution's own changes in it would let a read before a write see the write.
 */
abstract class ValueSnapshotsContract extends ValuesWords {

    private Map<String, String> snapshot() {
        TurnItem item = nextTurn("a");
        commit(TurnAck.nothing(item));
        return item.values();
    }

    @Test
    void aNewInstanceBeginsWithNothing() {
        start("a");

        assertThat(turn().values()).isEmpty();
    }

    @Test
    void theExecutionsOwnChangesAreNotInItsSnapshot() {
        running("a");
        change("a", ValueChange.set("key", "value"));

        assertThat(snapshot()).isEmpty();
        assertThat(provider.findValue("a", "key")).contains("value");
    }

    @Test
    void whatAnEarlierExecutionChangedIsInTheSnapshot() {
        running("a");
        change("a", ValueChange.set("key", "value"));
        continuedAsNew("a");

        assertThat(snapshot()).isEqualTo(Map.of("key", "value"));
    }

    @Test
    void theFirstTurnOfTheNextExecutionSeesIt() {
        running("a");
        change("a", ValueChange.set("key", "value"));
        commit(ending(nextTurn("a"), ExecutionStatus.CONTINUED_AS_NEW));

        assertThat(nextTurn("a").values()).isEqualTo(Map.of("key", "value"));
    }

    @Test
    void changesOfTheLastTurnAreMergedToo() {
        running("a");
        commit(ending(nextTurn("a"), ExecutionStatus.CONTINUED_AS_NEW)
                .withValues(List.of(ValueChange.set("key", "value"))));

        assertThat(nextTurn("a").values()).isEqualTo(Map.of("key", "value"));
    }

    @Test
    void aKeyClearedByThisExecutionIsStillInItsSnapshot() {
        running("a");
        change("a", ValueChange.set("one", "1"), ValueChange.set("two", "2"));
        continuedAsNew("a");
        change("a", ValueChange.clear("one"));

        assertThat(snapshot()).isEqualTo(Map.of("one", "1", "two", "2"));
        assertThat(provider.values("a")).isEqualTo(Map.of("two", "2"));
    }

    @Test
    void aKeyClearedByAnEarlierExecutionIsNotInTheSnapshot() {
        running("a");
        change("a", ValueChange.set("one", "1"), ValueChange.set("two", "2"));
        continuedAsNew("a");
        change("a", ValueChange.clear("one"));
        continuedAsNew("a");

        assertThat(snapshot()).isEqualTo(Map.of("two", "2"));
    }

    @Test
    void clearingAllLeavesTheSnapshotOfThisExecution() {
        running("a");
        change("a", ValueChange.set("one", "1"));
        continuedAsNew("a");
        change("a", ValueChange.clearAll());

        assertThat(snapshot()).isEqualTo(Map.of("one", "1"));
        assertThat(provider.values("a")).isEmpty();
        assertThat(provider.findValue("a", "one")).isEmpty();
    }

    @Test
    void clearingAllEmptiesTheSnapshotOfTheNextExecution() {
        running("a");
        change("a", ValueChange.set("one", "1"));
        continuedAsNew("a");
        change("a", ValueChange.set("two", "2"), ValueChange.clearAll());
        continuedAsNew("a");

        assertThat(snapshot()).isEmpty();
        assertThat(provider.values("a")).isEmpty();
    }

    @Test
    void aLaterExecutionReplacesAValue() {
        running("a");
        change("a", ValueChange.set("key", "old"));
        continuedAsNew("a");
        change("a", ValueChange.set("key", "new"));

        assertThat(snapshot()).isEqualTo(Map.of("key", "old"));
        assertThat(provider.values("a")).isEqualTo(Map.of("key", "new"));
    }

    @Test
    void aKeyCanBeClearedAndSetAgainByLaterExecutions() {
        running("a");
        change("a", ValueChange.set("key", "1"));
        continuedAsNew("a");
        change("a", ValueChange.clear("key"));
        continuedAsNew("a");
        assertThat(snapshot()).isEmpty();
        change("a", ValueChange.set("key", "3"));
        continuedAsNew("a");

        assertThat(snapshot()).isEqualTo(Map.of("key", "3"));
    }

    @Test
    void everyExecutionSeesTheStateAtItsOwnBeginning() {
        running("a");
        for (int execution = 1; execution <= 3; execution++) {
            change("a", ValueChange.set("count", "" + execution));
            continuedAsNew("a");
            assertThat(snapshot()).isEqualTo(Map.of("count", "" + execution));
        }
    }

    @Test
    void clientsReadBothTogether() {
        running("a");
        change("a", ValueChange.set("kept", "1"), ValueChange.set("replaced", "1"), ValueChange.set("cleared", "1"));
        continuedAsNew("a");
        change("a", ValueChange.set("replaced", "2"), ValueChange.clear("cleared"), ValueChange.set("added", "2"));

        assertThat(provider.values("a")).isEqualTo(Map.of("kept", "1", "replaced", "2", "added", "2"));
        assertThat(provider.findValue("a", "kept")).contains("1");
        assertThat(provider.findValue("a", "replaced")).contains("2");
        assertThat(provider.findValue("a", "cleared")).isEmpty();
    }

    @Test
    void theEndKeepsTheValues() {
        running("a");
        change("a", ValueChange.set("key", "value"));
        commit(ending(nextTurn("a"), ExecutionStatus.COMPLETED));

        assertThat(provider.values("a")).isEqualTo(Map.of("key", "value"));
    }

    @Test
    void aFailureKeepsTheValuesToo() {
        running("a");
        commit(ending(nextTurn("a"), ExecutionStatus.FAILED).withValues(List.of(ValueChange.set("key", "value"))));

        assertThat(provider.values("a")).isEqualTo(Map.of("key", "value"));
    }

    @Test
    void aTurnThatIsLostChangesNoValue() {
        running("a");
        TurnItem item = nextTurn("a");
        commit(TurnAck.nothing(item));
        ack(TurnAck.nothing(item).withValues(List.of(ValueChange.set("key", "value"))));

        assertThat(provider.values("a")).isEmpty();
    }
}
