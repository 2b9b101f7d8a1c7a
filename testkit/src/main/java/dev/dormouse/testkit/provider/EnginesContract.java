package dev.dormouse.testkit.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.provider.AttemptCount;
import dev.dormouse.provider.EngineRange;
import dev.dormouse.provider.EngineVersion;
import dev.dormouse.provider.ExecutionChange;
import dev.dormouse.provider.ExecutionStatus;
import dev.dormouse.provider.NewMessage;
import dev.dormouse.provider.NewMessage.Start;
import dev.dormouse.provider.StoredEvent;
import dev.dormouse.provider.TurnAck;
import dev.dormouse.provider.TurnFetch;
import dev.dormouse.provider.TurnItem;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Only runtimes that can replay an execution are given it. */
abstract class EnginesContract extends ContractGroup {

    private static EngineRange range(String from, String to) {
        return new EngineRange(EngineVersion.parse(from), EngineVersion.parse(to));
    }

    private static TurnFetch within(EngineRange... ranges) {
        return TurnFetch.of(1, LONG, Duration.ZERO).withEngines(List.of(ranges));
    }

    private static ExecutionChange pinned(String engine) {
        return ExecutionChange.started(FLOW, "1.0.0").withEngine(EngineVersion.parse(engine));
    }

    /** An instance whose execution is pinned, with a message that waits. */
    private void waiting(String instance, @Nullable String engine) {
        start(instance);
        commit(changing(turn(), engine == null ? ExecutionChange.started(FLOW, "1.0.0") : pinned(engine)));
        send(instance, "next");
    }

    private boolean fetched(TurnFetch fetch) {
        return findTurn(fetch).isPresent();
    }

    private @Nullable EngineVersion engine(String instance, int execution) {
        return provider.admin().executions(instance).get(execution - 1).engine();
    }

    @Test
    void withoutRangesAnyInstanceIsFetched() {
        waiting("a", "9.9.9");

        assertThat(turn().instance()).isEqualTo("a");
    }

    @Test
    void anInstanceWithinTheRangeIsFetched() {
        waiting("a", "1.2.3");

        assertThat(fetched(within(range("1.0.0", "1.9.9")))).isTrue();
    }

    @Test
    void anInstanceOutsideOfTheRangeIsPassedOver() {
        waiting("a", "2.0.0");

        assertThat(fetched(within(range("1.0.0", "1.9.9")))).isFalse();
        assertThat(fetched(within(range("2.0.1", "3.0.0")))).isFalse();
    }

    @Test
    void theOneThatFitsIsFoundBehindOneThatDoesNot() {
        start("a");
        commit(changing(turn(), pinned("2.0.0")));
        start("b");
        commit(changing(turn(), pinned("1.0.0")));
        send("a", "next");
        send("b", "next");

        assertThat(findTurn(within(range("1.0.0", "1.0.0"))).orElseThrow().instance())
                .isEqualTo("b");
    }

    @Test
    void whatIsPassedOverIsNotLocked() {
        waiting("a", "2.0.0");
        assertThat(fetched(within(range("1.0.0", "1.0.0")))).isFalse();

        TurnItem item = findTurn(within(range("2.0.0", "2.0.0"))).orElseThrow();
        assertThat(item.attempt()).isEqualTo(1);
    }

    @Test
    void whatIsNotPinnedFitsEveryRange() {
        start("a");

        assertThat(fetched(within(range("7.0.0", "7.0.0")))).isTrue();
    }

    @Test
    void bothEndsOfARangeBelongToIt() {
        waiting("a", "1.2.3");
        assertThat(fetched(within(range("1.2.4", "2.0.0")))).isFalse();
        assertThat(fetched(within(range("1.0.0", "1.2.2")))).isFalse();
        assertThat(fetched(within(range("1.2.3", "1.2.3")))).isTrue();
    }

    @Test
    void versionsAreComparedAsNumbers() {
        waiting("a", "1.10.0");

        assertThat(fetched(within(range("1.2.0", "1.9.999")))).isFalse();
        assertThat(fetched(within(range("1.9.0", "1.11.0")))).isTrue();
    }

    @Test
    void theTurnPinsItsExecution() {
        waiting("a", "1.2.3");

        assertThat(engine("a", 1)).isEqualTo(EngineVersion.parse("1.2.3"));
    }

