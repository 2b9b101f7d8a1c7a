package dev.dormouse.wake;

/** How a party of one node wakes others and is woken: the node's hub, and the ways to and from other nodes. */
public record Waking(WakeHub hub, Announcer announcer, Sleepers sleepers) {

    /** Work was committed: tells this process directly, and the other nodes. */
    public void announce(WakeHint hint) {
        hub.wakeLocally(hint);
        announcer.announce(hint);
    }
}
