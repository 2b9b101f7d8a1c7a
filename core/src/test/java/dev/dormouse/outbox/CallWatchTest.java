package dev.dormouse.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class CallWatchTest {

    private static final long HOUR = Duration.ofHours(1).toNanos();

    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);
    private final Queue<Long> looks = new ConcurrentLinkedQueue<>();
    private final CallWatch watch = new CallWatch(timer, () -> looks.add(System.nanoTime()));

    @AfterEach
    void close() {
        timer.shutdownNow();
    }

    @Test
    void callsThatEndLaterShareTheAlarmOfTheFirst() {
        long now = System.nanoTime();
        for (int i = 0; i < 1_000; i++) {
            watch.lookBy(now + HOUR + i);
        }
        assertThat(timer.getQueue()).hasSize(1);
    }

    @Test
    void oneThatEndsSoonerHasAnAlarmOfItsOwn() {
        long soon = System.nanoTime() + Duration.ofMillis(20).toNanos();
        watch.lookBy(System.nanoTime() + HOUR);
        watch.lookBy(soon);
        await().until(() -> looks.size() == 1);
        assertThat(looks.peek() - soon).isNotNegative();
        assertThat(timer.getQueue()).hasSize(1);
    }

    @Test
    void afterALookTheNextCallIsWatchedAgain() {
        watch.lookBy(System.nanoTime());
        await().until(() -> looks.size() == 1);
        watch.lookBy(System.nanoTime());
        await().until(() -> looks.size() == 2);
    }

    @Test
    void theLongestTimeoutIsNoTrouble() {
        watch.lookBy(System.nanoTime() + Long.MAX_VALUE);
        assertThat(timer.getQueue()).hasSize(1);
        assertThat(looks).isEmpty();
    }

    @Test
    void aTimerThatHasEndedIsNoTrouble() {
        timer.shutdown();
        watch.lookBy(System.nanoTime() + HOUR);
        assertThat(looks).isEmpty();
    }
}
