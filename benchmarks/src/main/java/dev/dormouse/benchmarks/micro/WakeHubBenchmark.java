package dev.dormouse.benchmarks.micro;

import dev.dormouse.wake.Ticker;
import dev.dormouse.wake.Waiter;
import dev.dormouse.wake.WakeHint;
import dev.dormouse.wake.WakeHub;
import dev.dormouse.wake.WakeObserver;
import dev.dormouse.wake.WakeReason;
import dev.dormouse.wake.WakeSettings;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A wake on its way to the waiter that can use it, among so many queues. */
@State(Scope.Benchmark)
public class WakeHubBenchmark {
    private static final WakeHint HINT = WakeHint.now("job:0");

    @Param({"1", "100"})
    int queues;

    private final List<Waiter> waiters = new ArrayList<>();
    private final WakeHub hub =
            new WakeHub(WakeSettings.defaults(), Ticker.SYSTEM, WakeObserver.NONE, queues -> List.of());

    @Setup
    public void register() {
        hub.listening();
        for (int i = 0; i < queues; i++) {
            waiters.add(hub.register(List.of("job:" + i)));
        }
        waiters.forEach(waiter -> waiter.beginLook().empty(null));
    }

    @TearDown
    public void close() {
        waiters.forEach(Waiter::close);
    }

    /** What every announcement costs that comes while the queue is looked at already. */
    @Benchmark
    public void wakeOneThatIsAwake() {
        hub.wake(HINT);
    }

    /** Heard, waited for, looked, found nothing. */
    @Benchmark
    public WakeReason wakeAwaitAndLook() throws InterruptedException {
        Waiter waiter = waiters.get(0);
        hub.wake(HINT);
        WakeReason reason = waiter.await();
        waiter.beginLook().empty(null);
        return reason;
    }
}
