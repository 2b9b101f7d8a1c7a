package dev.dormouse.wake;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** A hub on a manual clock, what its survey would find, and what it told its observer. */
final class HubFixture implements WakeObserver, AutoCloseable {

    static final Duration GENEROUS = Duration.ofSeconds(20);

    final ManualTicker ticker = new ManualTicker();
    final WakeHub hub;
    final List<WakeReason> woken = new CopyOnWriteArrayList<>();
    final List<String> fallbackFinds = new CopyOnWriteArrayList<>();
    final List<PollMode> modes = new CopyOnWriteArrayList<>();
    final List<Collection<String>> surveys = new CopyOnWriteArrayList<>();
    final List<Survey.Finding> findings = new CopyOnWriteArrayList<>();
    volatile boolean surveyFails;
    private final List<Thread> threads = new ArrayList<>();

    HubFixture() {
        this(WakeSettings.defaults());
    }

    HubFixture(WakeSettings settings) {
        hub = new WakeHub(settings, ticker, this, this::survey);
    }

    /** A hub whose listener is up, so that its waiters sleep without polling. */
    static HubFixture up() {
        return up(WakeSettings.defaults());
    }

    static HubFixture up(WakeSettings settings) {
        HubFixture fixture = new HubFixture(settings);
        fixture.hub.listening();
        return fixture;
    }

    private List<Survey.Finding> survey(Collection<String> queues) {
        surveys.add(queues);
        if (surveyFails) {
            throw new IllegalStateException("no survey, says the test");
        }
        return List.copyOf(findings);
    }

    Waiter waiter(String... queues) {
        return hub.register(List.of(queues));
    }

    /** A waiter that has looked, found nothing, and may wait. */
    Waiter idle(String... queues) {
        Waiter waiter = waiter(queues);
        looksAndFindsNothing(waiter);
        return waiter;
    }

    void advance(Duration time) {
        ticker.advance(time);
    }

    void wake(String queue) {
        hub.wake(WakeHint.now(queue));
    }

    void announce(String queue, Duration delay) {
        hub.wake(new WakeHint(queue, delay));
    }

    /** What wakes the waiter at this moment, if anything does. */
    @Nullable
    WakeReason now(Waiter waiter) {
        try {
            return waiter.awaitUntil(ticker.nanos());
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static void looksAndFindsNothing(Waiter waiter) {
        waiter.beginLook().empty(null);
    }

    /** A waiter's thread, parked in its wait when this returns; the reason that ends the wait comes from the queue. */
    BlockingQueue<WakeReason> park(Waiter waiter) {
        BlockingQueue<WakeReason> reasons = new LinkedBlockingQueue<>();
        Thread thread = new Thread(() -> {
            try {
                reasons.add(waiter.await());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        thread.setDaemon(true);
        thread.start();
        threads.add(thread);
        await(() -> parked(waiter));
        return reasons;
    }

    boolean parked(Waiter waiter) {
        hub.lock.lock();
        try {
            return waiter.parked();
        } finally {
            hub.lock.unlock();
        }
    }

    static WakeReason next(BlockingQueue<WakeReason> reasons) {
        try {
            WakeReason reason = reasons.poll(GENEROUS.toSeconds(), TimeUnit.SECONDS);
            assertThat(reason).as("the waiter should have been woken").isNotNull();
            return Objects.requireNonNull(reason);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static void await(BooleanSupplier condition) {
        Awaitility.await().pollInterval(Duration.ofMillis(1)).atMost(GENEROUS).until(condition::getAsBoolean);
    }

    @Override
    public void woke(String queue, WakeReason reason) {
        woken.add(reason);
    }

    @Override
    public void fallbackFoundWork(String queue) {
        fallbackFinds.add(queue);
    }

    @Override
    public void modeChanged(String queue, PollMode from, PollMode to) {
        modes.add(to);
    }

    @Override
    public void close() {
        threads.forEach(Thread::interrupt);
    }
}
