package dev.dormouse.postgres.listen;

import dev.dormouse.lifecycle.Supervised;
import dev.dormouse.wake.Backoff;
import dev.dormouse.wake.ListenerHealth;
import dev.dormouse.wake.ListenerState;
import dev.dormouse.wake.WakeHint;
import dev.dormouse.wake.WakeSink;
import dev.dormouse.wake.WakeSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The node's one LISTEN connection: connects, proves that notifications arrive, hands each to the sink, and begins again
 * after any failure until stopped. Thread-safe.
 *
 * <p>The sink hears of changes only: lost once however many attempts follow, {@code cannotListen} once until it listens
 * again. A first connect that fails counts as lost.
 */
public final class PgListener implements WakeSource {

    private static final Logger log = LoggerFactory.getLogger(PgListener.class);

    private final ListenConnector connector;
    private final DataSource producers;
    private final WakeSink sink;
    private final ListenerSettings settings;
    private final ListenerStatus status;
    private final OpenConnections open = new OpenConnections();
    final Supervised thread = new Supervised("dormouse-listener", this::run);

    /** Failures since the last session that lasted; of the listener's thread, as is the next. */
    private int failures;

    /** When the session began to listen; zero if it did not. */
    private long listeningNanos;

    /** Listens with connections of its own; the self-test at connect is sent through {@code producers}. */
    public PgListener(ListenConnector connector, DataSource producers, WakeSink sink, ListenerSettings settings) {
        this(connector, producers, sink, settings, InstantSource.system());
    }

    public PgListener(
            ListenConnector connector,
            DataSource producers,
            WakeSink sink,
            ListenerSettings settings,
            InstantSource clock) {
        this.connector = connector.forOneListener();
        this.producers = producers;
        this.sink = sink;
        this.settings = settings;
        this.status = new ListenerStatus(settings.channel(), sink, clock);
    }

    /** Returns at once; the sink hears when the listener listens. */
    @Override
    public void start() {
        thread.start();
    }

    /** There is nothing to finish, so the grace is only how long to wait for the thread. */
    @Override
    public void stop(Duration grace) {
        thread.stopping();
        connector.abandon();
        open.abortAll();
        thread.interrupt();
        thread.join(grace);
    }

    @Override
    public ListenerHealth health() {
        return status.health();
    }

    private void run() throws InterruptedException {
        try {
            status.connecting();
            while (!thread.isStopping()) {
                thread.pause(attempt());
            }
        } finally {
            status.stopped();
        }
    }

    /** One session from connect to its end, whatever ends it; returns how long to pause before the next. */
    private Duration attempt() {
        listeningNanos = 0;
        try {
            listenUntilError();
            return Duration.ZERO;
        } catch (Throwable error) {
            if (thread.isStopping()) {
                return Duration.ZERO;
            }
            failures = lasted() ? 1 : failures + 1;
            return delayAfter(error);
        }
    }

    private void listenUntilError() throws SQLException, CannotListenException {
        try (ListenSession session = new ListenSession(connect(), settings, open)) {
            session.listen();
            Duration echo = session.proveDelivery(producers);
            listeningNanos = System.nanoTime();
            status.listening(echo);
            while (!thread.isStopping()) {
                deliver(session.next());
            }
        }
    }

    private Connection connect() throws SQLException, CannotListenException {
        try {
            return connector.connect();
        } catch (SQLException e) {
            if (CannotListenException.isRefusal(e)) {
                throw new CannotListenException("The connection was refused: " + e.getMessage(), e);
            }
            throw e;
        }
    }

    /** One wake per queue and batch, for the earliest of its due times. */
    private void deliver(List<String> payloads) {
        Map<String, Duration> earliest = new LinkedHashMap<>();
        int foreign = 0;
        for (String payload : payloads) {
            Optional<WakeHint> hint = WakePayload.parse(payload);
            hint.ifPresent(h -> earliest.merge(h.queue(), h.delay(), (a, b) -> a.compareTo(b) <= 0 ? a : b));
            foreign += hint.isEmpty() && !WakePayload.isEcho(payload) ? 1 : 0;
        }
        status.received(payloads, foreign);
        earliest.forEach((queue, delay) -> sink.wake(new WakeHint(queue, delay)));
    }

    /** A session that ended as soon as it began does not make the next pause a short one. */
    private boolean lasted() {
        return listeningNanos != 0
                && System.nanoTime() - listeningNanos
                        > settings.reconnect().max().toNanos();
    }

    private Duration delayAfter(Throwable error) {
        boolean wasHopeless = isHopeless();
        try {
            tell(error);
        } catch (RuntimeException | Error e) {
            log.error("The sink failed to hear of the listener's state; the listener goes on", e);
        }
        boolean hopeless = isHopeless();
        // The pauses between retries begin with their first, however many reconnects failed before.
        failures = hopeless && !wasHopeless ? 1 : failures;
        Backoff backoff = hopeless ? settings.retry() : settings.reconnect();
        return backoff.delay(failures, ThreadLocalRandom.current());
    }

    private boolean isHopeless() {
        return status.health().state() == ListenerState.CANNOT_LISTEN;
    }

    private void tell(Throwable error) {
        if (error instanceof CannotListenException refusal) {
            status.cannotListen(refusal);
            return;
        }
        if (!(error instanceof SQLException)) {
            log.error("The listener failed and begins again", error);
        }
        status.lost(error);
    }
}
