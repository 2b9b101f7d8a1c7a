package dev.dormouse.dispatch;

/** Watches a dispatcher. Called from the node's own threads: must be quick and must not throw. */
public interface DispatchObserver {

    DispatchObserver NONE = new DispatchObserver() {};

    /** One round trip to the store. */
    default void exchanged(String queue, int asked, int claimed, long nanos) {}

    default void exchangeFailed(String queue, Throwable cause) {}

    default void started(String queue) {}

    default void ended(String queue, long nanos) {}
}
