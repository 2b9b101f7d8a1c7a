package dev.dormouse.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.wake.Sleepers;
import dev.dormouse.wake.Ticker;
import dev.dormouse.wake.WakeHint;
import dev.dormouse.wake.WakeHub;
import dev.dormouse.wake.WakeObserver;
import dev.dormouse.wake.WakeSettings;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** A dispatcher on a queue in memory, with a listening hub whose fallback is an hour away. */
final class DispatcherFixture implements AutoCloseable {

    static final Duration GENEROUS = Duration.ofSeconds(30);

    final MemoryQueue queue;
    final AtomicInteger failed = new AtomicInteger();
    final WakeHub hub;
    final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "test-handler");
        thread.setDaemon(true);
        return thread;
    });
    final Dispatcher<Integer> dispatcher;

    DispatcherFixture(int concurrency) {
        this(concurrency, null, new MemoryQueue(), Ticker.SYSTEM);
    }

    DispatcherFixture(int concurrency, @Nullable Executor executor) {
        this(concurrency, executor, new MemoryQueue(), Ticker.SYSTEM);
    }

    DispatcherFixture(int concurrency, MemoryQueue queue) {
        this(concurrency, null, queue, Ticker.SYSTEM);
    }

    DispatcherFixture(int concurrency, MemoryQueue queue, Ticker ticker) {
        this(concurrency, null, queue, ticker);
    }

    private DispatcherFixture(int concurrency, @Nullable Executor executor, MemoryQueue queue, Ticker ticker) {
        this.queue = queue;
        this.hub = new WakeHub(
                WakeSettings.defaults().withFallbackInterval(Duration.ofHours(1)),
                ticker,
                WakeObserver.NONE,
                queues -> List.of());
        DispatchObserver observer = new DispatchObserver() {
            @Override
            public void exchangeFailed(String name, Throwable cause) {
                failed.incrementAndGet();
            }
        };
        hub.listening();
        dispatcher = new Dispatcher<>(
                queue,
                new DispatcherParts(
                        concurrency, executor == null ? threads : executor, hub, Sleepers.NOBODY_ASKS, observer));
    }

    DispatcherFixture started() {
        dispatcher.start();
        return this;
    }

    /** Adds items as a producer of this process would. */
    void put(int from, int count) {
        queue.add(from, count);
        hub.wakeLocally(WakeHint.now(queue.name()));
    }

    /** Nothing is left to look for: the coordinator waits. */
    void awaitAtRest() {
        Thread thread = coordinator();
        await(
                "at rest",
                () -> queue.readyCount() == 0
                        && (thread.getState() == Thread.State.TIMED_WAITING
                                || thread.getState() == Thread.State.WAITING));
    }

    void awaitWritten(int count) {
        await("written", () -> queue.writtenCount() >= count);
    }

    /** Every slot is free again and every item ran exactly once. */
    void assertNothingLeaked(int items) {
        await(
                "all slots free",
                () -> dispatcher.health().free() == dispatcher.health().slots());
        assertThat(queue.runs).hasSize(items);
        assertThat(queue.runs.values()).allMatch(count -> count.get() == 1);
    }

    static void await(String what, BooleanSupplier condition) {
        Awaitility.await(what)
                .pollInSameThread()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .atMost(GENEROUS)
                .until(condition::getAsBoolean);
    }

    Thread coordinator() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("dormouse-" + queue.name()))
                .filter(Thread::isAlive)
                .findFirst()
                .orElseThrow();
    }

    @Override
    public void close() {
        dispatcher.stop(Duration.ofSeconds(5));
        threads.shutdownNow();
    }
}
