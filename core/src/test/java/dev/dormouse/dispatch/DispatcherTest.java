package dev.dormouse.dispatch;

import static dev.dormouse.dispatch.DispatcherFixture.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Claiming as slots free up, and what goes wrong on the way. Stopping has a class of its own. */
class DispatcherTest {

    @Test
    void everyItemRunsOnceAndIsWritten() {
        try (DispatcherFixture f = new DispatcherFixture(4).started()) {
            f.put(0, 1000);
            f.awaitWritten(1000);
            f.assertNothingLeaked(1000);
            assertThat(f.queue.runningMax.get()).isLessThanOrEqualTo(4);
            assertThat(f.dispatcher.health().working()).isTrue();
            assertThat(f.dispatcher.health().deaths()).isZero();
        }
    }

    @Test
    void anIdleDispatcherMakesNoExchanges() {
        try (DispatcherFixture f = new DispatcherFixture(4).started()) {
            f.put(0, 1);
            f.awaitWritten(1);
            await("asleep", () -> coordinatorWaits(f));
            int before = f.queue.exchanges.get();
            f.put(1, 1);
            f.awaitWritten(2);
            // A claim, the look that finds no more, and the write; each may be seen at an unlucky moment once.
            assertThat(f.queue.exchanges.get() - before).isLessThanOrEqualTo(4);
        }
    }

    @Test
    void oneSlowItemHoldsUpNoOther() {
        CountDownLatch release = new CountDownLatch(1);
        try (DispatcherFixture f = new DispatcherFixture(2).started()) {
            f.queue.work = item -> {
                if (item == 0) {
                    release.await();
                }
            };
            f.put(0, 50);
            f.awaitWritten(49);
            release.countDown();
            f.awaitWritten(50);
            f.assertNothingLeaked(50);
        }
    }

    @Test
    void whatFinishedIsWrittenWhileEverySlotIsInUse() {
        CountDownLatch release = new CountDownLatch(1);
        try (DispatcherFixture f = new DispatcherFixture(2).started()) {
            f.queue.work = item -> {
                if (item > 0) {
                    release.await();
                }
            };
            f.put(0, 3);
            f.awaitWritten(1);
            await("saturated", () -> f.dispatcher.health().free() == 0);
            release.countDown();
            f.awaitWritten(3);
        }
    }

    @Test
    void concurrencyIsNeverExceededAndFullyUsed() {
        try (DispatcherFixture f = new DispatcherFixture(8).started()) {
            CountDownLatch together = new CountDownLatch(8);
            f.queue.work = item -> {
                together.countDown();
                together.await();
            };
            f.put(0, 400);
            f.awaitWritten(400);
            assertThat(f.queue.runningMax.get()).isEqualTo(8);
            f.assertNothingLeaked(400);
        }
    }

    @Test
    void aFloodOfNudgesAndWakesDuplicatesNothing() {
        try (DispatcherFixture f = new DispatcherFixture(2).started()) {
            f.queue.add(0, 5);
            for (int i = 0; i < 1000; i++) {
                f.dispatcher.nudge();
                f.put(0, 0);
            }
            f.awaitWritten(5);
            f.assertNothingLeaked(5);
            assertThat(f.queue.runningMax.get()).isLessThanOrEqualTo(2);
        }
    }

    @Test
    void anExchangeThatThrowsGivesTheSlotsBackAndTheLoopSurvives() {
        try (DispatcherFixture f = new DispatcherFixture(3)) {
            AtomicInteger left = new AtomicInteger(3);
            f.queue.trouble = max -> {
                if (left.getAndDecrement() > 0) {
                    throw new IllegalStateException("no exchange, says the test");
                }
            };
            f.put(0, 10);
            f.dispatcher.start();
            f.awaitWritten(10);
            assertThat(f.failed.get()).isEqualTo(3);
            assertThat(f.dispatcher.health().working()).isTrue();
            assertThat(f.dispatcher.health().deaths()).isZero();
            f.assertNothingLeaked(10);
        }
    }

