package dev.dormouse.benchmarks.scenarios;

import dev.dormouse.benchmarks.systems.Threads;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** So many threads that each start an instance, await its end, and start the next. */
final class ClosedLoop {
    /** So many times as long as the measurement, until the JVM has compiled what all of them need. */
    private static final int WARM_UP = 5;

    private final Settings settings;
    private final Instance instance;
    private final AtomicLong ids = new AtomicLong();

    /** Starts one instance and returns when it has ended. */
    @FunctionalInterface
    interface Instance {
        void run(long id) throws Exception;
    }

    ClosedLoop(Settings settings, Instance instance) {
        this.settings = settings;
        this.instance = instance;
    }

    Outcome measure(Probe probe) throws Exception {
        Duration time = Duration.ofSeconds(settings.number("seconds"));
        runFor(time.multipliedBy(WARM_UP), new Latencies());
        long statements = probe.statements();
        long walBytes = probe.walBytes();
        long before = ids.get();
        long beganNanos = System.nanoTime();
        Latencies latencies = new Latencies();
        runFor(time, latencies);
        double elapsed = (System.nanoTime() - beganNanos) / 1e9;
        long done = ids.get() - before;
        Outcome outcome =
                Outcome.of(Map.of("orchestrations_per_s", done / elapsed)).withLatencies(latencies);
        return settings.text("storage").equals("postgres")
                ? outcome.with("statements_each", (double) (probe.statements() - statements) / done)
                        .with("wal_bytes_each", (double) (probe.walBytes() - walBytes) / done)
                : outcome;
    }

    private void runFor(Duration duration, Latencies latencies) throws InterruptedException {
        long endNanos = System.nanoTime() + duration.toNanos();
        Threads.runAll(settings.number("in_flight"), thread -> {
            while (System.nanoTime() < endNanos) {
                long beganNanos = System.nanoTime();
                instance.run(ids.getAndIncrement());
                long tookNanos = System.nanoTime() - beganNanos;
                synchronized (latencies) {
                    latencies.recordNanos(tookNanos);
                }
            }
        });
    }
}
