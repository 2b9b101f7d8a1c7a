package dev.dormouse.outbox;

import dev.dormouse.outbox.DeliveryOutcome.SetAside;
import dev.dormouse.wake.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
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

    /** A line whose call takes longer than this does not keep messages of other keys from being read. */
    private static final long SLOW_NANOS = Duration.ofMillis(100).toNanos();

    final long node;
    private final Ticker ticker;

    private final ReentrantLock lock = new ReentrantLock();
    // Guarded by the lock.
    private final Map<Integer, RouteLines> routes = new HashMap<>();
    private final Map<Line.Name, Line> lines = new HashMap<>();
    private final Map<Long, Known> known = new HashMap<>();
    private final Map<Integer, Integer> knownByLane = new HashMap<>();
    private final List<DeliveryOutcome> finished = new ArrayList<>();
    private Set<Integer> owned = Set.of();
    private Set<Integer> leaving = Set.of();
    private boolean lost;
    /** Which route is asked first, so that each is some time. */
    private int turn;

    private record Known(Place place, int bytes) {}

    Backlog(long node, Map<Integer, Route> byNumber, Ticker ticker) {
        this.node = node;
        this.ticker = ticker;
        byNumber.forEach((number, route) -> routes.put(number, new RouteLines(route)));
    }

    /** What the coordinator asks with. */
    record Demand(List<Integer> hungry, List<Long> known, List<Integer> idleLanes, List<Place> slow, int messages) {}

    /** All that finished, since what is set aside must be so with what it waits for. Put back, or reported as written. */
    List<DeliveryOutcome> takeFinished() {
        lock.lock();
        try {
            List<DeliveryOutcome> taken = List.copyOf(finished);
            finished.clear();
            return taken;
        } finally {
            lock.unlock();
        }
    }

    void putBack(List<DeliveryOutcome> outcomes) {
        lock.lock();
        try {
            finished.addAll(0, outcomes);
        } finally {
            lock.unlock();
        }
    }

    boolean unwritten() {
        lock.lock();
        try {
            return !finished.isEmpty() && !lost;
        } finally {
            lock.unlock();
        }
    }

    /** Whether the node's lease must be kept. */
    boolean inUse() {
        lock.lock();
        try {
            return !lost && (!owned.isEmpty() || !known.isEmpty());
        } finally {
            lock.unlock();
        }
    }

    int ownedCount() {
        lock.lock();
        try {
            return owned.size();
        } finally {
            lock.unlock();
        }
    }

    Demand demand(List<DeliveryOutcome> writing) {
        lock.lock();
        try {
            List<Place> slow = leaveSlowLines();
            Map<Integer, Integer> rooms = new TreeMap<>();
            routes.forEach((number, route) -> {
                int room = route.room(writtenOf(number, writing));
                if (room > 0) {
                    rooms.put(number, room);
                }
            });
            int most = rooms.values().stream().mapToInt(Integer::intValue).max().orElse(0);
            return new Demand(List.copyOf(rooms.keySet()), knownBut(writing), idleLanes(writing), slow, most);
        } finally {
            lock.unlock();
        }
    }

    /** What is being written has been moved before the read, and may be due again already. */
    private List<Long> knownBut(List<DeliveryOutcome> writing) {
        Set<Long> seqs = new HashSet<>(known.keySet());
        writing.forEach(outcome -> seqs.remove(outcome.place().seq()));
        return List.copyOf(seqs);
    }

    private static int writtenOf(int route, List<DeliveryOutcome> writing) {
        return (int) writing.stream()
                .filter(outcome -> outcome.place().route() == route)
                .count();
    }

    /** What waits behind a slow call is read again later; meanwhile it must not fill the room of other keys. */
    private List<Place> leaveSlowLines() {
        List<Place> slow = new ArrayList<>();
        long now = ticker.nanos();
        for (Line line : lines.values()) {
            if (line.busy && now - line.busySinceNanos > SLOW_NANOS) {
                line.queued.forEach(message -> forget(message.place().seq()));
                line.queued.clear();
                slow.add(new Place(line.name.lane(), line.name.key(), 0, false));
            }
        }
        return slow;
    }

    private List<Integer> idleLanes(List<DeliveryOutcome> writing) {
        Map<Integer, Integer> left = new HashMap<>(knownByLane);
        writing.forEach(outcome -> left.merge(outcome.place().lane(), -1, Integer::sum));
        return owned.stream().filter(lane -> left.getOrDefault(lane, 0) == 0).toList();
    }

    void wrote(List<DeliveryOutcome> outcomes) {
        lock.lock();
        try {
            outcomes.forEach(this::wrote);
        } finally {
            lock.unlock();
        }
    }

    private void wrote(DeliveryOutcome outcome) {
        forget(outcome.place().seq());
        Line line = lineOf(outcome.place());
        if (outcome.holdsKey() && line != null) {
            // From here on the store tells that the key is held.
            line.held = false;
            settle(line);
        }
    }

    private @Nullable Line lineOf(Place place) {
        String key = place.key();
        return key == null ? null : lines.get(new Line.Name(place.lane(), key));
    }

    /** What a round trip brought. */
    void add(RelayAnswer answer) {
        lock.lock();
        try {
            owned = Set.copyOf(answer.owned());
            // Asked for perhaps after these messages were read: then those before them are dropped, and so must they
            // be.
            leaving = Set.copyOf(answer.wanted());
            Set<Integer> gone = others();
            gone.addAll(leaving);
            dropLanesOf(gone);
            answer.messages().forEach(this::add);
            for (Place place : answer.held()) {
                if (remember(place, 0)) {
                    finished.add(new SetAside(place));
                }
            }
        } finally {
            lock.unlock();
        }
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
        Line line = lines.computeIfAbsent(new Line.Name(place.lane(), key), name -> new Line(name, route));
        if (line.held) {
            finished.add(new SetAside(place));
            return;
        }
        line.queued.add(message);
        if (!line.busy && line.queued.size() == 1) {
            route.ready.add(line);
        }
    }

    private boolean remember(Place place, int size) {
        boolean ours = owned.contains(place.lane()) && !leaving.contains(place.lane());
        if (!ours || known.putIfAbsent(place.seq(), new Known(place, size)) != null) {
            return false;
        }
        knownByLane.merge(place.lane(), 1, Integer::sum);
        count(place, 1, size);
        return true;
    }

    private void forget(long seq) {
        Known gone = known.remove(seq);
        if (gone != null) {
            count(gone.place, -1, -gone.bytes);
            knownByLane.computeIfPresent(gone.place.lane(), (lane, count) -> count == 1 ? null : count - 1);
        }
    }

    private void count(Place place, int messages, int size) {
        RouteLines route = routes.get(place.route());
        if (route != null) {
            route.known += messages;
            route.bytes += size;
        }
    }

    /** Batches that can start now. */
    List<Batch> take(int max) {
        lock.lock();
        try {
            List<Batch> batches = new ArrayList<>();
            for (Batch batch; batches.size() < max && (batch = takeOne()) != null; ) {
                batches.add(batch);
            }
            return batches;
        } finally {
            lock.unlock();
        }
    }

    @Nullable
    Batch takeOne() {
        lock.lock();
        try {
            if (lost) {
                return null;
            }
            List<RouteLines> withWork =
                    routes.values().stream().filter(RouteLines::hasWork).toList();
            return withWork.isEmpty()
                    ? null
                    : withWork.get(Math.floorMod(turn++, withWork.size())).take(this, ticker.nanos());
        } finally {
            lock.unlock();
        }
    }

    boolean hasWork() {
        lock.lock();
        try {
            return !lost && routes.values().stream().anyMatch(RouteLines::hasWork);
        } finally {
            lock.unlock();
        }
    }

    /** A batch that was not begun, or not to its end, through no fault of its messages. */
    void giveBack(Batch batch) {
        lock.lock();
        try {
            batch.route().underWay--;
            List<StoredMessage> messages = batch.messages();
            var queue = batch.line() == null ? batch.route().loose : batch.line().queued;
            for (int i = messages.size() - 1; i >= 0; i--) {
                if (known.containsKey(messages.get(i).place().seq())) {
                    queue.addFirst(messages.get(i));
                }
            }
            if (batch.line() != null) {
                free(batch.line());
            }
        } finally {
            lock.unlock();
        }
    }

    /** A batch has ended; the outcomes are for its messages, in their order. */
    void finish(Batch batch, List<DeliveryOutcome> outcomes) {
        lock.lock();
        try {
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
            free(line);
        } finally {
            lock.unlock();
        }
    }

    private void free(Line line) {
        line.busy = false;
        if (line.queued.isEmpty()) {
            settle(line);
        } else {
            line.route.ready.add(line);
        }
    }

    /** Nothing is remembered of a key that nothing is going on with. */
    private void settle(Line line) {
        if (!line.busy && !line.held && line.queued.isEmpty()) {
            lines.remove(line.name, line);
        }
    }

    /** The identity is lost: others have the lanes now. */
    void lose() {
        lock.lock();
        try {
            lost = true;
            finished.clear();
            lines.clear();
            known.clear();
            knownByLane.clear();
            routes.values().forEach(route -> {
                route.ready.clear();
                route.loose.clear();
            });
        } finally {
            lock.unlock();
        }
    }

    boolean isLost() {
        lock.lock();
        try {
            return lost;
        } finally {
            lock.unlock();
        }
    }

    /** Whether nothing is in hand in one of these lanes. */
    boolean idle(Collection<Integer> lanes) {
        lock.lock();
        try {
            return lanes.stream().anyMatch(lane -> !knownByLane.containsKey(lane));
        } finally {
            lock.unlock();
        }
    }

    private Set<Integer> others() {
        Set<Integer> others = new HashSet<>(knownByLane.keySet());
        others.removeAll(owned);
        return others;
    }

    /** Other nodes asked for these lanes, or have them: what is not under way yet is left to them. */
    private void dropLanesOf(Set<Integer> gone) {
        if (gone.isEmpty()) {
            return;
        }
        for (Iterator<Line> all = lines.values().iterator(); all.hasNext(); ) {
            Line line = all.next();
            if (gone.contains(line.name.lane())) {
                line.queued.forEach(message -> forget(message.place().seq()));
                line.queued.clear();
                line.route.ready.remove(line);
                if (!line.busy && !line.held) {
                    all.remove();
                }
            }
        }
        routes.values().forEach(route -> route.loose.removeIf(message -> dropped(message, gone)));
    }

    private boolean dropped(StoredMessage message, Set<Integer> gone) {
        boolean drop = gone.contains(message.place().lane());
        if (drop) {
            forget(message.place().seq());
        }
        return drop;
    }
}
