package dev.dormouse.node;

import java.time.Duration;

/** The register of nodes and their leases. */
public interface NodeStore {

    /** Adds a node, with a lease from now on, and returns its id: never used before, never used again. */
    long join(String name, Duration lease);

    /** Extends the lease to so long from now. False if this node has been taken over. */
    boolean renew(long node, Duration lease);

    /** Removes the node. It must hold no claims any more; any that are left become claimable by others at once. */
    void leave(long node);
}
