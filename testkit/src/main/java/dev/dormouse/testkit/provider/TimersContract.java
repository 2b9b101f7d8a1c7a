package dev.dormouse.testkit.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.dormouse.provider.ExecutionChange;
import dev.dormouse.provider.Fetched;
import dev.dormouse.provider.NewMessage;
import dev.dormouse.provider.Provider;
import dev.dormouse.provider.TurnAck;
import dev.dormouse.provider.TurnFetch;
import dev.dormouse.provider.TurnItem;
import dev.dormouse.provider.ValueChange;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Timers fire on time, all of them, whoever is there to see it; and what was committed is there after a restart. */
abstract class TimersContract extends WaitingWords {

    private NewMessage timer(String instance, int steps) {
        return NewMessage.of(instance, "timer " + steps)
                .after(step().multipliedBy(steps))
                .asTimer(1, steps);
    }

    private Duration step() {
        return storage.lockTimeout().dividedBy(2);
    }

    private TurnItem fetch(Provider from) {
        List<TurnItem> items = from.fetchTurns(TurnFetch.of(1, LONG, LONG)).items();
        assertThat(items).hasSize(1);
        return items.get(0);
    }

    @Test
    void theSecondOfTwoTimersIsNotForgotten() {
        assumeTrue(provider.supportsLongPolling());
        running("a");
        running("b");
        long began = System.nanoTime();
        put(timer("a", 1), timer("b", 2));

        assertThat(fetch(provider).instance()).isEqualTo("a");
        assertThat(fetch(provider).instance()).isEqualTo("b");
        assertThat(elapsed(began)).isLessThan(step().multipliedBy(2).plus(storage.slack()));
    }

    @Test
    void theSecondOfTwoTimersOfOneInstanceIsNotForgotten() {
        assumeTrue(provider.supportsLongPolling());
        running("a");
        long began = System.nanoTime();
        put(timer("a", 1), timer("a", 2));
        commit(TurnAck.nothing(fetch(provider)));

        assertThat(bodies(fetch(provider))).containsExactly("timer 2");
        assertThat(elapsed(began)).isLessThan(step().multipliedBy(2).plus(storage.slack()));
    }

    @Test
    void workDoesNotMakeAFetchForgetATimer() {
        running("a");
        running("b");
        put(timer("a", 1));
        Background<Fetched<TurnItem>> first = waitForTurn();
        Background<Fetched<TurnItem>> second = waitForTurn();
        long began = System.nanoTime();
        send("b", "event");

        eventually(
                () -> Stream.of(first, second).filter(each -> !each.running()).findFirst());
        assertThat(Stream.of(first, second)
                        .map(fetch -> assertWokenSince(began + step().toNanos(), fetch)
                                .instance()))
                .containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void anEarlierTimerMovesTheAlarmForward() {
        running("a");
        running("b");
        put(NewMessage.of("a", "late").after(LONG));
        Background<Fetched<TurnItem>> fetch = waitForTurn();
        long began = System.nanoTime();
        put(timer("b", 1));

        assertThat(assertWokenSince(began + step().toNanos(), fetch).instance()).isEqualTo("b");
    }

    @Test
    void timersThatAreDueTogetherComeTogether() {
        running("a");
        put(timer("a", 1), timer("a", 1), timer("a", 1));

        assertThat(awaitTurn().messages()).hasSize(3);
    }

    @Test
    void aNodeThatCameLaterFiresATimerOnTime() {
        running("a");
        long began = System.nanoTime();
        put(timer("a", 2));
        Optional<Provider> another = storage.another();
        assumeTrue(another.isPresent() && provider.supportsLongPolling(), "one node at a time");

        assertThat(bodies(fetch(another.get()))).containsExactly("timer 2");
        assertThat(elapsed(began)).isLessThan(step().multipliedBy(2).plus(storage.slack()));
    }

    @Test
    void aNodeIsWokenByAnother() {
        Optional<Provider> another = storage.another();
        assumeTrue(another.isPresent(), "one node at a time");
        running("a");
        Background<Fetched<TurnItem>> fetch = waitForTurn();
        long sent = System.nanoTime();
        another.get().enqueue(List.of(NewMessage.of("a", "event")));

        assertWokenSince(sent, fetch);
    }

    @Test
    void aRestartFiresTheTimersFromBefore() {
        running("a");
        put(timer("a", 2));
        Optional<Provider> restarted = storage.restarted();
        assumeTrue(restarted.isPresent(), "the storage does not outlive the provider");
        provider = restarted.get();

        assertThat(bodies(awaitTurn())).containsExactly("timer 2");
    }

    @Test
    void aRestartFindsEverythingAsItWas() {
        running("a");
        commit(TurnAck.of(nextTurn("a").lock(), 1, ExecutionChange.NONE, events(2, 3))
                .withWork(List.of(work("a", 2)))
                .withValues(List.of(ValueChange.set("key", "value"))));
        send("a", "event");
        Optional<Provider> restarted = storage.restarted();
        assumeTrue(restarted.isPresent(), "the storage does not outlive the provider");
        provider = restarted.get();

        assertThat(provider.values("a")).containsEntry("key", "value");
        assertThat(takeWork().key().activityId()).isEqualTo(2);
        TurnItem item = turn();
        assertThat(item.history()).isEqualTo(events(1, 3));
        assertThat(bodies(item)).containsExactly("event");
    }

    @Test
    void aLockFromBeforeARestartIsStillALock() {
        running("a");
        TurnItem item = nextTurn("a");
        Optional<Provider> restarted = storage.restarted();
        assumeTrue(restarted.isPresent(), "the storage does not outlive the provider");
        provider = restarted.get();

        noTurn();
        commit(appending(item, event(2)));
    }
}
