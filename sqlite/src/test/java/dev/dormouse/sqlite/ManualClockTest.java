package dev.dormouse.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.dormouse.provider.AckOutcome;
import dev.dormouse.provider.ExecutionChange;
import dev.dormouse.provider.Fetched;
import dev.dormouse.provider.NewMessage;
import dev.dormouse.provider.TurnAck;
import dev.dormouse.provider.TurnFetch;
import dev.dormouse.provider.TurnItem;
import dev.dormouse.testkit.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ManualClockTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final ManualClock clock = new ManualClock();
    private final SqliteProvider provider =
            SqliteProvider.inMemory(SqliteOptions.defaults().withClocks(clock, clock));

    @AfterEach
    void close() {
        provider.close();
    }

    private Fetched<TurnItem> fetch(Duration pollTimeout) {
        return provider.fetchTurns(TurnFetch.of(1, MINUTE, pollTimeout));
    }

    private void start(Duration delay) {
        provider.enqueue(List.of(NewMessage.start("a", new NewMessage.Start("Flow", null, null, false), "start")
                .after(delay)));
    }

    @Test
    void aYearIsSkippedInNoTime() {
        Duration year = Duration.ofDays(365);
        start(year);
        assertThat(fetch(Duration.ZERO).nextDue()).isEqualTo(year);
        clock.advance(year.minusMillis(1));
        assertThat(fetch(Duration.ZERO).items()).isEmpty();
        clock.advance(Duration.ofMillis(1));

        assertThat(fetch(Duration.ZERO).items()).hasSize(1);
    }

    @Test
    void locksEndByTheSameClock() {
        start(Duration.ZERO);
        TurnItem item = fetch(Duration.ZERO).items().get(0);
        clock.advance(MINUTE);

        assertThat(provider.ackTurns(List.of(TurnAck.of(item.lock(), 1, ExecutionChange.NONE, List.of()))))
                .containsExactly(AckOutcome.LOCK_LOST);
        assertThat(fetch(Duration.ZERO).items().get(0).attempt()).isEqualTo(2);
    }

    @Test
    void aWaitEndsWhenTimeIsMovedToTheTimer() throws Exception {
        start(Duration.ofDays(3));
        CompletableFuture<Fetched<TurnItem>> fetch = new CompletableFuture<>();
        Thread caller = new Thread(() -> fetch.complete(fetch(Duration.ofDays(7))));
        caller.start();
        // Time must not pass between its look and its wait.
        await().until(() ->
                caller.getState() == Thread.State.WAITING || caller.getState() == Thread.State.TIMED_WAITING);
        clock.advance(Duration.ofDays(2));
        assertThat(fetch).isNotDone();
        clock.advance(Duration.ofDays(1));

        assertThat(fetch.get(30, TimeUnit.SECONDS).items()).hasSize(1);
    }

    @Test
    void aWaitEndsWhenTimeIsMovedToItsTimeout() throws Exception {
        CompletableFuture<Fetched<TurnItem>> fetch = CompletableFuture.supplyAsync(() -> fetch(MINUTE));
        while (!fetch.isDone()) {
            clock.advance(MINUTE);
            Thread.onSpinWait();
        }

        assertThat(fetch.get(30, TimeUnit.SECONDS).items()).isEmpty();
    }
}
