package dev.dormouse.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SupervisedTest {

    private static final int PATIENCE_SECONDS = 30;

    private final Semaphore begun = new Semaphore(0);
    private final CountDownLatch release = new CountDownLatch(1);

    @Test
    void aLoopThatDiesIsStartedAgainAndItsDeathIsSeen() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        Supervised supervised = new Supervised("test-loop", () -> {
            int run = runs.incrementAndGet();
            begun.release();
            switch (run) {
                case 1 -> throw new IllegalStateException("says the test");
                case 2 -> throw new StackOverflowError("says the test");
                case 3 -> {}
                default -> await(release);
            }
        });
        supervised.start();
        awaitRuns(4);
        assertThat(supervised.deaths()).isEqualTo(3);
        assertThat(supervised.lastDeath()).hasMessageContaining("returned without being asked to");
        assertThat(supervised.alive()).isTrue();
        supervised.stopping();
        release.countDown();
        supervised.join(Duration.ofSeconds(PATIENCE_SECONDS));
        assertThat(supervised.alive()).isFalse();
        assertThat(supervised.deaths()).isEqualTo(3);
    }

    @Test
    void anInterruptByAStrangerIsADeathAndNotTheEnd() throws Exception {
        Thread[] thread = new Thread[1];
        Supervised supervised = new Supervised("test-loop", () -> {
            thread[0] = Thread.currentThread();
            begun.release();
            await(release);
        });
        supervised.start();
        awaitRuns(1);
        thread[0].interrupt();
        awaitRuns(1);
        assertThat(supervised.deaths()).isOne();
        supervised.stopping();
        release.countDown();
        supervised.join(Duration.ofSeconds(PATIENCE_SECONDS));
        assertThat(supervised.alive()).isFalse();
    }

    @Test
    void itStopsAtOnceBetweenTwoLives() throws Exception {
        Supervised supervised = new Supervised("test-loop", () -> {
            begun.release();
            throw new IllegalStateException("says the test");
        });
        supervised.start();
        awaitRuns(5);
        long start = System.nanoTime();
        supervised.stopping();
        supervised.join(Duration.ofSeconds(PATIENCE_SECONDS));
        assertThat(supervised.alive()).isFalse();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(1));
    }

    @Test
    void aLoopThatDoesNotHeedItsOwnerIsInterrupted() throws Exception {
        Supervised supervised = new Supervised("test-loop", () -> {
            begun.release();
            await(release);
        });
        supervised.start();
        awaitRuns(1);
        supervised.stopping();
        supervised.join(Duration.ofMillis(10));
        assertThat(supervised.alive()).isFalse();
        assertThat(supervised.deaths()).isZero();
    }

    @Test
    void afterStoppingItNeverStarts() {
        Supervised supervised = new Supervised("test-loop", begun::release);
        supervised.stopping();
        supervised.start();
        supervised.join(Duration.ofSeconds(1));
        assertThat(supervised.alive()).isFalse();
        assertThat(begun.availablePermits()).isZero();
    }

    private void awaitRuns(int count) throws InterruptedException {
        assertThat(begun.tryAcquire(count, PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
