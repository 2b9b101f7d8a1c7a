package dev.dormouse.orchestration;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a node keeps sessions: activities of one session are executed where the session lives.
 *
 * @param owner as whom the node holds them; a name that survives a restart lets it go on with its own. Null: another one
 *     each time
 * @param max how many sessions the node holds at a time
 * @param lockTimeout how long after a crash others may take them over
 * @param idleTimeout how long after its last use the node lets go of one
 * @param cleanupInterval how often sessions that nobody needs are forgotten, while sessions are in use
 */
public record SessionOptions(
        @Nullable String owner, int max, Duration lockTimeout, Duration idleTimeout, Duration cleanupInterval) {

    private static final SessionOptions DEFAULTS =
            new SessionOptions(null, 10, Duration.ofSeconds(30), Duration.ofMinutes(5), Duration.ofMinutes(5));

    public SessionOptions {
        if (owner != null && owner.isEmpty()) {
            throw new IllegalArgumentException("sessions.owner must not be empty: leave it out or name the node");
        }
        if (max < 0) {
            throw new IllegalArgumentException("sessions.max must not be negative: " + max);
        }
        Times.requirePositive("sessions.lockTimeout", lockTimeout);
        Times.requirePositive("sessions.cleanupInterval", cleanupInterval);
        if (idleTimeout.compareTo(lockTimeout) <= 0) {
            throw new IllegalArgumentException(
                    "sessions.idleTimeout must be longer than sessions.lockTimeout, or a session"
                            + " could end while it is in use: " + idleTimeout + " <= " + lockTimeout);
        }
    }

    public static SessionOptions defaults() {
        return DEFAULTS;
    }

    public SessionOptions withOwner(String name) {
        return new SessionOptions(name, max, lockTimeout, idleTimeout, cleanupInterval);
    }

    /** Zero: the node executes no activities of sessions. */
    public SessionOptions withMax(int sessions) {
        return new SessionOptions(owner, sessions, lockTimeout, idleTimeout, cleanupInterval);
    }

    public SessionOptions withTimeouts(Duration lock, Duration idle) {
        return new SessionOptions(owner, max, lock, idle, cleanupInterval);
    }

    public SessionOptions withCleanupInterval(Duration interval) {
        return new SessionOptions(owner, max, lockTimeout, idleTimeout, interval);
    }
}
