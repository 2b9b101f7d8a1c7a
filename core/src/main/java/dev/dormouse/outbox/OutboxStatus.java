package dev.dormouse.outbox;

import java.util.List;

/**
 * How the outbox stands, without counting through it.
 *
 * @param routes those of all nodes, also the ones that nobody relays at the moment
 * @param unrouted messages that no route matches
 * @param pendingEstimate how many messages stand ready in all, as the database's statistics have it
 */
public record OutboxStatus(List<RouteStatus> routes, RouteStatus unrouted, long pendingEstimate) {

    public OutboxStatus {
        routes = List.copyOf(routes);
    }
}
