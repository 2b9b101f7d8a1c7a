package dev.dormouse.outbox;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a node asks of the store in one round trip.
 *
 * @param routes the numbers of the routes that it relays
 * @param hungry those of them that it can take more messages of
 * @param known the places of the messages that it has in hand, which it does not need again
 * @param idleLanes lanes that it may have, in which it has nothing in hand but what is being written now
 * @param slow lines whose sink takes its time: their messages are passed over, so that others of the lane are seen
 * @param dropped lanes of which it no longer has all that it read: they are to be read from their beginning
 * @param rowsMax how many messages it can take; zero: it only writes
 * @param bytesMax how many bytes of payload it can take, if more than one message
 * @param keepDelivered messages are kept for a while after they were delivered
 * @param renewLease extend the lease by so much in the same round trip; null: do not
 * @param announceLease nobody expects this lease to end: tell those who sleep
 */
public record RelayRequest(
        long node,
        List<Integer> routes,
        List<Integer> hungry,
        List<Long> known,
        List<Integer> idleLanes,
        List<Place> slow,
        List<Integer> dropped,
        int rowsMax,
        long bytesMax,
        boolean keepDelivered,
        @Nullable Duration renewLease,
        boolean announceLease) {

    public RelayRequest {
        routes = List.copyOf(routes);
        hungry = List.copyOf(hungry);
        slow = List.copyOf(slow);
        dropped = List.copyOf(dropped);
        known = List.copyOf(known);
        idleLanes = List.copyOf(idleLanes);
    }

    /** Whether the node has no message in hand and no lane, and wants some. */
    public boolean holdsNothing() {
        return known.isEmpty() && idleLanes.isEmpty() && rowsMax > 0;
    }

    /** The same, made while these places are still being written: they are not to be read again, and no lane is idle yet. */
    public RelayRequest beside(List<Place> writing) {
        List<Long> all = new ArrayList<>(known);
        writing.forEach(place -> all.add(place.seq()));
        return new RelayRequest(
                node,
                routes,
                hungry,
                all,
                List.of(),
                slow,
                dropped,
                rowsMax,
                bytesMax,
                keepDelivered,
                renewLease,
                announceLease);
    }
}
