package dev.dormouse.node;

import dev.dormouse.dispatch.DispatcherHealth;
import dev.dormouse.lifecycle.Service;
import java.util.List;

/** One kind of work that a node does: jobs, schedules, messages, orchestrations. Thread-safe. */
public interface Engine extends Service {

    /** Whether something runs here under the node's lease, which must then be renewed. */
    default boolean usesLease() {
        return false;
    }

    /** Called several times per lease, on a thread that may wait for the database. */
    default void tick() {}

    List<DispatcherHealth> health();
}