    @Test
    void aStoreThatIsAwayIsNotHammered() throws Exception {
        try (DispatcherFixture f = new DispatcherFixture(3)) {
            f.queue.trouble = max -> {
                throw new IllegalStateException("away, says the test");
            };
            f.dispatcher.start();
            await("several attempts", () -> f.queue.exchanges.get() >= 3);
            assertThat(f.dispatcher.health().working()).isFalse();
            Thread.sleep(1_500); // a rate can only be seen over a time
            assertThat(f.queue.exchanges.get()).isLessThan(30);
            f.queue.trouble = max -> {};
            f.put(0, 1);
            f.awaitWritten(1);
            assertThat(f.dispatcher.health().working()).isTrue();
        }
    }

    @Test
    void anErrorInAnExchangeIsSurvivedLikeAnyFailure() {
        try (DispatcherFixture f = new DispatcherFixture(3)) {
            AtomicInteger count = new AtomicInteger();
            f.queue.trouble = max -> {
                switch (count.getAndIncrement()) {
                    case 0 -> throw new StackOverflowError("says the test");
                    case 1 -> throw new OutOfMemoryError("says the test");
                    default -> {}
                }
            };
            f.put(0, 10);
            f.dispatcher.start();
            f.awaitWritten(10);
            f.assertNothingLeaked(10);
        }
    }

    @Test
    void aRejectedItemIsGivenBackAndItsSlotIsFreed() {
        AtomicInteger rejections = new AtomicInteger(5);
        AtomicInteger asked = new AtomicInteger();
        DispatcherFixture[] self = new DispatcherFixture[1];
        try (DispatcherFixture f = new DispatcherFixture(4, task -> {
            asked.incrementAndGet();
            if (rejections.getAndDecrement() > 0) {
                throw new RejectedExecutionException("full, says the test");
            }
            self[0].threads.execute(task);
        })) {
            self[0] = f;
            f.put(0, 20);
            f.dispatcher.start();
            f.awaitWritten(20);
            assertThat(f.queue.givenBack.get()).isEqualTo(5);
            f.assertNothingLeaked(20);
        }
    }

    @Test
    void handlersThatRefuseEverythingAreNotHammered() throws Exception {
        try (DispatcherFixture f = new DispatcherFixture(4, task -> {
            throw new RejectedExecutionException("shut, says the test");
        })) {
            f.put(0, 4);
            f.dispatcher.start();
            await("several attempts", () -> f.queue.exchanges.get() >= 3);
            Thread.sleep(1_500); // a rate can only be seen over a time
            assertThat(f.queue.exchanges.get()).isLessThan(30);
            assertThat(f.dispatcher.health().working()).isFalse();
            await("given back", () -> f.queue.readyCount() == 4);
        }
    }

    @Test
    void whatCannotBeGivenBackAtOnceIsGivenBackLater() {
        AtomicInteger rejections = new AtomicInteger(2);
        DispatcherFixture[] self = new DispatcherFixture[1];
        try (DispatcherFixture f = new DispatcherFixture(4, task -> {
            if (rejections.getAndDecrement() > 0) {
                throw new RejectedExecutionException("full, says the test");
            }
            self[0].threads.execute(task);
        })) {
            self[0] = f;
            AtomicInteger left = new AtomicInteger(3);
            f.queue.giveBackTrouble = count -> {
                if (left.getAndDecrement() > 0) {
                    throw new IllegalStateException("not now, says the test");
                }
            };
            f.put(0, 4);
            f.dispatcher.start();
            f.awaitWritten(4);
            f.assertNothingLeaked(4);
        }
    }

    @Test
    void moreThanWasAskedForIsRefusedAndGivenBack() {
        try (DispatcherFixture f = new DispatcherFixture(4)) {
            f.queue.over = 3;
            f.put(0, 7);
            f.dispatcher.start();
            await("refused", () -> f.failed.get() >= 1);
            assertThat(f.queue.runs).isEmpty();
            f.queue.over = 0;
            f.awaitWritten(7);
            f.assertNothingLeaked(7);
        }
    }

