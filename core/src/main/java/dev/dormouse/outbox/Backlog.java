package dev.dormouse.outbox;

import dev.dormouse.outbox.DeliveryOutcome.SetAside;
import dev.dormouse.wake.Ticker;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The messages that one node has in hand, from when they are read until their outcomes are written. Thread-safe. It belongs
 * to one identity of the node: when that is lost, so is all that is in it, and a new one begins.
 *
 * <p>Nothing in the database says that a message is under way: the lane is the node's, so nobody else reads it, and the
 * node itself remembers here what it has read. A key has at most one batch under way. The next batch may start before the
 * outcome of the last is written: after a crash both are delivered again, in the same order.
 */
final class Backlog {

    final long node;
    private final Ticker ticker;

    private final ReentrantLock lock = new ReentrantLock();
    // Guarded by the lock.
    private final Map<Integer, RouteLines> routes = new HashMap<>();
    private final InHand inHand = new InHand(routes);
    private final Lines lines = new Lines(this::leave);
    private final List<DeliveryOutcome> finished = new ArrayList<>();
    private Set<Integer> owned = Set.of();
    private Set<Integer> leaving = Set.of();
    /** Lanes of which not all is in hand any more that was read, until the store has been told. */
    private final Set<Integer> dropped = new HashSet<>();

    private boolean lost;
    /** Which route is asked first, so that each is some time. */
    private int turn;

    Backlog(long node, Map<Integer, Route> byNumber, Ticker ticker) {
        this.node = node;
        this.ticker = ticker;
        byNumber.forEach((number, route) -> routes.put(number, new RouteLines(route)));
    }

    /** What the coordinator asks with. */
    record Demand(
            List<Integer> hungry,
            List<Long> known,
            List<Integer> idleLanes,
            List<Place> slow,
            List<Integer> dropped,
            int messages) {}

    private <R extends @Nullable Object> R locked(Supplier<R> look) {
        lock.lock();
        try {
            return look.get();
        } finally {
            lock.unlock();
        }
    }

    private void withLock(Runnable change) {
        lock.lock();
        try {
            change.run();
        } finally {
            lock.unlock();
        }
    }

    /** All that finished, since what is set aside must be so with what it waits for. Put back, or reported as written. */
    List<DeliveryOutcome> takeFinished() {
        return locked(() -> {
            List<DeliveryOutcome> taken = List.copyOf(finished);
            finished.clear();
            return taken;
        });
    }

    void putBack(List<DeliveryOutcome> outcomes) {
        withLock(() -> finished.addAll(0, outcomes));
    }

    boolean unwritten() {
        return locked(() -> !finished.isEmpty() && !lost);
    }

    /** Whether the node's lease must be kept. */
    boolean inUse() {
        return locked(() -> !lost && (!owned.isEmpty() || !inHand.isEmpty()));
    }

    int ownedCount() {
        return locked(() -> owned.size());
    }

    boolean isLost() {
        return locked(() -> lost);
    }

    /** Whether nothing is in hand in one of these lanes. */
    boolean idle(Collection<Integer> lanes) {
        return locked(() -> inHand.anyIdle(lanes));
    }

    Demand demand(List<DeliveryOutcome> writing) {
        return locked(() -> {
            List<Place> slow = lines.leaveSlow(ticker.nanos());
            Map<Integer, Integer> rooms = rooms(writing);
            int most = rooms.values().stream().mapToInt(Integer::intValue).max().orElse(0);
            return new Demand(
                    List.copyOf(rooms.keySet()),
                    inHand.seqsBut(writing),
                    inHand.idle(owned, writing),
                    slow,
                    List.copyOf(dropped),
                    most);
        });
    }

    /** How many messages the routes can take that can take any. */
    private Map<Integer, Integer> rooms(List<DeliveryOutcome> writing) {
        Map<Integer, Integer> rooms = new TreeMap<>();
        routes.forEach((number, route) -> {
            long written = writing.stream()
                    .filter(outcome -> outcome.place().route() == number)
                    .count();
            int room = route.room((int) written);
            if (room > 0) {
                rooms.put(number, room);
            }
        });
        return rooms;
    }

    void wrote(List<DeliveryOutcome> outcomes) {
        withLock(() -> outcomes.forEach(this::wrote));
    }

