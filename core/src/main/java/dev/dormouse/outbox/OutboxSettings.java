package dev.dormouse.outbox;

import dev.dormouse.node.Pruner;
import dev.dormouse.wake.WakeSettings;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The outbox of a node. Immutable; start from {@link #defaults()} and change what differs.
 *
 * <p>Two waits are kept apart. The <em>retry backoff</em> of {@link RouteSettings} belongs to one message that failed, and
 * may be minutes. The <em>idle backoff</em> is how a node without work waits when it has to poll, and is seconds at most;
 * when it can listen, it does not poll at all. The idle waits are the node's, for all that it does: those that are null
 * here leave them to its {@link WakeSettings}. The channel is derived from the schema.
 *
 * @param routes for routes that have no settings of their own
 * @param pollInterval the time between two looks of a node that has to poll and has just become idle
 * @param maxIdleBackoff what that time doubles up to
 * @param useNotify whether to listen for notifications; if not, the node polls
 * @param retention how long delivered messages are kept; zero: not at all
 * @param payloadBytesMax how many bytes a payload may take
 * @param unrouted what becomes of a message that no route matches
 */
public record OutboxSettings(
        RouteSettings routes,
        @Nullable Duration pollInterval,
        @Nullable Duration maxIdleBackoff,
        @Nullable Boolean useNotify,
        Duration retention,
        int payloadBytesMax,
        Unrouted unrouted) {

    private static final int PAYLOAD_BYTES_HIGHEST = 256 << 20;

    private static final OutboxSettings DEFAULTS =
            new OutboxSettings(RouteSettings.defaults(), null, null, null, Duration.ofDays(1), 1 << 20, Unrouted.KEPT);

    public OutboxSettings {
        Objects.requireNonNull(routes, "routes");
        if (pollInterval != null) {
            RouteSettings.requirePositive("pollInterval", pollInterval);
        }
        if (maxIdleBackoff != null) {
            RouteSettings.requirePositive("maxIdleBackoff", maxIdleBackoff);
        }
        Pruner.requireRetention(retention);
        if (payloadBytesMax < 1 || payloadBytesMax > PAYLOAD_BYTES_HIGHEST) {
            throw new IllegalArgumentException(
                    "payloadBytesMax must be 1 to " + PAYLOAD_BYTES_HIGHEST + ": " + payloadBytesMax);
        }
        Objects.requireNonNull(unrouted, "unrouted");
    }

    public static OutboxSettings defaults() {
        return DEFAULTS;
    }

    public OutboxSettings withRoutes(RouteSettings settings) {
        return new OutboxSettings(
                settings, pollInterval, maxIdleBackoff, useNotify, retention, payloadBytesMax, unrouted);
    }

    public OutboxSettings withBatchSize(int messages) {
        return withRoutes(routes.withBatchSize(messages));
    }

    public OutboxSettings withMaxAttempts(int attempts) {
        return withRoutes(routes.withAttemptsMax(attempts));
    }

    /** The longest wait of one message that failed; says nothing about idle waiting. */
    public OutboxSettings withMaxRetryBackoff(Duration max) {
        Duration min = routes.retryBackoffMin().compareTo(max) > 0 ? max : routes.retryBackoffMin();
        return withRoutes(routes.withRetryBackoff(min, max));
    }

    public OutboxSettings withPollInterval(Duration interval) {
        return new OutboxSettings(routes, interval, maxIdleBackoff, useNotify, retention, payloadBytesMax, unrouted);
    }

    /** The longest wait of a node that has to poll; says nothing about failed messages. */
    public OutboxSettings withMaxIdleBackoff(Duration max) {
        return new OutboxSettings(routes, pollInterval, max, useNotify, retention, payloadBytesMax, unrouted);
    }

    public OutboxSettings withUseNotify(boolean listen) {
        return new OutboxSettings(routes, pollInterval, maxIdleBackoff, listen, retention, payloadBytesMax, unrouted);
    }

    public OutboxSettings withRetention(Duration time) {
        return new OutboxSettings(routes, pollInterval, maxIdleBackoff, useNotify, time, payloadBytesMax, unrouted);
    }

    public OutboxSettings withPayloadBytesMax(int bytes) {
        return new OutboxSettings(routes, pollInterval, maxIdleBackoff, useNotify, retention, bytes, unrouted);
    }

    public OutboxSettings withUnrouted(Unrouted choice) {
        return new OutboxSettings(routes, pollInterval, maxIdleBackoff, useNotify, retention, payloadBytesMax, choice);
    }

    /** The node's way of waiting, with what is said here in its place. */
    public WakeSettings waking(WakeSettings node) {
        Duration min = pollInterval != null ? pollInterval : node.idleBackoffMin();
        Duration max = maxIdleBackoff != null ? maxIdleBackoff : longer(min, node.idleBackoffMax());
        return node.withEnabled(useNotify != null ? useNotify : node.enabled()).withIdleBackoff(min, max);
    }

    private static Duration longer(Duration a, Duration b) {
        return a.compareTo(b) > 0 ? a : b;
    }
}
