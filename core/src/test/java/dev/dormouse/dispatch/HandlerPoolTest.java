package dev.dormouse.dispatch;

import static dev.dormouse.dispatch.DispatcherFixture.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

class HandlerPoolTest {

    private static final Duration LONG = Duration.ofMinutes(1);

    @Test
    void tasksThatBlockGetAThreadEachUpToTheMaximum() throws Exception {
        HandlerPool pool = new HandlerPool("test", 8);
        CountDownLatch together = new CountDownLatch(8);
        CountDownLatch release = new CountDownLatch(1);
        AtomicInteger running = new AtomicInteger();
        for (int i = 0; i < 20; i++) {
            pool.execute(() -> {
                running.incrementAndGet();
                together.countDown();
                awaitQuietly(release);
            });
        }
        together.await();
        assertThat(running.get()).isEqualTo(8);
        assertThat(pool.threads()).isEqualTo(8);
        release.countDown();
        await("all to run", () -> running.get() == 20);
    }

    @Test
    void aBurstOfQuickTasksUsesFewThreads() {
        Set<Thread> used = ConcurrentHashMap.newKeySet();
        HandlerPool pool = new HandlerPool("test", 1000);
        AtomicInteger done = new AtomicInteger();
        for (int i = 0; i < 10_000; i++) {
            pool.execute(() -> {
                used.add(Thread.currentThread());
                done.incrementAndGet();
            });
        }
        await("all to run", () -> done.get() == 10_000);
        assertThat(used.size()).isLessThan(500);
    }

    @Test
    void idleThreadsEndAndOthersComeWhenNeeded() {
        HandlerPool pool = new HandlerPool(HandlerPoolTest::daemon, 4, Duration.ofMillis(20));
        for (int round = 1; round <= 3; round++) {
            AtomicInteger done = new AtomicInteger();
            for (int i = 0; i < 50; i++) {
                pool.execute(done::incrementAndGet);
            }
            await("all to run", () -> done.get() == 50);
            await("threads to end", () -> pool.threads() == 0);
        }
    }

    @Test
    void whateverATaskThrowsTheThreadGoesOn() {
        HandlerPool pool = new HandlerPool("test", 1);
        AtomicInteger done = new AtomicInteger();
        pool.execute(() -> {
            throw new StackOverflowError("says the test");
        });
        pool.execute(() -> Thread.currentThread().interrupt());
        pool.execute(() -> {
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
            done.incrementAndGet();
        });
        await("the last to run", () -> done.get() == 1);
        assertThat(pool.threads()).isOne();
    }

    @Test
    void withoutAnyThreadTheTaskIsRefusedAndNotRunLater() {
        AtomicBoolean broken = new AtomicBoolean(true);
        HandlerPool pool = new HandlerPool(task -> failing(task, broken), 2, LONG);
        AtomicInteger refusedRan = new AtomicInteger();
        assertThatThrownBy(() -> pool.execute(refusedRan::incrementAndGet)).isInstanceOf(OutOfMemoryError.class);
        broken.set(false);
        AtomicInteger done = new AtomicInteger();
        pool.execute(done::incrementAndGet);
        await("the second to run", () -> done.get() == 1);
        assertThat(refusedRan.get()).isZero();
    }

    @Test
    void withoutANewThreadTheTaskWaitsForAnOldOne() throws Exception {
        AtomicBoolean broken = new AtomicBoolean();
        HandlerPool pool = new HandlerPool(task -> failing(task, broken), 2, LONG);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        AtomicInteger done = new AtomicInteger();
        pool.execute(() -> {
            begun.countDown();
            awaitQuietly(release);
        });
        begun.await();
        broken.set(true);
        pool.execute(done::incrementAndGet);
        assertThat(done.get()).isZero();
        release.countDown();
        await("the second to run", () -> done.get() == 1);
    }

    @Test
    void noTaskIsLostWhateverTheTiming() throws Exception {
        int perThread = 250_000;
        HandlerPool pool = new HandlerPool(HandlerPoolTest::daemon, 6, Duration.ofNanos(200_000));
        LongAdder done = new LongAdder();
        List<Thread> submitters = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            Thread thread = new Thread(() -> submit(pool, done, perThread));
            thread.start();
            submitters.add(thread);
        }
        for (Thread thread : submitters) {
            thread.join();
        }
        await("all to run", () -> done.sum() == 4L * perThread);
        await("threads to end", () -> pool.threads() == 0);
    }

    private static void submit(HandlerPool pool, LongAdder done, int count) {
        for (int i = 0; i < count; i++) {
            pool.execute(done::increment);
            if (ThreadLocalRandom.current().nextInt(2_000) == 0) {
                // Long enough for threads to fall asleep and to end.
                java.util.concurrent.locks.LockSupport.parkNanos(400_000);
            }
        }
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "test-pool");
        thread.setDaemon(true);
        return thread;
    }

    private static Thread failing(Runnable task, AtomicBoolean broken) {
        if (broken.get()) {
            throw new OutOfMemoryError("unable to create native thread, says the test");
        }
        return daemon(task);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
