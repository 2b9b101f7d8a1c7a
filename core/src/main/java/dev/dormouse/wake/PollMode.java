package dev.dormouse.wake;

/** How a waiter learns of new work; see {@link PollState} for the rules that lead from one to another. */
public enum PollMode {
    /** The database pushes: the waiter sleeps until a wake, the next due time or the fallback. */
    LISTENING,
    /** Something went wrong lately: the waiter looks at short intervals until things have been quiet for a while. */
    AGGRESSIVE,
    /** The database cannot push: the waiter looks at the idle backoff, which never grows to minutes. */
    POLLING,
    /** The waiter was closed and will not look again. */
    STOPPED
}
