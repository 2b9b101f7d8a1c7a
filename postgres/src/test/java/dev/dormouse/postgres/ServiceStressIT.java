package dev.dormouse.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.dormouse.dispatch.DispatchObserver;
import dev.dormouse.dispatch.Dispatcher;
import dev.dormouse.dispatch.DispatcherParts;
import dev.dormouse.dispatch.Exchange;
import dev.dormouse.dispatch.WorkQueue;
import dev.dormouse.lifecycle.Service;
import dev.dormouse.postgres.listen.AnnouncerSettings;
import dev.dormouse.postgres.listen.DriverConnector;
import dev.dormouse.postgres.listen.ListenerSettings;
import dev.dormouse.postgres.listen.PgAnnouncer;
import dev.dormouse.postgres.listen.PgListener;
import dev.dormouse.postgres.sql.SchemaName;
import dev.dormouse.wake.Sleepers;
import dev.dormouse.wake.Ticker;
import dev.dormouse.wake.WakeHint;
import dev.dormouse.wake.WakeHub;
import dev.dormouse.wake.WakeObserver;
import dev.dormouse.wake.WakeSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Every service keeps the same contract: start and stop in any order, from any thread, and in the end nothing is left. */
class ServiceStressIT {

    private static final int ROUNDS = 15;
    private static final int THREADS = 4;
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final NodeFixture f = new NodeFixture();

    @AfterEach
    void close() {
        f.close();
    }

    @Test
    void aDispatcherKeepsTheContract() {
        stress(() -> new Dispatcher<>(
                new EmptyQueue(),
                new DispatcherParts(2, Runnable::run, hub(), Sleepers.NOBODY_ASKS, DispatchObserver.NONE)));
    }

    @Test
    void aListenerKeepsTheContract() {
        String channel = SchemaName.of(f.schema.name()).channel();
        stress(() -> new PgListener(
                new DriverConnector(f.url, new Properties()), f.pool, hub(), ListenerSettings.defaults(channel)));
    }

    @Test
    void anAnnouncerKeepsTheContract() {
        f.migrate();
        stress(() -> {
            PgAnnouncer announcer =
                    new PgAnnouncer(f.pool, SchemaName.of(f.schema.name()), AnnouncerSettings.defaults(), () -> 0L);
            announcer.announce(WakeHint.now("job:default"));
            return announcer;
        });
    }

    @Test
    void aNodeKeepsTheContract() {
        stress(() -> f.node(NodeFixture.NO_FALLBACK).build());
    }

    /** In a group of threads of its own, to which all belong that are started from there: other tests have theirs. */
    private static void stress(Supplier<Service> services) {
        ThreadGroup group = new ThreadGroup("stress");
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread thread = new Thread(group, () -> rounds(group, services), "rounds");
        thread.setUncaughtExceptionHandler((same, thrown) -> failure.set(thrown));
        thread.start();
        await().atMost(PATIENCE).until(() -> !thread.isAlive());
        assertThat(failure.get()).isNull();
    }

    private static void rounds(ThreadGroup group, Supplier<Service> services) {
        for (int round = 0; round < ROUNDS; round++) {
            Service service = services.get();
            inThreads(service);
            service.stop(Duration.ofSeconds(5));
            service.start();
            service.close();
            await().atMost(NodeFixture.GENEROUS)
                    .untilAsserted(() -> assertThat(dormouseThreads(group)).isEmpty());
        }
    }

    private static void inThreads(Service service) {
        CyclicBarrier together = new CyclicBarrier(THREADS);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(() -> {
                try {
                    together.await();
                    startsAndStops(service);
                } catch (Throwable t) {
                    failure.set(t);
                }
            });
            thread.start();
            threads.add(thread);
        }
        await().atMost(NodeFixture.GENEROUS).until(() -> threads.stream().noneMatch(Thread::isAlive));
        assertThat(failure.get()).isNull();
    }

    private static void startsAndStops(Service service) throws InterruptedException {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        for (int i = 0; i < 3; i++) {
            service.start();
            Thread.sleep(random.nextInt(10)); // so that the stop meets the service at any stage of its start
            if (random.nextInt(3) == 0) {
                service.stop(Duration.ofMillis(random.nextInt(200)));
            }
        }
    }

    private static List<Thread> dormouseThreads(ThreadGroup group) {
        Thread[] all = new Thread[1_000];
        int count = group.enumerate(all);
        return Arrays.stream(all, 0, count)
                .filter(thread -> thread.getName().startsWith("dormouse-")
                        && !thread.getName().contains("-proxy"))
                .toList();
    }

    private static WakeHub hub() {
        return new WakeHub(WakeSettings.defaults(), Ticker.SYSTEM, WakeObserver.NONE, queues -> List.of());
    }

    private static final class EmptyQueue implements WorkQueue<String> {

        @Override
        public String name() {
            return "job:stress";
        }

        @Override
        public Exchange<String> exchange(int max) {
            return Exchange.nothing();
        }

        @Override
        public boolean unwritten() {
            return false;
        }

        @Override
        public void run(String item) {}

        @Override
        public void giveBack(List<String> items) {}

        @Override
        public void interruptRunning() {}

        @Override
        public void abandonRunning() {}
    }
}
