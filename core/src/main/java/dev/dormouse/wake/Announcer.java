package dev.dormouse.wake;

import dev.dormouse.lifecycle.Service;
import java.sql.Connection;
import java.time.Duration;

/** Tells sleeping nodes about new work. Thread-safe. */
public interface Announcer extends Service {

    /** For nodes that have no others beside them, or a store that tells them itself. */
    Announcer NOBODY = new Announcer() {
        @Override
        public void start() {}

        @Override
        public void stop(Duration grace) {}

        @Override
        public void announce(WakeHint hint) {}

        @Override
        public boolean takeLead() {
            return false;
        }

        @Override
        public void announceIn(Connection connection, WakeHint hint) {}
    };

    /**
     * Announces work whose commit has returned (or whose commit's outcome is unknown). Never throws and never blocks for
     * long: the work is already safe, and an announcement is only a hint.
     */
    void announce(WakeHint hint);

    /**
     * Whether the caller should announce its work itself, in the same round trip as its commit: true for the first after a
     * quiet spell. Those that follow in quick succession get false and go through {@link #announce}, many at a time.
     */
    boolean takeLead();

    /** Whether work is to be announced inside the transaction that adds it, because {@link #announce} would do nothing. */
    default boolean inTransaction() {
        return false;
    }

    /** Announces work in the caller's own transaction: delivered if and when that commits. */
    void announceIn(Connection connection, WakeHint hint);
}
