package dev.dormouse.outbox;

/** Whether a message may be one that kills the process which delivers it. */
public enum Suspicion {
    /** There is no reason to think so. */
    NONE,
    /** A node died that may have had it in hand: it is noted before it is tried again. */
    SUSPECT,
    /** The node that had noted it died, of it or beside it: that attempt is lost, and counts. */
    LOST
}
