package dev.dormouse.postgres;

import dev.dormouse.jobs.JobContext;
import dev.dormouse.postgres.JobFixture.Nut;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Handlers of several nodes that count how many of them run at a time; they wait while the gate is shut. Thread-safe. */
final class Crowd {

    final List<String> ended = new CopyOnWriteArrayList<>();
    final AtomicInteger inside = new AtomicInteger();
    final AtomicInteger most = new AtomicInteger();
    private final Map<String, AtomicInteger> insideByKey = new ConcurrentHashMap<>();
    private final Map<String, Integer> mostByKey = new ConcurrentHashMap<>();
    private volatile CountDownLatch gate = new CountDownLatch(0);

    void shut() {
        gate = new CountDownLatch(1);
    }

    void open() {
        gate.countDown();
    }

    /** The key is what stands before the first dash of the name. */
    void handle(JobContext job, Nut nut) throws InterruptedException {
        String key = nut.name().split("-", 2)[0];
        most.accumulateAndGet(inside.incrementAndGet(), Math::max);
        int same = insideByKey.computeIfAbsent(key, k -> new AtomicInteger()).incrementAndGet();
        mostByKey.merge(key, same, Math::max);
        try {
            if (!gate.await(SchemaFixture.DEADLINE.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("the gate stayed shut");
            }
            ended.add(nut.name());
        } finally {
            insideByKey.get(key).decrementAndGet();
            inside.decrementAndGet();
        }
    }

    int mostOf(String key) {
        return mostByKey.getOrDefault(key, 0);
    }
}
