package dev.dormouse.wake;

/**
 * The register of who sleeps, shared by all nodes: producers announce their work only to those in it.
 *
 * <p>The order is what makes it safe. A producer commits its work and <em>then</em> reads the register; a node commits "I
 * sleep" and <em>then</em> looks for work once more. Whichever came second sees the other.
 */
public interface Sleepers {

    /** For stores whose producers announce unconditionally. */
    Sleepers NOBODY_ASKS = new Sleepers() {
        @Override
        public void sleep(String queue) {}

        @Override
        public void awake(String queue) {}

        @Override
        public long identity() {
            return 0;
        }
    };

    /** Returns once "this node sleeps on this queue" is committed. */
    void sleep(String queue);

    /** This node no longer wants to be told: it keeps looking by itself until it says {@link #sleep} again. */
    void awake(String queue);

    /** As whom this node is in the register; under a new identity it has no entries yet. */
    long identity();
}