    private void wrote(DeliveryOutcome outcome) {
        inHand.remove(outcome.place().seq());
        Line line = lines.find(outcome.place());
        if (outcome.holdsKey() && line != null) {
            // From here on the store tells that the key is held.
            line.held = false;
            lines.settle(line);
        }
    }

    /** What a round trip brought. */
    void add(RelayAnswer answer) {
        withLock(() -> {
            dropped.clear();
            owned = Set.copyOf(answer.owned());
            // Asked for perhaps after these messages were read: then those before them are dropped, and so must they
            // be.
            leaving = Set.copyOf(answer.wanted());
            Set<Integer> gone = inHand.lanesBut(owned);
            gone.addAll(leaving);
            drop(gone);
            answer.messages().forEach(this::add);
            for (Place place : answer.held()) {
                if (remember(place, 0)) {
                    finished.add(new SetAside(place));
                }
            }
        });
    }

    /** Other nodes asked for these lanes, or have them: what is not under way yet is left to them. */
    private void drop(Set<Integer> gone) {
        if (!gone.isEmpty()) {
            lines.drop(gone);
            routes.values().forEach(route -> route.loose.removeIf(message -> dropped(message, gone)));
        }
    }

    private boolean dropped(StoredMessage message, Set<Integer> gone) {
        boolean drop = gone.contains(message.place().lane());
        if (drop) {
            leave(message);
        }
        return drop;
    }

    /** It was read and will not be delivered: whoever has its lane reads it again. */
    private void leave(StoredMessage message) {
        inHand.remove(message.place().seq());
        dropped.add(message.place().lane());
    }

    private void add(StoredMessage message) {
        Place place = message.place();
        RouteLines route = routes.get(place.route());
        if (route == null || !remember(place, message.bytes())) {
            return;
        }
        String key = place.key();
        if (key == null) {
            route.loose.add(message);
            return;
        }
        Line line = lines.of(new Line.Name(place.lane(), key), route);
        if (line.held) {
            finished.add(new SetAside(place));
            return;
        }
        line.queued.add(message);
        if (!line.busy && line.queued.size() == 1) {
            route.ready.add(line);
        }
    }

    private boolean remember(Place place, int bytes) {
        boolean ours = owned.contains(place.lane()) && !leaving.contains(place.lane());
        return ours && inHand.add(place, bytes);
    }

    /** Batches that can start now. */
    List<Batch> take(int max) {
        return locked(() -> {
            List<Batch> batches = new ArrayList<>();
            for (Batch batch; batches.size() < max && (batch = takeOne()) != null; ) {
                batches.add(batch);
            }
            return batches;
        });
    }

    @Nullable
    Batch takeOne() {
        return this.<@Nullable Batch>locked(() -> {
            List<RouteLines> ready =
                    routes.values().stream().filter(RouteLines::hasWork).toList();
            return lost || ready.isEmpty()
                    ? null
                    : ready.get(Math.floorMod(turn++, ready.size())).take(this, ticker.nanos());
        });
    }

    boolean hasWork() {
        return locked(() -> !lost && routes.values().stream().anyMatch(RouteLines::hasWork));
    }

    /** A batch that was not begun, or not to its end, through no fault of its messages. */
    void giveBack(Batch batch) {
        withLock(() -> {
            batch.route().underWay--;
            Line line = batch.line();
            var queue = line == null ? batch.route().loose : line.queued;
            List<StoredMessage> messages = batch.messages();
            for (int i = messages.size() - 1; i >= 0; i--) {
                if (inHand.has(messages.get(i).place())) {
                    queue.addFirst(messages.get(i));
                }
            }
            if (line != null) {
                lines.free(line);
            }
        });
    }

    /** A batch has ended; the outcomes are for its messages, in their order. */
    void finish(Batch batch, List<DeliveryOutcome> outcomes) {
        withLock(() -> {
            batch.route().underWay--;
            finished.addAll(outcomes);
            Line line = batch.line();
            if (line == null) {
                return;
            }
            if (outcomes.stream().anyMatch(DeliveryOutcome::holdsKey)) {
                line.held = true;
                line.queued.forEach(message -> finished.add(new SetAside(message.place())));
                line.queued.clear();
            }
            lines.free(line);
        });
    }

    /** The identity is lost: others have the lanes now. */
    void lose() {
        withLock(() -> {
            lost = true;
            finished.clear();
            lines.clear();
            inHand.clear();
            routes.values().forEach(route -> {
                route.ready.clear();
                route.loose.clear();
            });
        });
    }
}
