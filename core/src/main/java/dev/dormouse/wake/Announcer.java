package dev.dormouse.wake;

import dev.dormouse.lifecycle.Service;
import java.sql.Connection;
import java.util.function.Consumer;

/** Tells sleeping nodes about new work. Thread-safe. */
public interface Announcer extends Service {

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

    /** Lets the node know of each queue for which an announcement was given up: nodes that sleep may not know of its work. */
    default void onUnsent(Consumer<String> action) {}

    /** Announces work in the caller's own transaction: delivered if and when that commits. */
    void announceIn(Connection connection, WakeHint hint);
}