    @Test
    @SuppressWarnings("removal") // ThreadDeath is what an old library may still throw
    void whateverAHandlerThrowsItsSlotIsFreed() {
        try (DispatcherFixture f = new DispatcherFixture(2).started()) {
            f.queue.work = item -> {
                switch (item % 6) {
                    case 0 -> throw new IllegalStateException("says the test");
                    case 1 -> recurse(1);
                    case 2 -> throw new OutOfMemoryError("says the test");
                    case 3 -> throw new ThreadDeath();
                    case 4 -> throw new Throwable("says the test");
                    default -> throw new LinkageError("says the test");
                }
            };
            f.put(0, 18);
            f.awaitWritten(18);
            f.assertNothingLeaked(18);
        }
    }

    @Test
    void anInterruptByAStrangerDoesNotKillTheCoordinator() {
        try (DispatcherFixture f = new DispatcherFixture(2).started()) {
            for (int i = 0; i < 3; i++) {
                await("asleep", () -> coordinatorWaits(f));
                f.coordinator().interrupt();
                int deaths = i + 1;
                await("the death to be counted", () -> f.dispatcher.health().deaths() >= deaths);
                f.put(i, 1);
                f.awaitWritten(i + 1);
            }
            assertThat(f.dispatcher.health().working()).isTrue();
        }
    }

    @Test
    void anObserverThatThrowsStrandsNothing() {
        try (DispatcherFixture f = new DispatcherFixture(2)) {
            Dispatcher<Integer> watched = new Dispatcher<>(
                    f.queue,
                    new DispatcherParts(
                            2, f.threads, f.hub, dev.dormouse.wake.Sleepers.NOBODY_ASKS, new DispatchObserver() {
                                @Override
                                public void exchanged(String queue, int asked, int claimed, long nanos) {
                                    if (ThreadLocalRandom.current().nextInt(4) == 0) {
                                        throw new IllegalStateException("says the test");
                                    }
                                }

                                @Override
                                public void ended(String queue, long nanos) {
                                    throw new IllegalStateException("says the test");
                                }
                            }));
            f.put(0, 8);
            watched.start();
            f.awaitWritten(8);
            await("all slots free", () -> watched.health().free() == 2);
            watched.close();
        }
    }

    @Test
    void slotsAreConservedUnderRandomFailures() {
        long seed = ThreadLocalRandom.current().nextLong();
        System.out.println("slotsAreConservedUnderRandomFailures seed=" + seed);
        Random random = new Random(seed);
        DispatcherFixture[] self = new DispatcherFixture[1];
        try (DispatcherFixture f = new DispatcherFixture(5, task -> {
            if (chance(random, 20)) {
                throw new RejectedExecutionException("says the test");
            }
            self[0].threads.execute(task);
        })) {
            self[0] = f;
            f.queue.trouble = max -> {
                if (chance(random, 50)) {
                    throw new IllegalStateException("says the test");
                }
            };
            f.queue.giveBackTrouble = count -> {
                if (chance(random, 3)) {
                    throw new IllegalStateException("says the test");
                }
            };
            f.queue.work = item -> {
                if (chance(random, 5)) {
                    throw new IllegalStateException("says the test");
                }
            };
            f.dispatcher.start();
            f.put(0, 300);
            f.awaitWritten(300);
            f.assertNothingLeaked(300);
        }
    }

    @Test
    void slotsMustBePositiveAndAreGivenBackOnce() {
        assertThatThrownBy(() -> new Slots(0)).hasMessageContaining("at least 1: 0");
        Slots slots = new Slots(2);
        assertThat(slots.takeAll()).isEqualTo(2);
        assertThat(slots.takeAll()).isZero();
        slots.giveBack(2);
        assertThatThrownBy(() -> slots.giveBack(1)).hasMessageContaining("3 free of 2");
    }

    private static boolean chance(Random random, int oneIn) {
        synchronized (random) {
            return random.nextInt(oneIn) == 0;
        }
    }

    private static int recurse(int depth) {
        return depth == Integer.MIN_VALUE ? depth : recurse(depth + 1) + 1;
    }

    private static boolean coordinatorWaits(DispatcherFixture f) {
        Thread.State state = f.coordinator().getState();
        return state == Thread.State.TIMED_WAITING || state == Thread.State.WAITING;
    }
}
