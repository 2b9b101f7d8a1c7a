package dev.dormouse.postgres.listen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.dormouse.wake.Backoff;
import dev.dormouse.wake.WakeHint;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PgAnnouncerIT {

    private static final Duration DEADLINE = RecordingSink.DEADLINE;
    private static final Backoff QUICK = new Backoff(Duration.ofMillis(1), Duration.ofMillis(5));

    private final ListenerFixture fixture = new ListenerFixture();
    private final RecordingSink sink = fixture.sink;
    private PgListener listener;

    @BeforeEach
    void listen() throws SQLException {
        fixture.query("CREATE UNLOGGED TABLE " + fixture.schema.quotedName()
                + ".sleeper (queue text, node bigint, PRIMARY KEY (queue, node))");
        listener = fixture.listening();
    }

    @AfterEach
    void close() {
        listener.close();
        fixture.close();
    }

    @Test
    void theFirstHintIsSentAtOnce() throws SQLException {
        sleeps("job:default");
        try (PgAnnouncer announcer = started(settings().withInterval(Duration.ofMinutes(5)))) {
            announcer.announce(WakeHint.now("job:default"));
            sink.awaitQueue("job:default");
        }
    }

    @Test
    void aHintWithinTheIntervalIsSentAfterIt() throws SQLException {
        sleeps("one", "two");
        try (PgAnnouncer announcer = started(settings().withInterval(Duration.ofMillis(300)))) {
            announcer.announce(WakeHint.now("one"));
            sink.awaitQueue("one");
            announcer.announce(WakeHint.now("two"));
            sink.awaitQueue("two");
            assertThat(announcer.health().statements()).isEqualTo(2);
        }
    }

    @Test
    void manyHintsCostFewStatements() throws SQLException {
        sleeps("job:default");
        AtomicInteger borrowed = new AtomicInteger();
        DataSource counting = Refusing.beforeConnection(fixture.producers(), borrowed::incrementAndGet);
        long startNanos = System.nanoTime();
        try (PgAnnouncer announcer = started(counting, settings().withInterval(Duration.ofMillis(100)))) {
            for (int i = 0; i < 1000; i++) {
                announcer.announce(WakeHint.now("job:default"));
                LockSupport.parkNanos(100_000);
            }
            announcer.announce(new WakeHint("job:default", Duration.ofSeconds(1)));
            sink.awaitQueue("job:default");
        }
        long intervals = (System.nanoTime() - startNanos) / 100_000_000;
        // One at once, and one for what is left at the end.
        assertThat((long) borrowed.get()).isLessThanOrEqualTo(intervals + 2);
    }

    @Test
    void nowBeatsLaterAndSoonerBeatsLater() throws SQLException {
        sleeps("now", "soon");
        try (PgAnnouncer announcer = announcer(fixture.producers(), settings())) {
            announcer.announce(new WakeHint("now", Duration.ofHours(1)));
            announcer.announce(WakeHint.now("now"));
            announcer.announce(new WakeHint("now", Duration.ofHours(2)));
            announcer.announce(new WakeHint("soon", Duration.ofDays(1)));
            announcer.announce(new WakeHint("soon", Duration.ofHours(1)));
            announcer.start();
            await().atMost(DEADLINE).until(() -> sink.wakes.size() == 2);
            assertThat(sink.wakes).contains(WakeHint.now("now"));
            Duration left = sink.wakes.stream()
                    .filter(h -> h.queue().equals("soon"))
                    .findFirst()
                    .orElseThrow()
                    .delay();
            assertThat(left).isBetween(Duration.ofMinutes(59), Duration.ofHours(1));
            assertThat(announcer.health().notifications()).isEqualTo(2);
        }
    }

    @Test
    void nothingIsSentWhereNobodySleeps() throws SQLException {
        sleeps("asleep");
        try (PgAnnouncer announcer = started(settings())) {
            announcer.announce(WakeHint.now("awake"));
            await().atMost(DEADLINE).until(() -> announcer.health().statements() == 1);
            assertThat(announcer.health().notifications()).isZero();
            announcer.announce(WakeHint.now("asleep"));
            sink.awaitQueue("asleep");
            assertThat(sink.queues()).containsExactly("asleep");
        }
    }

    @Test
    void noHintIsLostWhateverItsTiming() throws Exception {
        fixture.query("INSERT INTO " + fixture.schema.quotedName()
                + ".sleeper SELECT 'q' || n, 1 FROM generate_series(0, 999) n");
        try (PgAnnouncer announcer = started(settings().withInterval(Duration.ofMillis(1)))) {
            inThreads(4, thread -> {
                for (int i = 0; i < 250; i++) {
                    announcer.announce(WakeHint.now("q" + (thread * 250 + i)));
                    LockSupport.parkNanos(ThreadLocalRandom.current().nextInt(2_000_000));
                }
            });
            await().atMost(DEADLINE)
                    .until(() -> List.copyOf(sink.queues()).stream().distinct().count() == 1000);
            assertThat(announcer.health().statements()).isLessThan(1000);
            assertThat(announcer.health().dropped()).isZero();
        }
    }

    @Test
    void aHintDuringAStatementIsSentByTheNext() throws Exception {
        sleeps("one", "two");
        CountDownLatch underWay = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        DataSource slow = Refusing.beforeConnection(fixture.producers(), () -> {
            underWay.countDown();
            goOn.await();
            return null;
        });
        try (PgAnnouncer announcer = started(slow, settings())) {
            announcer.announce(WakeHint.now("one"));
            underWay.await();
            announcer.announce(WakeHint.now("one"));
            announcer.announce(WakeHint.now("two"));
            goOn.countDown();
            sink.awaitQueue("two");
            assertThat(sink.queues()).containsExactlyInAnyOrder("one", "one", "two");
        }
    }

    @Test
    void aFailureIsTriedAgain() throws SQLException {
        sleeps("job:default");
        AtomicInteger asked = new AtomicInteger();
        DataSource flaky = Refusing.beforeConnection(fixture.producers(), () -> {
            if (asked.incrementAndGet() <= 2) {
                throw new SQLException("not yet, says the test");
            }
            return null;
        });
        try (PgAnnouncer announcer = started(flaky, settings().withAttempts(5, QUICK))) {
            announcer.announce(WakeHint.now("job:default"));
            sink.awaitQueue("job:default");
            assertThat(announcer.health().failures()).isEqualTo(2);
            assertThat(announcer.health().dropped()).isZero();
        }
    }

    @Test
    void hintsAreDroppedInTheEndAndLaterOnesGoOut() throws SQLException {
        sleeps("one", "two");
        AtomicBoolean broken = new AtomicBoolean(true);
        DataSource dataSource = Refusing.whileSet(broken, fixture.producers());
        try (PgAnnouncer announcer = started(dataSource, settings().withAttempts(3, QUICK))) {
            List<String> unsent = new CopyOnWriteArrayList<>();
            announcer.onUnsent(unsent::add);
            announcer.announce(WakeHint.now("one"));
            await().atMost(DEADLINE).until(() -> announcer.health().dropped() == 1 && !unsent.isEmpty());
            assertThat(unsent).containsExactly("one");
            assertThat(announcer.health().failures()).isEqualTo(3);
            assertThat(announcer.health().lastError()).contains("says the test");
            broken.set(false);
            announcer.announce(WakeHint.now("two"));
            sink.awaitQueue("two");
            assertThat(sink.queues()).containsExactly("two");
        }
    }

    @Test
    void aBlockedPoolHoldsUpNeitherCallersNorTheStop() {
        DataSource blocked = Refusing.beforeConnection(fixture.producers(), () -> {
            new CountDownLatch(1).await();
            return null;
        });
        PgAnnouncer announcer = started(blocked, settings());
        long startNanos = System.nanoTime();
        for (int i = 0; i < 10_000; i++) {
            announcer.announce(WakeHint.now("job:" + i % 10));
        }
        announcer.stop(Duration.ofMillis(100));
        assertThat(Duration.ofNanos(System.nanoTime() - startNanos)).isLessThan(Duration.ofSeconds(3));
        assertThat(announcer.thread.joinWithin(Duration.ZERO)).isTrue();
    }

    @Test
    void aSilentServerHoldsUpTheAnnouncerForTheTimeoutOnly() throws SQLException {
        sleeps("job:default");
        DataSource direct = fixture.producers();
        AtomicBoolean silent = new AtomicBoolean(true);
        try (Connection held = fixture.connector().connect();
                PgAnnouncer announcer = started(
                        first(silent, held, direct),
                        settings().withSendTimeout(Duration.ofMillis(200)).withAttempts(5, QUICK))) {
            fixture.proxy.blackhole(true);
            announcer.announce(WakeHint.now("job:default"));
            await().atMost(DEADLINE).until(() -> announcer.health().failures() == 1);
            await().atMost(DEADLINE).until(() -> announcer.health().notifications() == 1);
            fixture.proxy.blackhole(false);
        }
    }

    @Test
    void stoppingSendsWhatIsPendingEvenWithoutGraceAndNothingAfter() throws SQLException {
        sleeps("before", "after");
        PgAnnouncer announcer = started(settings().withInterval(Duration.ofMinutes(5)));
        announcer.announce(WakeHint.now("nobody"));
        await().atMost(DEADLINE).until(() -> announcer.health().statements() == 1);
        announcer.announce(WakeHint.now("before"));
        announcer.stop(Duration.ZERO);
        announcer.announce(WakeHint.now("after"));
        sink.awaitQueue("before");
        assertThat(sink.queues()).containsExactly("before");
        assertThat(announcer.health().dropped()).isOne();
        assertThat(announcer.thread.joinWithin(Duration.ZERO)).isTrue();
    }

    @Test
    void connectionsThatDoNotCommitByThemselvesAreCommitted() throws SQLException {
        sleeps("job:default");
        try (Connection manual = fixture.producers().getConnection();
                PgAnnouncer announcer =
                        started(first(new AtomicBoolean(true), manual, fixture.producers()), settings())) {
            manual.setAutoCommit(false);
            announcer.announce(WakeHint.now("job:default"));
            sink.awaitQueue("job:default");
        }
    }

    @Test
    void anImpossibleQueueNameIsDroppedAndHoldsUpNoOther() throws SQLException {
        sleeps("job:default");
        try (PgAnnouncer announcer = started(settings())) {
            announcer.announce(WakeHint.now("x".repeat(500)));
            announcer.announce(WakeHint.now("a\0b"));
            announcer.announce(WakeHint.now("job:default"));
            sink.awaitQueue("job:default");
            assertThat(announcer.health().dropped()).isEqualTo(2);
        }
    }

    @Test
    void aPoolOfOneServesEchoAndAnnouncerAndGetsItsTimeoutBack() throws SQLException {
        sleeps("job:default");
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(fixture.schema.url());
        config.setMaximumPoolSize(1);
        config.setAutoCommit(false);
        RecordingSink pooled = new RecordingSink();
        try (HikariDataSource pool = new HikariDataSource(config);
                PgListener second = new PgListener(fixture.connector(), pool, pooled, fixture.settings());
                PgAnnouncer announcer = started(pool, settings())) {
            second.start();
            pooled.awaitStates("listening");
            announcer.announce(WakeHint.now("job:default"));
            pooled.awaitQueue("job:default");
            sink.awaitQueue("job:default");
            try (Connection connection = pool.getConnection()) {
                assertThat(connection.getNetworkTimeout()).isZero();
            }
        }
    }

    private static AnnouncerSettings settings() {
        return AnnouncerSettings.defaults();
    }

    private PgAnnouncer started(AnnouncerSettings settings) {
        return started(fixture.producers(), settings);
    }

    private PgAnnouncer started(DataSource dataSource, AnnouncerSettings settings) {
        PgAnnouncer announcer = announcer(dataSource, settings);
        announcer.start();
        return announcer;
    }

    private PgAnnouncer announcer(DataSource dataSource, AnnouncerSettings settings) {
        return new PgAnnouncer(dataSource, fixture.name, settings, () -> 0L);
    }

    private void sleeps(String... queues) throws SQLException {
        for (String queue : queues) {
            fixture.query("INSERT INTO " + fixture.schema.quotedName() + ".sleeper VALUES ('" + queue + "', 1)");
        }
    }

    /** Lends this connection the first time, and then new ones. */
    private static DataSource first(AtomicBoolean once, Connection connection, DataSource later) {
        return Refusing.substitute(later, () -> once.getAndSet(false) ? connection : later.getConnection());
    }

    private static void inThreads(int count, IntConsumer task) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int number = i;
            Thread thread = new Thread(() -> task.accept(number));
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
