package dev.dormouse.postgres.listen;

import dev.dormouse.lifecycle.Supervised;
import dev.dormouse.postgres.sql.SchemaName;
import dev.dormouse.postgres.sql.Sql;
import dev.dormouse.postgres.sql.SqlCall;
import dev.dormouse.postgres.sql.SqlFiles;
import dev.dormouse.spi.StoreException;
import dev.dormouse.wake.Announcer;
import dev.dormouse.wake.WakeHint;
import dev.dormouse.wake.WakeHub;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Announces committed work to the nodes that sleep: at once after a quiet spell, then at most once per few milliseconds,
 * all hints of that time together. Thread-safe; announcing only leaves a note for a thread of its own.
 *
 * <p>A hint that is added while a statement is under way is sent by the next one: that statement's snapshot is older than
 * the hint's commit and may have missed a sleeper.
 */
public final class PgAnnouncer implements Announcer {

    private static final Logger log = LoggerFactory.getLogger(PgAnnouncer.class);

    /** What a node gives back as it stops would else be found only when its lease ends. */
    private static final Duration LAST_SEND = Duration.ofSeconds(1);

    private final String channel;
    private final AnnouncerSettings settings;
    private final LongSupplier self;
    private final Sql announce;
    private final PendingHints pending = new PendingHints();
    private final OpenConnections open = new OpenConnections();
    private final Borrowing borrowing;
    final Supervised thread = new Supervised("dormouse-announcer", this::run);

    /** When somebody last took the lead. */
    private final AtomicLong ledNanos = new AtomicLong(System.nanoTime());

    private final LongAdder statements = new LongAdder();
    private final LongAdder notifications = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private final LongAdder dropped = new LongAdder();
    private final AtomicBoolean refusalLogged = new AtomicBoolean();
    private volatile @Nullable String lastError;
    private volatile Consumer<String> unsent = queue -> {};

    /** Failed attempts since the last success or drop; of the announcer's thread, as is the next. */
    private int failuresInRow;

    /** Whether the log already says that hints are being dropped. */
    private boolean outageLogged;

    /**
     * The thread may be parked until there is a hint. Set before it looks for one, read after one was added: whichever comes
     * second sees the other. Between two statements of a burst nobody pays for an unpark.
     */
    private volatile boolean waiting;

    /**
     * An announcer that is not started yet.
     *
     * @param self the node that this process is: it wakes itself, with no database involved; 0 if it is none
     */
    public PgAnnouncer(DataSource dataSource, SchemaName schema, AnnouncerSettings settings, LongSupplier self) {
        this.channel = schema.channel();
        this.borrowing = new Borrowing(dataSource, open, settings.sendTimeout());
        this.settings = settings;
        this.self = self;
        this.announce = SqlFiles.of(PgAnnouncer.class, schema).load("announce");
    }

    @Override
    public void start() {
        thread.start();
    }

    @Override
    public void announce(WakeHint hint) {
        if (!WakePayload.isSendable(hint.queue())) {
            refuse(hint);
        } else if (thread.isStopping()) {
            dropped.increment();
        } else if (!pending.add(hint)) {
            dropped.increment();
            unsent.accept(hint.queue());
        } else if (waiting) {
            thread.unpark();
        }
    }

    @Override
    public void onUnsent(Consumer<String> action) {
        unsent = action;
    }

    @Override
    public boolean takeLead() {
        long now = System.nanoTime();
        long last = ledNanos.get();
        return now - last > settings.interval().toNanos() && pending.isEmpty() && ledNanos.compareAndSet(last, now);
    }

    @Override
    public void announceIn(Connection connection, WakeHint hint) {
        try {
            Notify.inTransaction(connection, channel, hint);
        } catch (SQLException e) {
            throw new StoreException("Could not announce work in " + hint.queue() + ": " + e.getMessage(), false, e);
        }
    }

    /** Sends what is pending, once, within the grace; even without one there is a moment for it. */
    @Override
    public void stop(Duration grace) {
        thread.stopping();
        thread.unpark();
        if (!thread.joinWithin(grace.compareTo(LAST_SEND) < 0 ? LAST_SEND : grace)) {
            open.abortAll();
            thread.interrupt();
            thread.join(Duration.ZERO);
        }
    }

    public AnnouncerHealth health() {
        return new AnnouncerHealth(statements.sum(), notifications.sum(), failures.sum(), dropped.sum(), lastError);
    }

    private void run() throws InterruptedException {
        while (!thread.isStopping()) {
            awaitHint();
            thread.pause(sendPending());
        }
        // A send that the end of the grace cut short would only be cut short again, or wait for a pool that has
        // nothing.
        if (!open.isAborted()) {
            sendPending();
        }
        drop(pending.drain());
    }

    private void awaitHint() {
        waiting = true;
        while (pending.isEmpty() && !thread.isStopping()) {
            LockSupport.park(this);
        }
        waiting = false;
    }

    /** Sends what there is; returns how long to pause before the next statement. */
    private Duration sendPending() {
        Map<String, Long> batch = pending.drain();
        if (batch.isEmpty()) {
            return Duration.ZERO;
        }
        try {
            borrowing.run(connection -> execute(connection, batch));
            failuresInRow = 0;
            outageLogged = false;
            return settings.interval();
        } catch (SQLException | RuntimeException e) {
            return afterFailure(batch, e);
        }
    }

    private void execute(Connection connection, Map<String, Long> batch) throws SQLException {
        String[] queues = batch.keySet().stream().map(WakeHub::askedFor).toArray(String[]::new);
        String[] payloads = batch.entrySet().stream()
                .map(e -> WakePayload.of(pending.hint(e.getKey(), e.getValue())))
                .toArray(String[]::new);
        int sent = 0;
        try (SqlCall call = announce.prepare(connection)) {
            ResultSet rows = call.set("queues", queues)
                    .set("payloads", payloads)
                    .set("self", self.getAsLong())
                    .query();
            while (rows.next()) {
                sent++;
            }
        }
        statements.increment();
        notifications.add(sent);
    }

    private Duration afterFailure(Map<String, Long> batch, Exception error) {
        failures.increment();
        lastError = ListenerStatus.describe(error);
        if (++failuresInRow < settings.attemptsMax()) {
            pending.putBack(batch);
            return settings.backoff().delay(failuresInRow, ThreadLocalRandom.current());
        }
        if (!outageLogged) {
            outageLogged = true;
            log.warn(
                    "Could not announce work to sleeping nodes; they find it at their next look: queues={} attempts={}",
                    batch.keySet(),
                    failuresInRow,
                    error);
        }
        failuresInRow = 0;
        drop(batch);
        batch.keySet().forEach(unsent);
        return settings.backoff().max();
    }

    private void drop(Map<String, Long> batch) {
        dropped.add(batch.size());
    }

    private void refuse(WakeHint hint) {
        dropped.increment();
        if (refusalLogged.compareAndSet(false, true)) {
            log.warn("A queue name that cannot travel in a notification is not announced: queue={}", hint.queue());
        }
    }
}
