package dev.dormouse.wake;

/** Who sends the NOTIFY for new work, and when. Whatever the mode, losing it costs latency and never work. */
public enum NotifyMode {
    /**
     * The producer, once its commit has returned, and only if a node sleeps. Costs the producer's transaction nothing. A
     * producer that dies between its commit and the announcement leaves its work to the next look of any node.
     */
    AFTER_COMMIT,
    /**
     * Inside the producer's transaction. Survives a producer that dies right after its commit, but such commits wait for
     * each other, since PostgreSQL holds one lock for the whole cluster through their flush.
     */
    IN_TRANSACTION,
    /** A statement-level trigger on the tables, for rows that other programs insert. The price of {@link #IN_TRANSACTION}. */
    TRIGGER,
    /** Nobody: nodes find new work of other processes at their next due time or by the fallback. */
    NONE
}
