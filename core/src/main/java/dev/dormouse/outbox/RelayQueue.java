package dev.dormouse.outbox;

import dev.dormouse.dispatch.Exchange;
import dev.dormouse.dispatch.WorkQueue;
import dev.dormouse.node.NodeLease;
import dev.dormouse.node.NodeParts;
import dev.dormouse.spi.StoreException;
import dev.dormouse.wake.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The messages of a node's routes as work for a dispatcher. An item is a batch for one call to a sink; whoever finishes one
 * goes on with the next that is in hand, so that a round trip to the store is made for many batches and not for each.
 */
final class RelayQueue implements WorkQueue<Batch> {

    private static final Logger log = LoggerFactory.getLogger(RelayQueue.class);
    /** How soon to see whether a slow call still keeps other messages from being read. */
    private static final Duration FULL_WAIT = Duration.ofMillis(100);

    private final OutboxStore store;
    private final NodeLease lease;
    private final Ticker ticker;
    private final OutboxObserver observer;
    private final SinkCalls calls;
    private final boolean keepDelivered;
    private final Balance balance;

    private volatile Runnable nudge = () -> {};
    /** By number; empty until the routes are defined. */
    private volatile Map<Integer, Route> routes = Map.of();
    /** Replaced by the coordinator when the node has a new identity. */
    private volatile @Nullable Backlog backlog;

    private volatile boolean stopping;
    /** An exchange failed, perhaps after its commit: what cannot be written now may have been. The coordinator's. */
    private boolean inDoubt;

    RelayQueue(OutboxStore store, NodeParts node, OutboxObserver observer, boolean keepDelivered) {
        this.store = store;
        this.lease = node.lease();
        this.ticker = node.ticker();
        this.observer = observer;
        this.keepDelivered = keepDelivered;
        this.calls = new SinkCalls(observer, node.timer(), () -> nudge.run());
        this.balance = new Balance(store, ticker);
        lease.onLost(this::leaseLost);
    }

    /** Told once, before the dispatcher starts. */
    void defined(Map<Integer, Route> byNumber) {
        this.routes = Map.copyOf(byNumber);
    }

    List<Integer> routeNumbers() {
        return routes.keySet().stream().sorted().toList();
    }

    @Override
    public String name() {
        return Outbox.WAKE_NAME;
    }

    @Override
    public Exchange<Batch> exchange(int max) {
        long node = lease.node();
        Backlog mine = backlogOf(node);
        List<DeliveryOutcome> outcomes = mine.takeFinished();
        Backlog.Demand demand = mine.demand(outcomes);
        if (outcomes.isEmpty() && demand.messages() == 0 && !stopping) {
            return handOut(mine, max, false, FULL_WAIT);
        }
        RelayAnswer answer;
        try {
            answer = ask(node, demand, outcomes);
        } catch (Throwable t) {
            mine.putBack(outcomes);
            inDoubt = true;
            throw t;
        }
        if (!answer.leaseHeld()) {
            lease.lost(node);
            return new Exchange<>(List.of(), !stopping, null);
        }
        reportRefused(answer.refused().size());
        mine.wrote(outcomes);
        mine.add(answer);
        boolean more = answer.more() || mine.idle(answer.wanted());
        return handOut(mine, max, more && !stopping, balanced(mine, answer, demand));
    }

    private RelayAnswer ask(long node, Backlog.Demand demand, List<DeliveryOutcome> outcomes) {
        boolean renew = !stopping && (lease.renewalDue() || lease.lapsed());
        long asked = ticker.nanos();
        RelayAnswer answer = store.exchange(
                new RelayRequest(
                        node,
                        routeNumbers(),
                        demand.hungry(),
                        demand.known(),
                        demand.idleLanes(),
                        demand.slow(),
                        demand.dropped(),
                        stopping ? 0 : demand.messages(),
                        RouteLines.BYTES_MAX,
                        keepDelivered,
                        renew ? lease.length() : null,
                        renew && lease.lapsed()),
                outcomes);
        if (answer.leaseHeld() && renew) {
            lease.renewed(node, asked);
        }
        return answer;
    }

