package dev.dormouse.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.dispatch.DispatchObserver;
import dev.dormouse.node.NodeLease;
import dev.dormouse.node.NodeParts;
import dev.dormouse.node.NodeStore;
import dev.dormouse.node.Pruner;
import dev.dormouse.wake.ManualTicker;
import dev.dormouse.wake.SilentAnnouncer;
import dev.dormouse.wake.Sleepers;
import dev.dormouse.wake.WakeHint;
import dev.dormouse.wake.WakeHub;
import dev.dormouse.wake.WakeObserver;
import dev.dormouse.wake.WakeReason;
import dev.dormouse.wake.WakeSettings;
import dev.dormouse.wake.Waking;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** However long nothing happened, a wake is what brings the next message, and brings it as it brought the first. */
final class LongIdlenessTest {

    private static final Duration GENEROUS = Duration.ofSeconds(30);

    private final ManualTicker ticker = new ManualTicker();
    private final MemoryOutbox store = new MemoryOutbox();
    private final List<WakeReason> wakes = new CopyOnWriteArrayList<>();
    private final List<String> delivered = new CopyOnWriteArrayList<>();
    private final List<String> fallbackFinds = new CopyOnWriteArrayList<>();
    private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
    private final WakeHub hub = new WakeHub(WakeSettings.defaults(), ticker, observer(), queues -> List.of());
    private final OutboxRelay relay = relay();

    @AfterEach
    void stop() {
        relay.stop(Duration.ofSeconds(5));
        timer.shutdownNow();
    }

    @Test
    void afterAnHourAMessageIsDeliveredByAWake() {
        hub.listening();
        relay.start();
        publish(1);
        await(() -> delivered.size() == 1);
        for (int minute = 0; minute < 60; minute++) {
            ticker.advance(Duration.ofMinutes(1));
        }
        awaitRest();
        wakes.clear();
        publish(2);
        await(() -> delivered.size() == 2);
        assertThat(wakes).contains(WakeReason.NOTIFY);
        assertThat(fallbackFinds).isEmpty();
    }

    /** The first message is written as delivered, and the hour has been noticed: nobody would look by chance. */
    private void awaitRest() {
        await(store::isEmpty);
        long before = ticker.waits();
        await(() -> ticker.waits() > before + 10);
    }

    private void publish(long seq) {
        store.add(Samples.message(seq, "a", 1));
        hub.wake(WakeHint.now(Outbox.WAKE_NAME));
    }

    private OutboxRelay relay() {
        Sink sink = Sink.oneByOne(message -> {
            delivered.add(message.toString());
            return Delivery.delivered();
        });
        NodeLease lease = new NodeLease(new AnyNode(), "test", Duration.ofDays(30), ticker);
        NodeParts parts = new NodeParts(
                lease,
                new Waking(hub, new SilentAnnouncer(), Sleepers.NOBODY_ASKS),
                ticker,
                timer,
                DispatchObserver.NONE,
                null);
        Pruner pruner = new Pruner("messages", store::prune, Duration.ofDays(1), Duration.ofMinutes(1), ticker);
        return new OutboxRelay(
                store,
                List.of(new Route("r", "*", sink, RouteSettings.defaults())),
                parts,
                pruner,
                OutboxObserver.NONE);
    }

    private WakeObserver observer() {
        return new WakeObserver() {
            @Override
            public void woke(String queue, WakeReason reason) {
                wakes.add(reason);
            }

            @Override
            public void fallbackFoundWork(String queue) {
                fallbackFinds.add(queue);
            }
        };
    }

    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + GENEROUS.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("should have happened by now").isLessThan(deadline);
            Thread.onSpinWait();
        }
    }

    private static final class AnyNode implements NodeStore {

        @Override
        public long join(String name, Duration lease) {
            return 1;
        }

        @Override
        public boolean renew(long node, Duration lease) {
            return true;
        }

        @Override
        public void leave(long node) {}
    }
}
