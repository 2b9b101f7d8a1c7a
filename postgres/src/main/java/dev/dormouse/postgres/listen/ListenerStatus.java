package dev.dormouse.postgres.listen;

import dev.dormouse.wake.ListenerHealth;
import dev.dormouse.wake.ListenerState;
import dev.dormouse.wake.WakeSink;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the listener stands: tells the sink and the log when that changes, and only then. Written by the listener's
 * thread (and by {@code stop} once that has ended), read by any.
 */
final class ListenerStatus {

    private static final Logger log = LoggerFactory.getLogger(PgListener.class);

    private final String channel;
    private final WakeSink sink;
    private final InstantSource clock;
    private volatile ListenerHealth health;

    ListenerStatus(String channel, WakeSink sink, InstantSource clock) {
        this.channel = channel;
        this.sink = sink;
        this.clock = clock;
        this.health = new ListenerHealth(ListenerState.STOPPED, clock.instant(), 0, null, null, 0, 0);
    }

    ListenerHealth health() {
        return health;
    }

    void connecting() {
        enter(ListenerState.CONNECTING, null);
    }

    void listening(Duration echo) {
        ListenerHealth before = health;
        // Whoever has an echo behind it has listened before.
        boolean again = before.lastEcho() != null;
        health = new ListenerHealth(
                ListenerState.LISTENING,
                clock.instant(),
                before.reconnects() + (again ? 1 : 0),
                before.lastError(),
                echo,
                before.notifications(),
                before.foreign());
        log.info("Listening for wakes: channel={} echoMillis={}", channel, echo.toMillis());
        sink.listening();
    }

    /** A state that is already known to the sink keeps its name; only the error is news. */
    void lost(Throwable error) {
        ListenerState before = health.state();
        if (before == ListenerState.LOST || before == ListenerState.CANNOT_LISTEN) {
            enterQuietly(error);
            return;
        }
        enter(ListenerState.LOST, error);
        log.warn("No connection to listen for wakes, trying again: channel={} error={}", channel, describe(error));
        sink.listenerLost(describe(error));
    }

    void cannotListen(CannotListenException error) {
        if (health.state() == ListenerState.CANNOT_LISTEN) {
            enterQuietly(error);
            return;
        }
        enter(ListenerState.CANNOT_LISTEN, error);
        log.warn(
                "This node cannot be woken by the database and has to poll; it tries again later: channel={} reason={}",
                channel,
                describe(error));
        sink.cannotListen(describe(error));
    }

    void stopped() {
        enter(ListenerState.STOPPED, null);
    }

    void received(Collection<String> payloads, long foreign) {
        long own = payloads.stream().filter(WakePayload::isEcho).count();
        ListenerHealth before = health;
        health = new ListenerHealth(
                before.state(),
                before.since(),
                before.reconnects(),
                before.lastError(),
                before.lastEcho(),
                before.notifications() + payloads.size() - own,
                before.foreign() + foreign);
    }

    static String describe(Throwable error) {
        String message = error.getMessage();
        return message == null ? error.getClass().getSimpleName() : message;
    }

    private void enterQuietly(Throwable error) {
        set(health.state(), health.since(), error);
    }

    private void enter(ListenerState state, @Nullable Throwable error) {
        set(state, clock.instant(), error);
    }

    private void set(ListenerState state, Instant since, @Nullable Throwable error) {
        ListenerHealth before = health;
        health = new ListenerHealth(
                state,
                since,
                before.reconnects(),
                error == null ? before.lastError() : describe(error),
                before.lastEcho(),
                before.notifications(),
                before.foreign());
    }
}
