package dev.dormouse.postgres;

import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.dormouse.postgres.listen.AnnouncerSettings;
import dev.dormouse.postgres.listen.DriverConnector;
import dev.dormouse.postgres.listen.ListenerSettings;
import dev.dormouse.postgres.listen.PgAnnouncer;
import dev.dormouse.postgres.listen.PgListener;
import dev.dormouse.postgres.migrate.Migrations;
import dev.dormouse.postgres.sql.SchemaName;
import dev.dormouse.testkit.TestSchema;
import dev.dormouse.wake.Look;
import dev.dormouse.wake.Sleepers;
import dev.dormouse.wake.Ticker;
import dev.dormouse.wake.Waiter;
import dev.dormouse.wake.WakeHint;
import dev.dormouse.wake.WakeHub;
import dev.dormouse.wake.WakeObserver;
import dev.dormouse.wake.WakeSettings;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Consumers that fall asleep at the very moment at which producers insert, over and over: the real register of sleepers,
 * the real announcement, the real listener and hub; only the rows are simpler than jobs. The fallback is an hour away, so
 * a wake that is lost is seen as a consumer that sleeps on top of its row.
 */
final class WakeRace implements AutoCloseable {

    /** What the two sides do, right or wrong. */
    enum Order {
        RIGHT,
        /** The producer reads who sleeps before its row is committed. */
        ANNOUNCE_BEFORE_COMMIT,
        /** The consumer looks before it has said that it sleeps. */
        LOOK_BEFORE_FLAG
    }

    private static final int PAIRS = 4;

    private final TestSchema schema = TestSchema.create();
    private final SchemaName name = SchemaName.of(schema.name());
    private final Order order;
    private final Duration patience;
    private final HikariDataSource pool;
    private final WakeHub hub;
    private final PgListener listener;
    private final PgAnnouncer announcer;
    private final Sleepers sleepers;
    private final long node;

    final AtomicInteger races = new AtomicInteger();
    final AtomicInteger lost = new AtomicInteger();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final CountDownLatch enough = new CountDownLatch(1);
    private volatile int racesMax;
    private volatile int lostMax;
    private volatile boolean over;

    /** A wake counts as lost when a consumer has waited for so long. */
    WakeRace(Order order, Duration patience) throws SQLException {
        this.order = order;
        this.patience = patience;
        this.pool = pool();
        Migrations.of(name).migrate(pool);
        execute("create unlogged table " + name.quoted() + ".race (queue text not null, id bigint not null)");
        PgNodeStore nodes = new PgNodeStore(new Database(pool, name));
        this.node = nodes.join("race", Duration.ofHours(1));
        this.sleepers = nodes.sleepers(() -> node);
        this.hub = new WakeHub(
                WakeSettings.defaults().withFallbackInterval(Duration.ofHours(1)),
                Ticker.SYSTEM,
                WakeObserver.NONE,
                queues -> List.of());
        this.listener = new PgListener(
                new DriverConnector(schema.url(), new Properties()),
                schema.dataSource(),
                hub,
                ListenerSettings.defaults(name.channel()));
        this.announcer =
                new PgAnnouncer(pool, name, AnnouncerSettings.defaults().withInterval(Duration.ZERO), () -> 0L);
    }

    /** Races until so many were run, so many were lost, or the time is over. */
    void run(int racesMax, int lostMax, Duration time) throws InterruptedException {
        this.racesMax = racesMax;
        this.lostMax = lostMax;
        listener.start();
        announcer.start();
        await("the listener").atMost(time).until(() -> hub.generation() > 0);
        List<Thread> threads = new ArrayList<>();
        for (int pair = 0; pair < PAIRS; pair++) {
            threads.addAll(startPair("race:" + pair));
        }
        boolean unused = enough.await(time.toMillis(), TimeUnit.MILLISECONDS);
        over = true;
        for (Thread thread : threads) {
            thread.join(patience.toMillis() + 30_000);
        }
        if (failure.get() != null) {
            throw new AssertionError(failure.get());
        }
    }

    private List<Thread> startPair(String queue) {
        Semaphore found = new Semaphore(1);
        Waiter waiter = hub.register(List.of(queue));
        return List.of(thread(() -> consume(queue, waiter, found)), thread(() -> produce(queue, found)));
    }

