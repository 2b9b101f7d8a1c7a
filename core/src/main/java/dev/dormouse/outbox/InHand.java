package dev.dormouse.outbox;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The places of the messages that a node has in hand, from when they are read until their outcomes are written: what it need
 * not read again. Guarded by the backlog's lock.
 */
final class InHand {

    private final Map<Integer, RouteLines> routes;
    private final Map<Long, Known> known = new HashMap<>();
    private final Map<Integer, Integer> countByLane = new HashMap<>();

    private record Known(Place place, int bytes) {}

    InHand(Map<Integer, RouteLines> routes) {
        this.routes = routes;
    }

    /** False if it is there already. */
    boolean add(Place place, int bytes) {
        if (known.putIfAbsent(place.seq(), new Known(place, bytes)) != null) {
            return false;
        }
        countByLane.merge(place.lane(), 1, Integer::sum);
        count(place, 1, bytes);
        return true;
    }

    void remove(long seq) {
        Known gone = known.remove(seq);
        if (gone != null) {
            count(gone.place, -1, -gone.bytes);
            countByLane.computeIfPresent(gone.place.lane(), (lane, count) -> count == 1 ? null : count - 1);
        }
    }

    private void count(Place place, int messages, int bytes) {
        RouteLines route = routes.get(place.route());
        if (route != null) {
            route.known += messages;
            route.bytes += bytes;
        }
    }

    boolean has(Place place) {
        return known.containsKey(place.seq());
    }

    boolean isEmpty() {
        return known.isEmpty();
    }

    void clear() {
        known.clear();
        countByLane.clear();
    }

    /** What is being written has been moved before the read, and may be due again already. */
    List<Long> seqsBut(List<DeliveryOutcome> writing) {
        Set<Long> seqs = new HashSet<>(known.keySet());
        writing.forEach(outcome -> seqs.remove(outcome.place().seq()));
        return List.copyOf(seqs);
    }

    /** Those of the lanes in which nothing is left once this is written. */
    List<Integer> idle(Set<Integer> lanes, List<DeliveryOutcome> writing) {
        Map<Integer, Integer> left = new HashMap<>(countByLane);
        writing.forEach(outcome -> left.merge(outcome.place().lane(), -1, Integer::sum));
        return lanes.stream().filter(lane -> left.getOrDefault(lane, 0) == 0).toList();
    }

    boolean anyIdle(Collection<Integer> lanes) {
        return lanes.stream().anyMatch(lane -> !countByLane.containsKey(lane));
    }

    Set<Integer> lanesBut(Set<Integer> owned) {
        Set<Integer> others = new HashSet<>(countByLane.keySet());
        others.removeAll(owned);
        return others;
    }
}
