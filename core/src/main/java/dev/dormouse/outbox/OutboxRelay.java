package dev.dormouse.outbox;

import dev.dormouse.dispatch.Dispatcher;
import dev.dormouse.dispatch.DispatcherHealth;
import dev.dormouse.dispatch.DispatcherParts;
import dev.dormouse.dispatch.Handlers;
import dev.dormouse.node.Engine;
import dev.dormouse.node.NodeParts;
import dev.dormouse.node.Pruner;
import dev.dormouse.wake.WakeHint;
import dev.dormouse.wake.WakeHub;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Delivers messages to the sinks of a node. */
public final class OutboxRelay implements Engine {

    private static final Logger log = LoggerFactory.getLogger(OutboxRelay.class);
    private static final String LEASE = "lease";
    private static final Duration ADOPT_INTERVAL = Duration.ofSeconds(1);
    private static final long LEASE_MILLIS_MAX = Duration.ofDays(1).toMillis();

    private final NodeParts node;
    private final OutboxStore store;
    private final List<Route> routes;
    private final Pruner pruner;
    private final RelayQueue queue;
    private final Executor handlers;
    private final Dispatcher<Batch> dispatcher;

    public OutboxRelay(OutboxStore store, List<Route> routes, NodeParts node, Pruner pruner, OutboxObserver observer) {
        this.node = node;
        this.store = store;
        this.routes = List.copyOf(routes);
        this.pruner = pruner;
        this.queue = new RelayQueue(store, node, observer, !pruner.retention().isZero());
        int concurrency = routes.stream()
                .mapToInt(route -> route.settings().concurrency())
                .sum();
        // Calls that hang keep their threads, and others have their slots.
        this.handlers = Handlers.byDefault("dormouse-relay", 2 * concurrency);
        Executor runner = node.executor() != null ? node.executor() : handlers;
        WakeHub hub = node.waking().hub();
        this.dispatcher = new Dispatcher<>(
                queue,
                new DispatcherParts(concurrency, runner, hub, node.waking().sleepers(), node.observer()));
        hub.onSignal(LEASE, this::leaseSignalled);
    }

    @Override
    public void start() {
        Map<Integer, Route> byNumber = new HashMap<>();
        List<Integer> numbers = store.define(routes);
        for (int i = 0; i < numbers.size(); i++) {
            byNumber.put(numbers.get(i), routes.get(i));
        }
        queue.defined(byNumber);
        dispatcher.start();
        adoptLater();
    }

    /** What older transactions still publish without knowing of a new route is sent to it once they have ended. */
    private void adoptLater() {
        try {
            Future<?> unused = node.timer().schedule(this::adopt, ADOPT_INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException stopped) {
            // The next node that starts sees to it.
        }
    }

    private void adopt() {
        boolean done = false;
        try {
            done = store.adopt(routes.stream().map(Route::name).toList());
        } catch (RuntimeException e) {
            log.warn("could not see whether messages wait for the new routes, trying again: {}", e.toString());
        }
        if (!done) {
            adoptLater();
        }
    }

    @Override
    public void stop(Duration grace) {
        dispatcher.stop(grace);
        Handlers.close(handlers);
        closeSinks();
    }

    private void closeSinks() {
        Set<Sink> sinks = Collections.newSetFromMap(new IdentityHashMap<>());
        routes.forEach(route -> sinks.add(route.sink()));
        for (Sink sink : sinks) {
            try {
                sink.close();
            } catch (Throwable t) {
                log.warn("a sink could not be closed: {}", t.toString());
            }
        }
    }

    @Override
    public boolean usesLease() {
        return queue.inUse();
    }

    /** While there is work no survey may come, so what the survey does otherwise is seen to here. */
    @Override
    public void tick() {
        if (usesLease()) {
            pruner.busy();
        }
    }

    @Override
    public List<DispatcherHealth> health() {
        return List.of(dispatcher.health());
    }

    /** The routes of this node as the database numbers them; empty before the start. */
    public List<Integer> routeNumbers() {
        return queue.routeNumbers();
    }

    /** Another node begins to hold lanes: look when its lease could end. */
    private void leaseSignalled(String millis) {
        try {
            long lease = Math.min(LEASE_MILLIS_MAX, Math.max(1, Long.parseLong(millis)));
            node.waking().hub().wakeLocally(new WakeHint(queue.name(), Duration.ofMillis(lease)));
        } catch (NumberFormatException forged) {
            // Anybody may send a notification; what is no number is no lease.
        }
    }
}
