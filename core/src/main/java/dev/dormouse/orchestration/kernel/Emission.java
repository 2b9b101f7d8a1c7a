package dev.dormouse.orchestration.kernel;

import java.time.Instant;

/** A decision that the code made and that has no event yet. */
@FunctionalInterface
interface Emission {

    /** The event that it becomes, or that the history must have. Asked in the order of the decisions. */
    Event.Decided propose(long id, Instant at);

    /** It has this event now. */
    default void bound(Event.Decided event) {}
}
