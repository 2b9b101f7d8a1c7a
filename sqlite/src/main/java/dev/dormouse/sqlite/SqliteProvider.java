package dev.dormouse.sqlite;

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
import dev.dormouse.provider.ProviderException;
import dev.dormouse.provider.StoredEvent;
import dev.dormouse.provider.TurnAck;
import dev.dormouse.provider.TurnFetch;
import dev.dormouse.provider.TurnItem;
import dev.dormouse.provider.TurnLock;
import dev.dormouse.provider.WorkAck;
import dev.dormouse.provider.WorkFetch;
import dev.dormouse.provider.WorkItem;
import dev.dormouse.provider.WorkLock;
import dev.dormouse.wake.WakeHub;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Orchestrations in one SQLite file, or in memory, for one process. Thread-safe.
 *
 * <p>What was committed survives the death of the process and of the machine. A file serves one provider at a time: a second
 * one that wants to open it is refused.
 */
public final class SqliteProvider implements Provider {

    private final InstantSource clock;
    private final Db db;
    private final SqliteAdmin admin;
    private final Announcements announcements;
    private final boolean longPolling;
    private final AtomicLong looks = new AtomicLong();

    private SqliteProvider(OpenFile file, SqliteOptions options) {
        this.announcements = new Announcements(options.ticker());
        this.clock = options.clock();
        this.db = new Db(file, clock, announcements::announce);
        this.admin = new SqliteAdmin(db);
        this.longPolling = options.longPolling();
    }

    /** Opens the file, and creates it if there is none. */
    public static SqliteProvider open(Path file) {
        return open(file, SqliteOptions.defaults());
    }

    public static SqliteProvider open(Path file, SqliteOptions options) {
        return new SqliteProvider(OpenFile.at(file), options);
    }

    /** Everything is gone when it is closed. */
    public static SqliteProvider inMemory() {
        return inMemory(SqliteOptions.defaults());
    }

    public static SqliteProvider inMemory(SqliteOptions options) {
        return new SqliteProvider(OpenFile.inMemory(), options);
    }

    @Override
    public String name() {
        return db.name;
    }

    @Override
    public boolean supportsLongPolling() {
        return longPolling;
    }

    /** How many times the file has been searched for something to lock: what waiting costs. */
    public long looks() {
        return looks.get();
    }

    /** A provider that may not wait does not wake either: it is to be paced like one that can do neither. */
    @Override
    public boolean wakes(WakeHub hub) {
        if (longPolling) {
            announcements.tell(hub);
        }
        return longPolling;
    }

    @Override
    public Instant now() {
        return clock.instant();
    }

    @Override
    public Fetched<TurnItem> fetchTurns(TurnFetch fetch) {
        return longPolling && !fetch.pollTimeout().isZero()
                ? announcements.polls.fetch(
                        Announcements.interest(fetch), fetch.pollTimeout(), () -> lookForTurns(fetch))
                : lookForTurns(fetch);
    }

    private Fetched<TurnItem> lookForTurns(TurnFetch fetch) {
        looks.incrementAndGet();
        return db.transact("fetch turns", tx -> Turns.fetch(tx, fetch));
    }

    @Override
    public List<AckOutcome> ackTurns(List<TurnAck> turns) {
        return db.transact("commit turns", tx -> Commits.commit(tx, turns));
    }

    @Override
    public boolean abandonTurn(TurnLock lock, Duration delay, AttemptCount attempt) {
        return db.transact("abandon the turn of " + lock.instance(), tx -> Turns.abandon(tx, lock, delay, attempt));
    }

    @Override
    public List<TurnLock> renewTurns(Collection<TurnLock> locks, Duration lockTimeout) {
        return db.transact("renew turns", tx -> Turns.renew(tx, locks, lockTimeout));
    }

    @Override
    public Fetched<WorkItem> fetchWork(WorkFetch fetch) {
        return longPolling && !fetch.pollTimeout().isZero()
                ? announcements.polls.fetch(
                        Announcements.interest(fetch), fetch.pollTimeout(), () -> lookForWork(fetch))
                : lookForWork(fetch);
    }

    private Fetched<WorkItem> lookForWork(WorkFetch fetch) {
        looks.incrementAndGet();
        return db.transact("fetch work", tx -> WorkSearch.fetch(tx, fetch));
    }

    @Override
    public List<AckOutcome> ackWork(List<WorkAck> acks) {
        return db.transact("complete work", tx -> Works.ack(tx, acks));
    }

    @Override
    public boolean abandonWork(WorkLock lock, Duration delay, AttemptCount attempt) {
        return db.transact("abandon work of " + lock.instance(), tx -> Works.abandon(tx, lock, delay, attempt));
    }

    @Override
    public List<WorkLock> renewWork(Collection<WorkLock> locks, Duration lockTimeout) {
        return db.transact("renew work", tx -> Works.renew(tx, locks, lockTimeout));
    }

    @Override
    public int renewSessions(Collection<String> owners, Duration lockTimeout, Duration idleTimeout) {
        return db.transact("renew sessions", tx -> Sessions.renew(tx, owners, lockTimeout, idleTimeout));
    }

    @Override
    public int forgetSessions() {
        return db.transact("forget sessions", Sessions::forget);
    }

    @Override
    public List<EnqueueOutcome> enqueue(List<NewMessage> messages) {
        return db.transact("put messages in", tx -> Messages.enqueue(tx, messages));
    }

    @Override
    public List<EnqueueOutcome> enqueue(Connection connection, List<NewMessage> messages) {
        throw new ProviderException(
                name()
                        + " cannot take part in a transaction of another connection: use enqueue(messages), or PostgreSQL",
                false,
                null);
    }

    @Override
    public long begin(TurnAck first) {
        return db.transact("begin " + first.lock().instance(), tx -> Commits.begin(tx, first));
    }

    @Override
    public void enqueueWork(List<NewWork> work) {
        db.transact("put work in", tx -> {
            for (NewWork each : work) {
                Works.insert(tx, each);
            }
            return work.size();
        });
    }

    @Override
    public List<List<StoredEvent>> readHistories(List<HistoryRequest> requests) {
        return db.transact("read histories", tx -> Histories.read(tx, requests));
    }

    @Override
    public Optional<InstanceStatus> findStatus(String instance) {
        return db.transact("read the status of " + instance, tx -> Instances.findStatus(tx, instance));
    }

    @Override
    public Optional<CustomStatus> findCustomStatus(String instance, long lastSeenVersion) {
        return db.transact(
                "read the custom status of " + instance,
                tx -> Instances.findCustomStatus(tx, instance, lastSeenVersion));
    }

    @Override
    public Optional<String> findValue(String instance, String key) {
        return db.transact("read a value of " + instance, tx -> Values.find(tx, instance, key));
    }

    @Override
    public Map<String, String> values(String instance) {
        return db.transact("read the values of " + instance, tx -> Values.all(tx, instance));
    }

    @Override
    public InstanceWatch watch(String instance) {
        return announcements.polls.changes.watch(instance);
    }

    @Override
    public ProviderAdmin admin() {
        return admin;
    }

    @Override
    public void close() {
        announcements.close();
        db.close();
    }
}
