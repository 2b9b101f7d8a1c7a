package dev.dormouse.dispatch;

import static dev.dormouse.dispatch.DispatcherFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class DispatcherStopTest {

    private static final Duration GRACE = Duration.ofSeconds(5);

    @Test
    void aSleepingDispatcherStopsAtOnceAndClaimsNothingNew() {
        try (DispatcherFixture f = new DispatcherFixture(2).started()) {
            f.put(0, 1);
            f.awaitWritten(1);
            long start = System.nanoTime();
            f.dispatcher.stop(GRACE);
            // 100 ms is promised; the rest is for a machine that does ten other things.
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
            f.put(1, 3);
            assertThat(f.queue.readyCount()).isEqualTo(3);
            assertThat(f.dispatcher.health().working()).isFalse();
        }
    }

    @Test
    void stoppingBeforeStartingIsLegalAndFinal() {
        try (DispatcherFixture f = new DispatcherFixture(2)) {
            f.dispatcher.stop(GRACE);
            f.dispatcher.start();
            f.put(0, 1);
            f.dispatcher.stop(GRACE);
            assertThat(f.queue.exchanges.get()).isZero();
            assertThat(f.queue.readyCount()).isOne();
        }
    }

    @Test
    void concurrentStopsAllReturnAndNothingRunsAfterwards() throws Exception {
        try (DispatcherFixture f = new DispatcherFixture(2).started()) {
            f.put(0, 200);
            List<Thread> stops = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                Thread thread = new Thread(() -> {
                    f.dispatcher.stop(GRACE);
                    assertThat(f.queue.running.get()).isZero();
                });
                thread.start();
                stops.add(thread);
            }
            for (Thread thread : stops) {
                thread.join(30_000);
                assertThat(thread.isAlive()).isFalse();
            }
            assertThat(f.queue.writtenCount()).isEqualTo(f.queue.runs.size());
            assertThat(f.queue.writtenCount() + f.queue.readyCount()).isEqualTo(200);
        }
    }

    @Test
    void whatAnExchangeClaimsAfterTheStopBeganIsGivenBack() throws Exception {
        CountDownLatch underWay = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        try (DispatcherFixture f = new DispatcherFixture(4)) {
            f.queue.trouble = max -> {
                underWay.countDown();
                answer.await();
            };
            f.queue.add(0, 3);
            f.dispatcher.start();
            underWay.await();
            Thread stop = new Thread(() -> f.dispatcher.stop(GRACE));
            stop.start();
            await("the stop to begin", () -> f.dispatcher.health().mode() == dev.dormouse.wake.PollMode.STOPPED);
            answer.countDown();
            stop.join(30_000);
            assertThat(f.queue.runs).isEmpty();
            assertThat(f.queue.readyCount()).isEqualTo(3);
            assertThat(f.queue.givenBack.get()).isEqualTo(3);
        }
    }

    @Test
    void anExchangeThatNeverAnswersDoesNotHoldUpTheStop() throws Exception {
        CountDownLatch underWay = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        try (DispatcherFixture f = new DispatcherFixture(4)) {
            f.queue.trouble = max -> {
                underWay.countDown();
                awaitUninterruptibly(answer);
            };
            f.queue.add(0, 3);
            f.dispatcher.start();
            underWay.await();
            long start = System.nanoTime();
            f.dispatcher.stop(Duration.ofMillis(100));
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(15));
            answer.countDown();
            await("late items to be given back", () -> f.queue.readyCount() == 3 && f.queue.givenBack.get() == 3);
        }
    }

    @Test
    void handlersMayFinishWithinTheGrace() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        try (DispatcherFixture f = new DispatcherFixture(1).started()) {
            f.queue.work = item -> {
                begun.countDown();
                release.await();
            };
            f.put(0, 2);
            begun.await();
            Thread stop = new Thread(() -> f.dispatcher.stop(Duration.ofSeconds(60)));
            stop.start();
            await("the stop to begin", () -> f.dispatcher.health().mode() == dev.dormouse.wake.PollMode.STOPPED);
            release.countDown();
            stop.join(30_000);
            assertThat(stop.isAlive()).isFalse();
            assertThat(f.queue.writtenCount()).isOne();
            assertThat(f.queue.interrupts.get()).isZero();
            assertThat(f.queue.readyCount()).isOne();
        }
    }

    @Test
    void afterTheGraceHandlersAreInterrupted() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        try (DispatcherFixture f = new DispatcherFixture(1).started()) {
            CountDownLatch interrupted = new CountDownLatch(1);
            f.queue.onInterrupt = interrupted::countDown;
            f.queue.work = item -> {
                begun.countDown();
                interrupted.await();
            };
            f.put(0, 1);
            begun.await();
            f.dispatcher.stop(Duration.ofMillis(50));
            assertThat(f.queue.interrupts.get()).isOne();
            assertThat(f.queue.abandons.get()).isZero();
            assertThat(f.queue.writtenCount()).isOne();
        }
    }

    @Test
    void handlersThatIgnoreEvenTheInterruptAreAbandoned() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        try (DispatcherFixture f = new DispatcherFixture(1).started()) {
            f.queue.work = item -> {
                begun.countDown();
                awaitUninterruptibly(release);
            };
            f.put(0, 1);
            begun.await();
            f.dispatcher.stop(Duration.ZERO);
            assertThat(f.queue.interrupts.get()).isOne();
            assertThat(f.queue.abandons.get()).isOne();
            release.countDown();
        }
    }

    @Test
    void stoppingWhileTheCoordinatorIsDeadReturnsPromptly() {
        try (DispatcherFixture f = new DispatcherFixture(1)) {
            Dispatcher<Integer> dying = new Dispatcher<>(
                    f.queue,
                    new DispatcherParts(
                            1, f.threads, f.hub, dev.dormouse.wake.Sleepers.NOBODY_ASKS, new DispatchObserver() {
                                @Override
                                public void exchanged(String queue, int asked, int claimed, long nanos) {
                                    throw new IllegalStateException("says the test");
                                }
                            }));
            dying.start();
            await("several deaths", () -> dying.health().deaths() >= 4);
            long start = System.nanoTime();
            dying.stop(Duration.ofSeconds(60));
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
        }
    }

    @Test
    void whatFinishedIsWrittenAtTheEndEvenIfTheStoreFailsAtFirst() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        AtomicBoolean away = new AtomicBoolean();
        try (DispatcherFixture f = new DispatcherFixture(1).started()) {
            f.queue.work = item -> {
                begun.countDown();
                release.await();
                away.set(true);
            };
            f.queue.trouble = max -> {
                if (away.get() && max == 0 && f.queue.exchanges.get() % 3 != 0) {
                    throw new IllegalStateException("not yet, says the test");
                }
            };
            f.put(0, 1);
            begun.await();
            Thread stop = new Thread(() -> f.dispatcher.stop(Duration.ofSeconds(20)));
            stop.start();
            await("the stop to begin", () -> f.dispatcher.health().mode() == dev.dormouse.wake.PollMode.STOPPED);
            release.countDown();
            stop.join(30_000);
            assertThat(f.queue.writtenCount()).isOne();
        }
    }

    @Test
    void anInterruptedCallerStopsInAHurry() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        try (DispatcherFixture f = new DispatcherFixture(1).started()) {
            f.queue.work = item -> {
                begun.countDown();
                new CountDownLatch(1).await(60, TimeUnit.SECONDS);
            };
            f.put(0, 1);
            begun.await();
            long start = System.nanoTime();
            Thread.currentThread().interrupt();
            f.dispatcher.stop(Duration.ofSeconds(60));
            assertThat(Thread.interrupted()).isTrue();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
            assertThat(f.queue.abandons.get()).isOne();
        }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        while (true) {
            try {
                latch.await();
                return;
            } catch (InterruptedException ignored) {
                // That is the point.
            }
        }
    }
}
