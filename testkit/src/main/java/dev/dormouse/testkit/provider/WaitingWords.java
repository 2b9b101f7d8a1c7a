package dev.dormouse.testkit.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.dormouse.provider.Fetched;
import dev.dormouse.provider.TurnFetch;
import dev.dormouse.provider.TurnItem;
import dev.dormouse.provider.WorkFetch;
import dev.dormouse.provider.WorkItem;
import java.time.Duration;

/** What the tests of waiting share. They measure real time, whatever clock the provider has. */
abstract class WaitingWords extends ContractGroup {

    static Duration elapsed(long sinceNanos) {
        return Duration.ofNanos(System.nanoTime() - sinceNanos);
    }

    /** A fetch that has looked, found nothing, and waits. */
    Background<Fetched<TurnItem>> waitForTurn() {
        return waitFor(TurnFetch.of(1, LONG, LONG));
    }

    Background<Fetched<TurnItem>> waitFor(TurnFetch fetch) {
        assumeTrue(provider.supportsLongPolling(), "the provider does not wait");
        return inBackground(() -> provider.fetchTurns(fetch)).awaitParked();
    }

    Background<Fetched<WorkItem>> waitForWork() {
        return waitFor(WorkFetch.of(1, LONG, LONG));
    }

    Background<Fetched<WorkItem>> waitFor(WorkFetch fetch) {
        assumeTrue(provider.supportsLongPolling(), "the provider does not wait");
        return inBackground(() -> provider.fetchWork(fetch)).awaitParked();
    }

    /** It came back with something, and long before its timeout. */
    <T> T assertWokenSince(long nanos, Background<Fetched<T>> fetch) {
        Fetched<T> fetched = fetch.result();
        assertThat(fetched.items()).hasSize(1);
        assertThat(Duration.ofNanos(fetch.endedNanos() - nanos)).isLessThan(storage.slack());
        return fetched.items().get(0);
    }
}
