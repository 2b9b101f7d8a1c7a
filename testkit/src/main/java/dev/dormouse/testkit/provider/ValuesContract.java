package dev.dormouse.testkit.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.provider.TurnAck;
import dev.dormouse.provider.ValueChange;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The key-value state of an instance, as clients read it. */
abstract class ValuesContract extends ValuesWords {

    @Test
    void aValueThatWasSetCanBeRead() {
        running("a");
        change("a", ValueChange.set("key", "value"));

        assertThat(provider.findValue("a", "key")).contains("value");
        assertThat(provider.values("a")).isEqualTo(Map.of("key", "value"));
    }

    @Test
    void aValueCanBeReplaced() {
        running("a");
        change("a", ValueChange.set("key", "old"));
        change("a", ValueChange.set("key", "new"));

        assertThat(provider.values("a")).isEqualTo(Map.of("key", "new"));
    }

    @Test
    void oneKeyCanBeCleared() {
        running("a");
        change("a", ValueChange.set("one", "1"), ValueChange.set("two", "2"));
        change("a", ValueChange.clear("one"));

        assertThat(provider.findValue("a", "one")).isEmpty();
        assertThat(provider.values("a")).isEqualTo(Map.of("two", "2"));
    }

    @Test
    void allKeysCanBeCleared() {
        running("a");
        change("a", ValueChange.set("one", "1"), ValueChange.set("two", "2"));
        change("a", ValueChange.clearAll());

        assertThat(provider.values("a")).isEmpty();
    }

    @Test
    void aKeyThatIsNotThereIsNotFound() {
        running("a");

        assertThat(provider.findValue("a", "key")).isEmpty();
    }

    @Test
    void instancesDoNotShareKeys() {
        running("a");
        running("b");
        change("a", ValueChange.set("key", "of a"));
        change("b", ValueChange.set("key", "of b"));

        assertThat(provider.findValue("a", "key")).contains("of a");
        assertThat(provider.findValue("b", "key")).contains("of b");
    }

    @Test
    void clearingTouchesOneInstanceOnly() {
        running("a");
        running("b");
        change("a", ValueChange.set("key", "of a"));
        change("b", ValueChange.set("key", "of b"));
        change("a", ValueChange.clearAll());

        assertThat(provider.values("b")).isEqualTo(Map.of("key", "of b"));
    }

    @Test
    void clearingWhatIsNotThereIsHarmless() {
        running("a");
        change("a", ValueChange.clear("key"), ValueChange.clearAll());

        assertThat(provider.values("a")).isEmpty();
    }

    @Test
    void anUnknownInstanceHasNoValues() {
        assertThat(provider.findValue("nobody", "key")).isEmpty();
        assertThat(provider.values("nobody")).isEmpty();
    }

    @Test
    void changesOfOneTurnApplyInTheirOrder() {
        running("a");
        change(
                "a",
                ValueChange.set("one", "1"),
                ValueChange.clearAll(),
                ValueChange.set("two", "2"),
                ValueChange.clear("two"),
                ValueChange.set("two", "3"));

        assertThat(provider.values("a")).isEqualTo(Map.of("two", "3"));
    }

    @Test
    void anEmptyValueIsAValue() {
        running("a");
        change("a", ValueChange.set("key", ""));

        assertThat(provider.findValue("a", "key")).contains("");
    }

    @Test
    void aLargeValueIsKept() {
        String large = "x".repeat(64 * 1024);
        running("a");
        change("a", ValueChange.set("key", large));

        assertThat(provider.findValue("a", "key")).contains(large);
    }

    @Test
    void keysAreKeptAsTheyWereGiven() {
        List<String> keys = List.of("a b", "Gr\u00fc\u00dfe", "quote\"'\\", "new\nline", "\ud83d\udc2d", "%_");
        running("a");
        commit(TurnAck.nothing(nextTurn("a"))
                .withValues(keys.stream().map(key -> ValueChange.set(key, key)).toList()));

        assertThat(provider.values("a")).hasSize(keys.size());
        keys.forEach(key -> assertThat(provider.findValue("a", key)).contains(key));
    }

    @Test
    void valuesGoWithTheirInstance() {
        running("a");
        change("a", ValueChange.set("key", "value"));
        continuedAsNew("a");
        change("a", ValueChange.set("other", "value"));
        delete("a");

        assertThat(provider.values("a")).isEmpty();
        running("a");
        assertThat(provider.values("a")).isEmpty();
        assertThat(nextTurn("a").values()).isEmpty();
    }

    @Test
    void valuesOfChildrenGoWithThem() {
        running("a");
        change("a", ValueChange.set("key", "value"));
        child("b", "a");
        change("b", ValueChange.set("key", "value"));
        delete("a", "b");

        assertThat(provider.values("a")).isEmpty();
        assertThat(provider.values("b")).isEmpty();
    }

    @Test
    void pruningLeavesAllKeys() {
        running("a");
        change("a", ValueChange.set("one", "1"));
        continuedAsNew("a");
        change("a", ValueChange.set("two", "2"));
        continuedAsNew("a");
        provider.admin().prune("a", 1, null);

        assertThat(provider.values("a")).isEqualTo(Map.of("one", "1", "two", "2"));
        assertThat(nextTurn("a").values()).isEqualTo(Map.of("one", "1", "two", "2"));
    }

    @Test
    void pruningLeavesWhatALaterExecutionReplaced() {
        running("a");
        change("a", ValueChange.set("key", "old"));
        continuedAsNew("a");
        change("a", ValueChange.set("key", "new"));
        provider.admin().prune("a", 1, null);

        assertThat(provider.findValue("a", "key")).contains("new");
        assertThat(nextTurn("a").values()).isEqualTo(Map.of("key", "old"));
    }

    @Test
    void pruningLeavesTheCurrentExecutionsChanges() {
        running("a");
        continuedAsNew("a");
        change("a", ValueChange.set("key", "value"));
        provider.admin().prune("a", 0, null);

        assertThat(provider.values("a")).isEqualTo(Map.of("key", "value"));
    }

    @Test
    void pruningLeavesKeysThatNobodyTouchedSince() {
        running("a");
        change("a", ValueChange.set("untouched", "1"), ValueChange.set("touched", "1"));
        continuedAsNew("a");
        change("a", ValueChange.set("touched", "2"));
        continuedAsNew("a");
        provider.admin().prune("a", 1, null);

        assertThat(nextTurn("a").values()).isEqualTo(Map.of("untouched", "1", "touched", "2"));
    }
}
