package dev.dormouse.testkit.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.dormouse.provider.Fetched;
import dev.dormouse.provider.NewMessage;
import dev.dormouse.provider.TurnFetch;
import dev.dormouse.provider.TurnItem;
import dev.dormouse.provider.WorkFetch;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What {@code pollTimeout} means: zero never waits, more waits for something, and no wait is without end. */
abstract class LongPollingContract extends WaitingWords {

    @Test
    void zeroNeverWaits() {
        long began = System.nanoTime();
        noTurn();
        noWork();

        assertThat(elapsed(began)).isLessThan(storage.atOnce().multipliedBy(2));
    }

    @Test
    void aProviderThatDoesNotWaitReturnsAtOnce() {
        assumeFalse(provider.supportsLongPolling());
        long began = System.nanoTime();
        assertThat(provider.fetchTurns(TurnFetch.of(1, LONG, LONG)).items()).isEmpty();
        assertThat(provider.fetchWork(WorkFetch.of(1, LONG, LONG)).items()).isEmpty();

        assertThat(elapsed(began)).isLessThan(storage.atOnce().multipliedBy(2));
    }

    @Test
    void anEmptyFetchOfTurnsWaitsForItsTimeout() {
        assumeTrue(provider.supportsLongPolling());
        long began = System.nanoTime();
        assertThat(provider.fetchTurns(TurnFetch.of(1, LONG, Duration.ofMillis(500)))
                        .items())
                .isEmpty();

        assertThat(elapsed(began))
                .isBetween(Duration.ofMillis(500), Duration.ofMillis(500).plus(storage.slack()));
    }

    @Test
    void anEmptyFetchOfWorkWaitsForItsTimeout() {
        assumeTrue(provider.supportsLongPolling());
        long began = System.nanoTime();
        assertThat(provider.fetchWork(WorkFetch.of(1, LONG, Duration.ofMillis(500)))
                        .items())
                .isEmpty();

        assertThat(elapsed(began))
                .isBetween(Duration.ofMillis(500), Duration.ofMillis(500).plus(storage.slack()));
    }

    @Test
    void noFetchWaitsLongerThanItWasAllowedTo() {
        long began = System.nanoTime();
        assertThat(provider.fetchTurns(TurnFetch.of(1, LONG, Duration.ofMillis(100)))
                        .items())
                .isEmpty();

        assertThat(elapsed(began)).isLessThan(Duration.ofMillis(100).plus(storage.slack()));
    }

    @Test
    void whatIsDueIsReturnedWithoutWaiting() {
        start("a");
        putWork(work("a", 1));
        long began = System.nanoTime();
        assertThat(provider.fetchTurns(TurnFetch.of(5, LONG, LONG)).items()).hasSize(1);
        assertThat(provider.fetchWork(WorkFetch.of(5, LONG, LONG)).items()).hasSize(1);

        assertThat(elapsed(began)).isLessThan(storage.slack());
    }

    @Test
    void aWaitEndsAsSoonAsSomethingIsPutIn() {
        Background<Fetched<TurnItem>> fetch = waitForTurn();
        start("a");

        assertWokenSince(System.nanoTime(), fetch);
    }

    @Test
    void whatBecomesDueDuringTheWaitIsReturned() {
        assumeTrue(provider.supportsLongPolling());
        put(starting("a").after(storage.lockTimeout()));
        long began = System.nanoTime();

        assertThat(provider.fetchTurns(TurnFetch.of(1, LONG, LONG)).items()).hasSize(1);
        assertThat(elapsed(began)).isLessThan(storage.lockTimeout().plus(storage.slack()));
    }

    @Test
    void interruptingTheCallerEndsItsWait() {
        Background<Fetched<TurnItem>> fetch = waitForTurn();
        long interrupted = System.nanoTime();
        fetch.interrupt();

        assertThat(fetch.result().items()).isEmpty();
        assertThat(Duration.ofNanos(fetch.endedNanos() - interrupted)).isLessThan(storage.atOnce());
    }

    @Test
    void anInterruptIsNotForgotten() {
        assumeTrue(provider.supportsLongPolling());
        Background<Boolean> fetch = inBackground(() -> {
            provider.fetchTurns(TurnFetch.of(1, LONG, LONG));
            return Thread.currentThread().isInterrupted();
        });
        fetch.awaitParked().interrupt();

        assertThat(fetch.result()).isTrue();
    }

    @Test
    void closingTheProviderEndsEveryWait() {
        List<Background<Fetched<TurnItem>>> fetches = List.of(waitForTurn(), waitForTurn(), waitForTurn());
        long closed = System.nanoTime();
        provider.close();

        for (Background<Fetched<TurnItem>> fetch : fetches) {
            assertThat(fetch.result().items()).isEmpty();
            assertThat(Duration.ofNanos(fetch.endedNanos() - closed)).isLessThan(storage.atOnce());
        }
    }

    @Test
    void aWaitThatWasInterruptedHasLockedNothing() {
        Background<Fetched<TurnItem>> fetch = waitForTurn();
        fetch.interrupt();
        fetch.result();
        start("a");

        assertThat(turn().attempt()).isEqualTo(1);
    }

    @Test
    void aLockTakenAfterAWaitIsFresh() {
        assumeTrue(provider.supportsLongPolling());
        Duration brief = storage.lockTimeout();
        Background<Fetched<TurnItem>> fetch = inBackground(() -> provider.fetchTurns(TurnFetch.of(1, brief, LONG)))
                .awaitParked();
        long began = storage.nanos();
        passSince(began, brief.multipliedBy(2));
        start("a");
        TurnItem item = fetch.result().items().get(0);

        assertThat(provider.renewTurns(List.of(item.lock()), LONG))
                .as("the lock counts from when it was taken, not from when the wait began")
                .isEmpty();
    }

    @Test
    void onlyWhatIsDueEndsAWait() {
        assumeTrue(provider.supportsLongPolling());
        running("a");
        Background<Fetched<TurnItem>> fetch = inBackground(
                        () -> provider.fetchTurns(TurnFetch.of(1, LONG, Duration.ofSeconds(1))))
                .awaitParked();
        put(NewMessage.of("a", "later").after(LONG));

        assertThat(fetch.result().items()).isEmpty();
    }
}