    @Test
    void laterTurnsLeaveThePinAlone() {
        waiting("a", "1.2.3");
        commit(TurnAck.nothing(turn()));
        commit(appending(nextTurn("a"), event(1)));

        assertThat(engine("a", 1)).isEqualTo(EngineVersion.parse("1.2.3"));
    }

    @Test
    void everyExecutionHasItsOwnPin() {
        waiting("a", "1.0.0");
        TurnItem last = turn();
        NewMessage next = NewMessage.start("a", new Start(FLOW, null, null, true), "again");
        commit(ending(last, ExecutionStatus.CONTINUED_AS_NEW).withMessages(List.of(next)));
        commit(TurnAck.of(turn().lock(), 2, pinned("2.0.0"), List.of(event(1))));
        send("a", "next");

        assertThat(engine("a", 1)).isEqualTo(EngineVersion.parse("1.0.0"));
        assertThat(engine("a", 2)).isEqualTo(EngineVersion.parse("2.0.0"));
        assertThat(fetched(within(range("1.0.0", "1.0.0")))).isFalse();
        assertThat(fetched(within(range("2.0.0", "2.0.0")))).isTrue();
    }

    @Test
    void noRangeAtAllFetchesNothing() {
        start("a");

        assertThat(fetched(within())).isFalse();
        assertThat(turn().instance()).isEqualTo("a");
    }

    @Test
    void concurrentFetchesWithARangeShareNothing() {
        List.of("a", "b", "c").forEach(instance -> {
            start(instance);
            commit(changing(turn(), pinned("1.0.0")));
        });
        List.of("a", "b", "c").forEach(instance -> send(instance, "next"));
        List<Background<List<TurnItem>>> fetches = IntStream.range(0, 9)
                .mapToObj(i -> inBackground(() ->
                        provider.fetchTurns(within(range("1.0.0", "1.0.0"))).items()))
                .toList();

        assertThat(fetches.stream().flatMap(fetch -> fetch.result().stream()).map(TurnItem::instance))
                .containsExactlyInAnyOrder("a", "b", "c");
    }

    @Test
    void aLaterTurnCanPinWhatWasNot() {
        running("a");
        commit(changing(nextTurn("a"), ExecutionChange.NONE.withEngine(EngineVersion.parse("3.1.4"))));

        assertThat(engine("a", 1)).isEqualTo(EngineVersion.parse("3.1.4"));
    }

    @Test
    void aLaterTurnCanPinItAnew() {
        waiting("a", "1.0.0");
        commit(changing(turn(), ExecutionChange.NONE.withEngine(EngineVersion.parse("1.1.0"))));
        send("a", "next");

        assertThat(engine("a", 1)).isEqualTo(EngineVersion.parse("1.1.0"));
        assertThat(fetched(within(range("1.1.0", "1.1.0")))).isTrue();
    }

    @Test
    void everyRangeCounts() {
        waiting("a", "3.0.0");

        assertThat(fetched(within(range("1.0.0", "1.0.0"), range("2.0.0", "2.0.0"))))
                .isFalse();
        assertThat(fetched(within(range("1.0.0", "1.0.0"), range("3.0.0", "3.5.0"))))
                .isTrue();
    }

    @Test
    void theRangeIsAppliedBeforeAnyHistoryIsRead() {
        start("a");
        commit(TurnAck.of(turn().lock(), 1, pinned("2.0.0"), List.of(new StoredEvent(1, ErrorsContract.GARBLED))));
        send("a", "next");

        assertThat(fetched(within(range("1.0.0", "1.0.0")))).isFalse();
        assertThat(turn().history()).containsExactly(new StoredEvent(1, ErrorsContract.GARBLED));
    }

    @Test
    void aHistoryThatNobodyCanReadIsStillCountedAsAnAttempt() {
        start("a");
        commit(TurnAck.of(turn().lock(), 1, pinned("1.0.0"), List.of(new StoredEvent(1, ErrorsContract.GARBLED))));
        send("a", "next");
        for (int attempt = 1; attempt <= 3; attempt++) {
            TurnItem item = turn();
            assertThat(item.attempt()).isEqualTo(attempt);
            provider.abandonTurn(item.lock(), Duration.ZERO, AttemptCount.KEEP);
        }
    }
}
