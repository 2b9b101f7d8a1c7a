package dev.dormouse.dispatch;

import static dev.dormouse.dispatch.DispatcherFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.wake.Sleepers;
import dev.dormouse.wake.Ticker;
import dev.dormouse.wake.WakeHint;
import dev.dormouse.wake.WakeHub;
import dev.dormouse.wake.WakeObserver;
import dev.dormouse.wake.WakeSettings;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Slots that are used or freed by other ways than a claim and the end of an item. */
class DispatcherReserveTest {

    @Test
    void aReservedSlotIsNoLongerClaimedFor() {
        CountDownLatch release = new CountDownLatch(1);
        try (DispatcherFixture f = new DispatcherFixture(3).started()) {
            f.queue.work = item -> release.await();
            await("reserved", () -> f.dispatcher.reserve(2) == 2);
            f.put(0, 5);
            await("one runs", () -> f.queue.running.get() == 1);
            assertThat(f.dispatcher.reserve(1)).isZero();
            f.dispatcher.release(2);
            await("three run", () -> f.queue.running.get() == 3);
            release.countDown();
            f.awaitWritten(5);
            f.assertNothingLeaked(5);
        }
    }

    @Test
    void anItemRunsInAReservedSlotWithoutAClaim() {
        try (DispatcherFixture f = new DispatcherFixture(2).started()) {
            await("reserved", () -> f.dispatcher.reserve(1) == 1);
            f.dispatcher.run(42);
            f.awaitWritten(1);
            assertThat(f.queue.written).containsExactly(42);
            f.assertNothingLeaked(1);
        }
    }

    @Test
    void aStoppedDispatcherGivesAReservedItemBack() {
        try (DispatcherFixture f = new DispatcherFixture(2)) {
            assertThat(f.dispatcher.reserve(1)).isEqualTo(1);
            Thread stop = new Thread(() -> f.dispatcher.stop(Duration.ofSeconds(30)));
            stop.start();
            await("stopping", () -> reservesNothing(f.dispatcher));
            f.dispatcher.run(7);
            await("given back", () -> f.queue.givenBack.get() == 1);
            assertThat(f.queue.runs).isEmpty();
        }
    }

    /** The other slot is free until the stop begins; a stop would wait for one that is kept. */
    private static boolean reservesNothing(Dispatcher<Integer> dispatcher) {
        int reserved = dispatcher.reserve(1);
        dispatcher.release(reserved);
        return reserved == 0;
    }

    @Test
    void aVacatedSlotIsUsedAgainWhileItsThreadGoesOn() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        List<Runnable> vacate = new CopyOnWriteArrayList<>();
        MemoryQueue queue = new MemoryQueue() {
            @Override
            public void run(Integer item, Runnable vacateSlot) {
                vacate.add(vacateSlot);
                run(item);
            }
        };
        try (DispatcherFixture f = new DispatcherFixture(1, queue).started()) {
            queue.work = item -> {
                if (item == 0) {
                    release.await();
                }
            };
            f.put(0, 2);
            await("the first runs", () -> queue.running.get() == 1);
            vacate.get(0).run();
            vacate.get(0).run();
            f.awaitWritten(1);
            assertThat(queue.written).containsExactly(1);
            release.countDown();
            f.awaitWritten(2);
            f.assertNothingLeaked(2);
        }
    }

    @Test
    void everyTopicOfAQueueWakesItAndIsEnteredInTheRegister() {
        Set<String> asleep = ConcurrentHashMap.newKeySet();
        Sleepers register = new Sleepers() {
            @Override
            public void sleep(String queue) {
                asleep.add(queue);
            }

            @Override
            public void awake(String queue) {
                asleep.remove(queue);
            }

            @Override
            public long identity() {
                return 1;
            }
        };
        MemoryQueue queue = new MemoryQueue() {
            @Override
            public List<String> topics() {
                return List.of(name(), name() + ":red");
            }
        };
        WakeHub hub = new WakeHub(
                WakeSettings.defaults().withFallbackInterval(Duration.ofHours(1)),
                Ticker.SYSTEM,
                WakeObserver.NONE,
                queues -> List.of());
        hub.listening();
        Dispatcher<Integer> dispatcher =
                new Dispatcher<>(queue, new DispatcherParts(1, Runnable::run, hub, register, DispatchObserver.NONE));
        dispatcher.start();
        try {
            await("asleep", () -> asleep.contains(queue.name()) && asleep.contains(queue.name() + ":red"));
            queue.add(0, 1);
            hub.wakeLocally(WakeHint.now(queue.name() + ":red"));
            await("written", () -> queue.writtenCount() == 1);
        } finally {
            dispatcher.stop(Duration.ofSeconds(5));
        }
    }

    @Test
    void stoppingEndsAnExchangeThatWaits() {
        CountDownLatch stopped = new CountDownLatch(1);
        MemoryQueue queue = new MemoryQueue() {
            @Override
            public void stopping() {
                stopped.countDown();
            }
        };
        queue.trouble = max -> stopped.await();
        try (DispatcherFixture f = new DispatcherFixture(1, queue).started()) {
            await("waits in the exchange", () -> queue.exchanges.get() == 1);
            long start = System.nanoTime();
            f.dispatcher.stop(Duration.ofMinutes(1));
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
        }
    }
}