    private interface Side {
        void run() throws Exception;
    }

    private Thread thread(Side side) {
        Thread thread = new Thread(() -> {
            try {
                side.run();
            } catch (Throwable t) {
                failure.compareAndSet(null, t);
                enough.countDown();
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void produce(String queue, Semaphore found) throws Exception {
        try (Connection connection = pool.getConnection();
                PreparedStatement insert =
                        connection.prepareStatement("insert into " + name.quoted() + ".race values (?, 1)");
                PreparedStatement announce = connection.prepareStatement(
                        "select pg_notify(?, ?) from " + name.quoted() + ".sleeper where queue = ? limit 1")) {
            insert.setString(1, queue);
            while (!over && found.tryAcquire(60, TimeUnit.SECONDS)) {
                spin();
                if (order == Order.ANNOUNCE_BEFORE_COMMIT) {
                    insertAndAnnounceAtOnce(connection, insert, announce, queue);
                } else {
                    insert.executeUpdate();
                    announcer.announce(WakeHint.now(queue));
                }
            }
        }
    }

    private void insertAndAnnounceAtOnce(
            Connection connection, PreparedStatement insert, PreparedStatement announce, String queue)
            throws SQLException {
        connection.setAutoCommit(false);
        insert.executeUpdate();
        announce.setString(1, name.channel());
        announce.setString(2, queue);
        announce.setString(3, queue);
        announce.execute();
        connection.commit();
        connection.setAutoCommit(true);
    }

    private void consume(String queue, Waiter waiter, Semaphore found) throws Exception {
        try (Connection connection = pool.getConnection();
                PreparedStatement claim = connection.prepareStatement(claim())) {
            claim.setString(1, queue);
            claim.setString(2, queue);
            claim.setLong(3, node);
            while (!over) {
                if (!fallAsleep(queue, waiter, claim) && !wokenToItsRow(waiter, claim)) {
                    lost.incrementAndGet();
                    claim.executeQuery().close();
                }
                if (races.incrementAndGet() >= racesMax || lost.get() >= lostMax) {
                    enough.countDown();
                }
                found.release();
            }
        }
    }

    /** Takes the row if there is one; the consumer then is awake. */
    private String claim() {
        return "with found as (delete from " + name.quoted()
                + ".race where queue = ? returning id), awake as (delete from "
                + name.quoted() + ".sleeper where queue = ? and node = ? and exists (select from found))"
                + " select id from found";
    }

    /** True if the row was there before the consumer slept. */
    private boolean fallAsleep(String queue, Waiter waiter, PreparedStatement claim) throws SQLException {
        if (order != Order.LOOK_BEFORE_FLAG) {
            sleepers.sleep(queue);
        }
        boolean there = look(waiter, claim);
        if (!there && order == Order.LOOK_BEFORE_FLAG) {
            sleepers.sleep(queue);
        }
        return there;
    }

    private boolean wokenToItsRow(Waiter waiter, PreparedStatement claim) throws Exception {
        long deadline = System.nanoTime() + patience.toNanos();
        while (waiter.awaitUntil(deadline) != null) {
            if (look(waiter, claim)) {
                return true;
            }
            if (over) {
                return true;
            }
        }
        return over;
    }

    private static boolean look(Waiter waiter, PreparedStatement claim) throws SQLException {
        Look look = waiter.beginLook();
        try (var rows = claim.executeQuery()) {
            boolean there = rows.next();
            if (there) {
                look.found(false, null);
            } else {
                look.empty(null);
            }
            return there;
        }
    }

    /** So that the two sides meet at every possible moment. */
    private static void spin() {
        long until = System.nanoTime() + ThreadLocalRandom.current().nextLong(150_000);
        while (System.nanoTime() < until) {
            Thread.onSpinWait();
        }
    }

    /** The protocol does not depend on the flush, and without it there are more races in a second. */
    private HikariDataSource pool() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(schema.url());
        config.setMaximumPoolSize(2 * PAIRS + 6);
        config.setConnectionInitSql("set synchronous_commit = off");
        return new HikariDataSource(config);
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() {
        over = true;
        announcer.close();
        listener.close();
        pool.close();
        schema.close();
    }
}
