package dev.dormouse.wake;

/** What the listener is doing. */
public enum ListenerState {
    /** Started, and not yet listening for the first time. */
    CONNECTING,
    /** Connected, and proven to deliver. */
    LISTENING,
    /** The connection was lost, or could not be made; another attempt follows within seconds. */
    LOST,
    /** The database cannot push to this node; another attempt follows within minutes. */
    CANNOT_LISTEN,
    /** Not started, or stopped. */
    STOPPED
}
