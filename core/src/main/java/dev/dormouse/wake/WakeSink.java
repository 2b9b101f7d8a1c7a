package dev.dormouse.wake;

/**
 * What a {@link WakeSource} tells the node. Calls come from the source's own thread and return at once: they only raise
 * tokens.
 */
public interface WakeSink {

    /** Another process announced work. */
    void wake(WakeHint hint);

    /** Connected, and proven to deliver. Everything announced before this moment may have been missed. */
    void listening();

    /** The connection was lost; the source is reconnecting by itself. */
    void listenerLost(String why);

    /** The database cannot push to this node (a pooler, a standby, missing rights). The source tries again later. */
    void cannotListen(String why);
}
