package dev.dormouse.testkit.orchestration;

import dev.dormouse.orchestration.Activity;
import dev.dormouse.orchestration.ActivityHandler;
import dev.dormouse.orchestration.Orchestration;
import dev.dormouse.orchestration.OrchestrationHandler;
import dev.dormouse.orchestration.OrchestrationStatus;
import dev.dormouse.orchestration.Orchestrations;
import dev.dormouse.orchestration.RuntimeOptions;
import dev.dormouse.orchestration.runtime.OrchestrationHandlers;
import dev.dormouse.orchestration.runtime.SteppedEngine;
import dev.dormouse.provider.Provider;
import dev.dormouse.provider.ProviderException;
import dev.dormouse.spi.PayloadCodec;
import dev.dormouse.testkit.ManualClock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Orchestrations under test: everything happens on the caller's thread, one step after the other, and time stands still until
 * it is skipped. Not thread-safe.
 *
 * <pre>{@code
 * try (var test = OrchestrationTest.on(clock -> SqliteProvider.inMemory(
 *                 SqliteOptions.defaults().withClocks(clock, clock)), codec)
 *         .orchestration(ORDER, orders::run)
 *         .activity(CHARGE, (ctx, order) -> receipt)) {
 *     test.orchestrations().start(ORDER, "order-17", order);
 *     test.skip(Duration.ofDays(30));
 *     assertThat(test.status("order-17").orElseThrow().finished()).isTrue();
 * }
 * }</pre>
 */
public final class OrchestrationTest implements AutoCloseable {

    /** More than any sensible test needs: code that never comes to rest is to fail, not to hang. */
    private static final int STEPS_MAX = 100_000;

    private final ManualClock clock = new ManualClock();
    private final Provider real;
    private final FaultyProvider faulty;
    private final PayloadCodec codec;
    private final OrchestrationHandlers handlers = new OrchestrationHandlers();
    private RuntimeOptions options = RuntimeOptions.defaults();
    private @Nullable SteppedEngine engine;

    private OrchestrationTest(Function<ManualClock, Provider> provider, PayloadCodec codec) {
        this.real = provider.apply(clock);
        this.faulty = new FaultyProvider(real);
        this.codec = codec;
    }

    /** On a provider that goes by the given clock. It is closed with the test. */
    public static OrchestrationTest on(Function<ManualClock, Provider> provider, PayloadCodec codec) {
        return new OrchestrationTest(provider, codec);
    }

    public <I, O> OrchestrationTest orchestration(
            Orchestration<I, O> orchestration, OrchestrationHandler<I, O> handler) {
        handlers.add(orchestration, handler);
        return this;
    }

    public <I, O> OrchestrationTest activity(Activity<I, O> activity, ActivityHandler<I, O> handler) {
        handlers.add(activity, handler);
        return this;
    }

    public OrchestrationTest options(RuntimeOptions options) {
        this.options = options;
        return this;
    }

    /** Starts, sends and asks, as any client would. */
    public Orchestrations orchestrations() {
        return new Orchestrations(real, codec, options.limits());
    }

    public ManualClock clock() {
        return clock;
    }

    public Optional<OrchestrationStatus> status(String id) {
        return orchestrations().status(id);
    }

    /** One turn or one activity; false if nothing is due. */
    public boolean step() {
        return engine().step();
    }

    /** As many steps as there are to make at this moment of the clock; returns how many. */
    public int runUntilIdle() {
        for (int steps = 0; steps < STEPS_MAX; steps++) {
            if (!step()) {
                return steps;
            }
        }
        throw new AssertionError("still not idle after " + STEPS_MAX + " steps: does an orchestration continue as new"
                + " without ever waiting?");
    }

    /** Lets so much time pass, with everything happening at its moment. */
    public void skip(Duration time) {
        Duration left = time;
        runUntilIdle();
        while (!left.isZero()) {
            Duration due = engine().nextDue().filter(next -> !next.isZero()).orElse(left);
            Duration step = due.compareTo(left) < 0 ? due : left;
            clock.advance(step);
            left = left.minus(step);
            runUntilIdle();
        }
    }

    /** Lets time pass until something becomes due, and does it. False if nothing is known to. */
    public boolean skipToNext() {
        runUntilIdle();
        Optional<Duration> due = engine().nextDue();
        due.ifPresent(clock::advance);
        runUntilIdle();
        return due.isPresent();
    }

    /** The node dies at this point of its next commit of the kind, and another one takes over once its locks have ended. */
    public void crashAt(CrashPoint point) {
        if (point.arrives) {
            faulty.loseAnswers(point.method, 1);
        } else {
            faulty.fail(point.method, 1);
        }
        try {
            runUntilIdle();
            throw new AssertionError("nothing came to " + point + ": start something first");
        } catch (ProviderException dead) {
            engine = null;
            Duration locks = options.activityLockTimeout().compareTo(options.turnLockTimeout()) > 0
                    ? options.activityLockTimeout()
                    : options.turnLockTimeout();
            clock.advance(locks.plusMillis(1));
        }
    }

    @Override
    public void close() {
        real.close();
    }

    private SteppedEngine engine() {
        SteppedEngine current = engine;
        if (current == null) {
            current = new SteppedEngine(handlers, faulty.provider(), options, codec);
            engine = current;
        }
        return current;
    }
}
