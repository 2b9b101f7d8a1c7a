package dev.dormouse.outbox;

/** What becomes of a message whose topic no route matches. */
public enum Unrouted {
    /** It is kept, can be seen, and goes to the first route that matches it. */
    KEPT,
    /** Publishing it is refused, and nothing is written. */
    REFUSED
}
