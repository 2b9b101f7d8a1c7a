package dev.dormouse.dispatch;

import static dev.dormouse.dispatch.DispatcherFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

/** Queues where the end of an item makes nothing else claimable. */
class DispatcherEndsTest {

    private static DispatcherFixture fixture(int concurrency) {
        DispatcherFixture f = new DispatcherFixture(concurrency);
        f.queue.endsUnblock = false;
        return f;
    }

    @Test
    void anEndIsWrittenAndNothingIsLookedFor() {
        Semaphore ends = new Semaphore(0);
        try (DispatcherFixture f = fixture(10).started()) {
            f.queue.work = item -> ends.acquire();
            f.put(0, 3);
            await("all run", () -> f.queue.running.get() == 3);
            f.awaitAtRest();
            int looks = f.queue.looks.get();
            for (int i = 1; i <= 3; i++) {
                ends.release();
                f.awaitWritten(i);
            }
            assertThat(f.queue.looks.get()).isEqualTo(looks);
            f.assertNothingLeaked(3);
        }
    }

    @Test
    void aSlotThatBecomesFreeIsUsedForWhatIsLeft() {
        try (DispatcherFixture f = fixture(2).started()) {
            f.put(0, 400);
            f.awaitWritten(400);
            f.assertNothingLeaked(400);
        }
    }

    @Test
    void aWakeThatComesWhileEverySlotIsInUseIsNotLost() {
        Semaphore ends = new Semaphore(0);
        try (DispatcherFixture f = fixture(1).started()) {
            f.queue.work = item -> ends.acquire();
            f.put(0, 1);
            await("runs", () -> f.queue.running.get() == 1);
            f.put(1, 1);
            ends.release(2);
            f.awaitWritten(2);
            f.assertNothingLeaked(2);
        }
    }

    @Test
    void aWriteThatFailsIsTriedAgain() {
        Semaphore ends = new Semaphore(0);
        try (DispatcherFixture f = fixture(4).started()) {
            f.queue.work = item -> ends.acquire();
            f.put(0, 1);
            await("runs", () -> f.queue.running.get() == 1);
            f.awaitAtRest();
            f.queue.trouble = max -> {
                if (f.failed.get() < 3) {
                    throw new IllegalStateException("no write, says the test");
                }
            };
            ends.release();
            f.awaitWritten(1);
            assertThat(f.failed.get()).isEqualTo(3);
            f.assertNothingLeaked(1);
        }
    }
}
