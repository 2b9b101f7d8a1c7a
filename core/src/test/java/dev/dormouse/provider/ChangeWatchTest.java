package dev.dormouse.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.wake.Sleepers;
import dev.dormouse.wake.Ticker;
import dev.dormouse.wake.WakeHub;
import dev.dormouse.wake.WakeObserver;
import dev.dormouse.wake.WakeSettings;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** No change can fall between a look and the wait that follows it. */
class ChangeWatchTest {

    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Duration SHORT = Duration.ofMillis(30);

    private final WakeHub hub =
            new WakeHub(WakeSettings.defaults(), Ticker.SYSTEM, WakeObserver.NONE, queues -> List.of());
    private final ChangeWatch changes = new ChangeWatch(hub, Sleepers.NOBODY_ASKS);

    private static Duration await(InstanceWatch watch, Duration timeout) throws InterruptedException {
        long began = System.nanoTime();
        watch.await(timeout);
        return Duration.ofNanos(System.nanoTime() - began);
    }

    @Test
    void aWaitEndsAtItsTimeout() throws InterruptedException {
        hub.listening();
        try (InstanceWatch watch = changes.watch("a")) {
            assertThat(await(watch, SHORT)).isGreaterThanOrEqualTo(SHORT);
        }
    }

    @Test
    void aChangeBetweenTheLookAndTheWaitIsNotMissed() throws InterruptedException {
        hub.listening();
        try (InstanceWatch watch = changes.watch("a")) {
            changes.changed("a");
            assertThat(await(watch, LONG)).isLessThan(LONG);
            assertThat(await(watch, SHORT)).as("told once").isGreaterThanOrEqualTo(SHORT);
        }
    }

    @Test
    void aChangeElsewhereEndsTheWaitOfEveryCaller() throws InterruptedException {
        hub.listening();
        CountDownLatch watching = new CountDownLatch(3);
        CountDownLatch told = new CountDownLatch(3);
        for (int i = 0; i < 3; i++) {
            Thread caller = new Thread(() -> {
                try (InstanceWatch watch = changes.watch("a")) {
                    watching.countDown();
                    watch.await(LONG);
                    told.countDown();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            caller.setDaemon(true);
            caller.start();
        }
        assertThat(watching.await(20, TimeUnit.SECONDS)).isTrue();
        hub.wake(ChangeWatch.hint("a"));
        assertThat(told.await(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void changesOfOthersAreNobodysBusiness() throws InterruptedException {
        hub.listening();
        try (InstanceWatch watch = changes.watch("a")) {
            changes.changed("b");
            assertThat(await(watch, SHORT)).isGreaterThanOrEqualTo(SHORT);
        }
    }

    @Test
    void aReconnectEndsTheWaitSinceAChangeMayHaveBeenMissed() throws InterruptedException {
        hub.listening();
        try (InstanceWatch watch = changes.watch("a")) {
            hub.listening();
            assertThat(await(watch, LONG)).isLessThan(LONG);
        }
    }

    /** A node says once that it wants to hear of changes, not once per instance. */
    @Test
    void whoWatchesIsAskedForByOneName() {
        assertThat(WakeHub.askedFor(ChangeWatch.hint("a").queue()))
                .isEqualTo(WakeHub.askedFor(ChangeWatch.hint("b/c").queue()))
                .isNotEqualTo(ChangeWatch.hint("a").queue());
        assertThat(WakeHub.askedFor("job:a/b")).isEqualTo("job:a/b");
    }

    @Test
    void longNamesFitIntoANotification() {
        assertThat(ChangeWatch.hint("x".repeat(1000)).queue().length()).isLessThan(180);
    }
}
