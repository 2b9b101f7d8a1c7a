package dev.dormouse.postgres.provider;

import dev.dormouse.Backend;
import dev.dormouse.postgres.Postgres;
import dev.dormouse.postgres.sql.SchemaName;
import dev.dormouse.provider.AckOutcome;
import dev.dormouse.provider.AttemptCount;
import dev.dormouse.provider.CustomStatus;
import dev.dormouse.provider.EnqueueOutcome;
import dev.dormouse.provider.Fetched;
import dev.dormouse.provider.HistoryRequest;
import dev.dormouse.provider.InstanceStatus;
import dev.dormouse.provider.InstanceWatch;
import dev.dormouse.provider.NewMessage;
import dev.dormouse.provider.NewWork;
import dev.dormouse.provider.Provider;
import dev.dormouse.provider.ProviderAdmin;
import dev.dormouse.provider.StoredEvent;
import dev.dormouse.provider.TurnAck;
import dev.dormouse.provider.TurnFetch;
import dev.dormouse.provider.TurnItem;
import dev.dormouse.provider.TurnLock;
import dev.dormouse.provider.WorkAck;
import dev.dormouse.provider.WorkFetch;
import dev.dormouse.provider.WorkItem;
import dev.dormouse.provider.WorkLock;
import dev.dormouse.wake.Survey;
import dev.dormouse.wake.WakeHub;
import dev.dormouse.wake.WakeSettings;
import dev.dormouse.wake.Waking;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongFunction;
import javax.sql.DataSource;

/** Orchestrations on PostgreSQL. Thread-safe. */
public final class PgProvider implements Provider {

    private final String name;
    private final Wakes wakes;
    private final boolean longPolling;
    private final ProviderDatabase database;
    private final Runnable whenClosed;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final DatabaseClock clock;
    private final PgTurns turns;
    private final PgTurnAcks turnAcks;
    private final PgWork work;
    private final PgSessions sessions;
    private final PgMessages messages;
    private final PgBeginnings beginnings;
    private final PgReading reading;
    private final PgProviderAdmin admin;

    /**
     * On a node, whose ways of waking it shares; the schema must be ready.
     *
     * @param settings what the node's hub and announcer go by
     */
    public PgProvider(DataSource dataSource, SchemaName schema, Waking waking, WakeSettings settings) {
        this(new ProviderDatabase(dataSource, schema), waking, settings, () -> {});
    }

    PgProvider(ProviderDatabase database, Waking waking, WakeSettings settings, Runnable whenClosed) {
        this.name = "postgres/" + database.schema().name();
        this.wakes = new Wakes(database, waking, settings.notifyMode());
        this.longPolling = settings.enabled();
        this.database = database;
        this.whenClosed = whenClosed;
        Batch.Statements statements = new Batch.Statements(database);
        this.reading = new PgReading(database, statements);
        this.clock = new DatabaseClock(reading::clock);
        this.turns = new PgTurns(database, statements, wakes, clock);
        this.turnAcks = new PgTurnAcks(statements, wakes, clock);
        this.work = new PgWork(database, statements, wakes);
        this.sessions = new PgSessions(database);
        this.messages = new PgMessages(statements, wakes);
        this.beginnings = new PgBeginnings(statements, wakes, clock);
        this.admin = new PgProviderAdmin(database, reading);
    }

    /**
     * By itself, not on a node: makes the schema ready, listens and announces until it is closed. If the settings say that
     * nobody listens, fetches do not wait either: the caller paces them.
     */
    public static PgProvider open(Postgres backend, WakeSettings settings) {
        return backend.openProvider(settings);
    }

    /** As {@link #open}, for the backend itself; the survey is made for the id of a node. */
    public static PgProvider standalone(
            DataSource dataSource,
            SchemaName schema,
            Backend backend,
            WakeSettings settings,
            LongFunction<Survey> survey) {
        return StandaloneNode.open(new ProviderDatabase(dataSource, schema), backend, settings, survey);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean supportsLongPolling() {
        return longPolling;
    }

    @Override
    public boolean wakes(WakeHub hub) {
        return wakes.of(hub);
    }

    @Override
    public Instant now() {
        return clock.now();
    }

    @Override
    public Fetched<TurnItem> fetchTurns(TurnFetch fetch) {
        return turns.fetch(fetch, longPolling ? fetch.pollTimeout() : Duration.ZERO);
    }

    @Override
    public List<AckOutcome> ackTurns(List<TurnAck> acks) {
        return turnAcks.ack(acks);
    }

    @Override
    public boolean abandonTurn(TurnLock lock, Duration delay, AttemptCount attempt) {
        return turns.abandon(lock, delay, attempt);
    }

    @Override
    public List<TurnLock> renewTurns(Collection<TurnLock> locks, Duration lockTimeout) {
        return turns.renew(locks, lockTimeout);
    }

    @Override
    public Fetched<WorkItem> fetchWork(WorkFetch fetch) {
        return work.fetch(fetch, longPolling ? fetch.pollTimeout() : Duration.ZERO);
    }

    @Override
    public List<AckOutcome> ackWork(List<WorkAck> acks) {
        return work.ack(acks);
    }

    @Override
    public boolean abandonWork(WorkLock lock, Duration delay, AttemptCount attempt) {
        return work.abandon(lock, delay, attempt);
    }

    @Override
    public List<WorkLock> renewWork(Collection<WorkLock> locks, Duration lockTimeout) {
        return work.renew(locks, lockTimeout);
    }

    @Override
    public int renewSessions(Collection<String> owners, Duration lockTimeout, Duration idleTimeout) {
        return sessions.renew(owners, lockTimeout, idleTimeout);
    }

    @Override
    public int forgetSessions() {
        return sessions.forget();
    }

    @Override
    public List<EnqueueOutcome> enqueue(List<NewMessage> added) {
        return messages.enqueue(added);
    }

    @Override
    public List<EnqueueOutcome> enqueue(Connection connection, List<NewMessage> added) {
        return messages.enqueue(connection, added);
    }

    @Override
    public long begin(TurnAck first) {
        return beginnings.begin(first);
    }

    @Override
    public void enqueueWork(List<NewWork> added) {
        work.enqueue(added);
    }

    @Override
    public List<List<StoredEvent>> readHistories(List<HistoryRequest> requests) {
        return reading.histories(requests);
    }

    @Override
    public Optional<InstanceStatus> findStatus(String instance) {
        return reading.status(instance);
    }

    @Override
    public Optional<CustomStatus> findCustomStatus(String instance, long lastSeenVersion) {
        return findStatus(instance).map(InstanceStatus::customStatus).filter(s -> s.version() > lastSeenVersion);
    }

    @Override
    public Optional<String> findValue(String instance, String key) {
        return Optional.ofNullable(reading.values(instance, key).get(key));
    }

    @Override
    public Map<String, String> values(String instance) {
        return reading.values(instance, null);
    }

    @Override
    public InstanceWatch watch(String instance) {
        return wakes.changes().watch(instance);
    }

    @Override
    public ProviderAdmin admin() {
        return admin;
    }

    boolean listening() {
        return wakes.listening();
    }

    /** How often the tables were searched for something to lock. */
    long looks() {
        return wakes.longPoll().looks();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            wakes.close();
            whenClosed.run();
            database.close();
        }
    }
}
