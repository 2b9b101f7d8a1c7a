package dev.dormouse;

import dev.dormouse.dispatch.DispatcherHealth;
import dev.dormouse.telemetry.NodeCounts;
import dev.dormouse.wake.ListenerHealth;
import java.util.List;

/**
 * The state of a node at a glance.
 *
 * @param node its id in the cluster; 0 if it has not joined
 * @param queues mode and slots of each
 * @param listener whether the database can push to it, and how long its last self-test took
 * @param counts wakes by source, and what was done
 * @param roundTrips how often it has asked the database for something; the difference over a second is its load
 */
public record NodeHealth(
        String name,
        long node,
        List<DispatcherHealth> queues,
        ListenerHealth listener,
        NodeCounts.Snapshot counts,
        long roundTrips) {

    public NodeHealth {
        queues = List.copyOf(queues);
    }
}
