package dev.dormouse;

import dev.dormouse.dispatch.DispatcherHealth;
import dev.dormouse.telemetry.NodeCounts;
import java.util.List;

/**
 * The state of a node at a glance.
 *
 * @param node its id in the cluster; 0 if it has not joined
 */
public record NodeHealth(String name, long node, List<DispatcherHealth> queues, NodeCounts.Snapshot counts) {

    public NodeHealth {
        queues = List.copyOf(queues);
    }
}
