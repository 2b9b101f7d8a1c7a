package dev.dormouse.wake;

/** Why a waiter woke. Every wake has exactly one, and every one is counted. */
public enum WakeReason {
    /** Another process announced work through the database. */
    NOTIFY,
    /** Something that was not due yet has become due: a delay, a retry, a timer, somebody's lease. */
    DUE,
    /** The fallback interval passed without any other wake. */
    FALLBACK,
    /** Another waiter of this node found work and saw that there is more. */
    CHAIN,
    /** The listener (re)connected; what was announced meanwhile is unknown. */
    RECONNECT,
    /** Work was committed by this process. */
    LOCAL,
    /** A slot became free or something finished, which is no wake: nothing new is known to be due. */
    NUDGE,
    /** The waiter polls for a while because something went wrong. */
    AGGRESSIVE,
    /** The waiter polls because the database cannot push. */
    POLL,
    /** The waiter was closed. */
    STOP
}