    private Exchange<Batch> handOut(Backlog mine, int max, boolean more, @Nullable Duration nextDue) {
        List<Batch> batches = stopping ? List.of() : mine.take(max);
        return new Exchange<>(batches, more || (!stopping && mine.hasWork()), nextDue);
    }

    /** When to look next: what comes, or a slow call, or lanes of a busier node. */
    private @Nullable Duration balanced(Backlog mine, RelayAnswer answer, Backlog.Demand demand) {
        Duration next = answer.nextDue();
        if (demand.messages() == 0 || !demand.slow().isEmpty()) {
            next = Balance.sooner(next, FULL_WAIT);
        }
        boolean idle = answer.messages().isEmpty() && !mine.hasWork() && !stopping;
        return Balance.sooner(next, idle ? balance.idle(mine, routeNumbers(), answer.mostElsewhere()) : balance.busy());
    }

    private void reportRefused(int refused) {
        if (refused > 0 && !inDoubt) {
            observer.unwritten(refused);
            log.warn(
                    "{} outcomes were not written: their lanes are another node's, which delivers these again",
                    refused);
        }
        inDoubt = false;
    }

    private Backlog backlogOf(long node) {
        Backlog current = backlog;
        if (current == null || current.node != node) {
            if (current != null) {
                current.lose();
            }
            current = new Backlog(node, routes, ticker);
            backlog = current;
        }
        return current;
    }

    @Override
    public boolean unwritten() {
        Backlog current = backlog;
        return current != null && current.unwritten();
    }

    boolean inUse() {
        Backlog current = backlog;
        return current != null && current.inUse();
    }

    @Override
    public void run(Batch first) {
        run(first, () -> {});
    }

    @Override
    public void run(Batch first, Runnable vacate) {
        for (Batch batch = first; batch != null; batch = next(batch.backlog())) {
            if (!mayDeliver(batch.backlog())) {
                batch.backlog().giveBack(batch);
                nudge.run();
                return;
            }
            if (!deliver(batch, vacate)) {
                return; // The slot is another's by now.
            }
        }
    }

    /** False if it took so long that the slot was freed. */
    private boolean deliver(Batch batch, Runnable vacate) {
        if (batch.lost()) {
            calls.fail(batch, "The node that was delivering it died");
            return true;
        }
        return !begun(batch) || calls.make(batch, vacate);
    }

    /** Whether the batch may be delivered now. False: it has been seen to. */
    private boolean begun(Batch batch) {
        List<Place> suspects = batch.suspects();
        if (suspects.isEmpty()) {
            return true;
        }
        try {
            store.begin(batch.backlog().node, suspects);
        } catch (StoreException e) {
            calls.fail(batch, "It could not be noted that a delivery begins: " + e);
            return false;
        }
        boolean may = mayDeliver(batch.backlog());
        if (!may) {
            batch.backlog().giveBack(batch);
        }
        return may;
    }

    private @Nullable Batch next(Backlog mine) {
        return mayDeliver(mine) ? mine.takeOne() : null;
    }

    /** Nothing is begun under a lease that cannot be trusted: another node may have begun the same. */
    private boolean mayDeliver(Backlog mine) {
        return !stopping && lease.nodeIfJoined() == mine.node && lease.trusted();
    }

    @Override
    public void nudgeWith(Runnable rouse) {
        this.nudge = rouse;
    }

    @Override
    public void giveBack(List<Batch> batches) {
        batches.forEach(batch -> batch.backlog().giveBack(batch));
    }

    /** Nothing new begins, and what fails from now on is nobody's fault. */
    @Override
    public void stopping() {
        stopping = true;
        calls.stopping();
    }

    @Override
    public void interruptRunning() {
        calls.interrupt(any -> true, "the node stops");
    }

    /** Nothing to give back: whoever has the lane next finds the messages where they were. */
    @Override
    public void abandonRunning() {}

    private void leaseLost(long node) {
        Backlog current = backlog;
        if (current != null && current.node == node) {
            current.lose();
            calls.interrupt(mine -> mine == current, "the lease of node " + node + " was lost");
        }
    }
}
