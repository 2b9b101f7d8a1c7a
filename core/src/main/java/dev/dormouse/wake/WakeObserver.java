package dev.dormouse.wake;

/** Watches how a node wakes. Called from the node's own threads: must be quick and must not throw. */
public interface WakeObserver {

    WakeObserver NONE = new WakeObserver() {};

    default void woke(String queue, WakeReason reason) {}

    /** The fallback found work that no wake had announced. In a healthy system this never happens. */
    default void fallbackFoundWork(String queue) {}

    default void modeChanged(String queue, PollMode from, PollMode to) {}

    default void listening() {}

    default void listenerLost(String why) {}

    default void cannotListen(String why) {}
}
