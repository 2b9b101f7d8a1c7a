package dev.dormouse.postgres.listen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.dormouse.wake.ListenerState;
import dev.dormouse.wake.WakeHint;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PgListenerIT {

    private static final Duration DEADLINE = RecordingSink.DEADLINE;

    private final ListenerFixture fixture = new ListenerFixture();
    private final RecordingSink sink = fixture.sink;

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void handsNotificationsToTheSink() throws SQLException {
        try (PgListener listener = fixture.listening()) {
            fixture.notify(WakeHint.now("job:default"));
            fixture.notify(new WakeHint("outbox", Duration.ofMillis(1500)));
            sink.awaitQueue("outbox");
            assertThat(sink.wakes)
                    .containsExactly(WakeHint.now("job:default"), new WakeHint("outbox", Duration.ofMillis(1500)));
            assertThat(listener.health().state()).isEqualTo(ListenerState.LISTENING);
            assertThat(listener.health().lastEcho()).isPositive();
            assertThat(listener.health().lastError()).isNull();
            assertThat(listener.health().notifications()).isEqualTo(2);
            assertThat(listener.health().reconnects()).isZero();
        }
    }

    @Test
    void aNotificationInATransactionFollowsItsFate() throws SQLException {
        try (PgListener listener = fixture.listening();
                Connection producer = fixture.producers().getConnection()) {
            producer.setAutoCommit(false);
            Notify.inTransaction(producer, fixture.name.channel(), WakeHint.now("rolled back"));
            producer.rollback();
            Notify.inTransaction(producer, fixture.name.channel(), WakeHint.now("committed"));
            Notify.inTransaction(producer, fixture.name.channel(), WakeHint.now("committed"));
            producer.commit();
            sink.awaitQueue("committed");
            assertThat(sink.queues()).containsExactly("committed");
            assertThat(listener.health().notifications()).isOne();
        }
    }

    @Test
    void aBurstCostsFewWakes() throws SQLException {
        try (PgListener listener = fixture.listening()) {
            fixture.query("SELECT pg_notify('" + fixture.name.channel()
                    + "', 'job:default@' || n) FROM generate_series(1, 1000) n");
            await().atMost(DEADLINE).until(() -> listener.health().notifications() == 1000);
            fixture.notify(WakeHint.now("end"));
            sink.awaitQueue("end");
            assertThat(sink.wakes).contains(new WakeHint("job:default", Duration.ofMillis(1)));
            assertThat(sink.wakes).hasSizeLessThan(100);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"job:ä@5", "a@b@1", "@", "x@", "日本 語", "it's \"odd\" \\ $$", "%s ?", "!x", "\t", "🐭"})
    void queueNamesMayHaveOddCharacters(String queue) throws SQLException {
        try (PgListener listener = fixture.listening()) {
            fixture.notify(WakeHint.now(queue));
            sink.awaitQueue(queue);
            assertThat(sink.wakes).containsExactly(WakeHint.now(queue));
            assertThat(listener.health().foreign()).isZero();
        }
    }

    @Test
    void forgedPayloadsAreIgnoredAndCounted() throws SQLException {
        try (PgListener listener = fixture.listening()) {
            List<String> forged = List.of("", "x".repeat(201), "q@", "q@x", "@5", "q@-1", "q@9999999999999999999");
            for (String payload : forged) {
                fixture.notifyRaw(payload);
            }
            fixture.notifyRaw("!echo:forged");
            fixture.notify(WakeHint.now("real"));
            sink.awaitQueue("real");
            assertThat(sink.queues()).containsExactly("real");
            assertThat(sink.states).containsExactly("listening");
            assertThat(listener.health().foreign()).isEqualTo(forged.size());
        }
    }

    @Test
    void aTerminatedBackendIsReplaced() throws SQLException {
        try (PgListener listener = fixture.listener(ListenerSettings.defaults(fixture.name.channel()))) {
            listener.start();
            sink.awaitStates("listening");
            assertThat(fixture.query("SELECT count(pg_terminate_backend(pid)) " + fixture.itsBackend()))
                    .isEqualTo("1");
            sink.awaitStates("listening", "lost", "listening");
            assertThat(listener.health().reconnects()).isOne();
            assertThat(listener.health().lastError()).contains("terminating connection");
            fixture.notify(WakeHint.now("after"));
            sink.awaitQueue("after");
        }
    }

    @Test
    void anIdleListenerHoldsBackNoVacuum() throws SQLException {
        try (PgListener listener = fixture.listener(ListenerSettings.defaults(fixture.name.channel()))) {
            listener.start();
            sink.awaitStates("listening");
            assertThat(fixture.query(
                            "SELECT state || ' ' || coalesce(backend_xmin::text, 'free') " + fixture.itsBackend()))
                    .isEqualTo("idle free");
        }
    }

    @Test
    void aCutConnectionIsLostOnceHoweverManyAttemptsFail() {
        try (PgListener listener = fixture.listening()) {
            fixture.proxy.refuse(true);
            int before = fixture.proxy.accepted();
            fixture.proxy.cut();
            await().atMost(DEADLINE).until(() -> fixture.proxy.accepted() > before + 5);
            assertThat(sink.states).containsExactly("listening", "lost");
            assertThat(listener.health().state()).isEqualTo(ListenerState.LOST);
            fixture.proxy.refuse(false);
            sink.awaitStates("listening", "lost", "listening");
        }
    }

    @Test
    void aServerThatIsNotThereAtStartIsWaitedFor() {
        fixture.proxy.refuse(true);
        try (PgListener listener = fixture.listener(fixture.settings())) {
            listener.start();
            await().atMost(DEADLINE).until(() -> fixture.proxy.accepted() > 3);
            assertThat(sink.states).containsExactly("lost");
            fixture.proxy.refuse(false);
            sink.awaitStates("lost", "listening");
            assertThat(listener.health().reconnects()).isZero();
        }
    }

    @Test
    void aSilentNetworkIsNoticed() throws SQLException {
        try (PgListener listener = fixture.listening()) {
            fixture.proxy.blackhole(true);
            sink.awaitStates("listening", "lost");
            assertThat(listener.health().state()).isEqualTo(ListenerState.LOST);
            fixture.proxy.blackhole(false);
            sink.awaitStates("listening", "lost", "listening");
            fixture.notify(WakeHint.now("after"));
            sink.awaitQueue("after");
        }
    }

    @Test
    void silenceIsAskedForASignOfLifeAndIsNoLoss() throws SQLException {
        Properties named = new Properties();
        named.setProperty("ApplicationName", fixture.schema.name());
        ListenConnector connector = new DriverConnector(fixture.proxy.url(fixture.schema.url()), named);
        ListenerSettings settings = fixture.settings().withPing(Duration.ofMillis(20), Duration.ofSeconds(5));
        try (PgListener listener = new PgListener(connector, fixture.producers(), sink, settings)) {
            listener.start();
            String lastPing = "SELECT state_change FROM pg_stat_activity WHERE query = '' AND state = 'idle'"
                    + " AND application_name = '" + fixture.schema.name() + "'";
            await().atMost(DEADLINE).until(() -> !fixture.query(lastPing).isEmpty());
            String first = fixture.query(lastPing);
            await().atMost(DEADLINE).until(() -> fixture.query(lastPing).compareTo(first) > 0);
            fixture.notify(WakeHint.now("after"));
            sink.awaitQueue("after");
            assertThat(sink.states).containsExactly("listening");
        }
    }

    @Test
    void aPoolerThatDeliversNothingIsFoundOut() throws SQLException {
        fixture.proxy.dropNotifications(true);
        try (PgListener listener = fixture.listener(fixture.settings().withEchoTimeout(Duration.ofMillis(300)))) {
            listener.start();
            await().atMost(DEADLINE).until(() -> fixture.proxy.accepted() > 2);
            assertThat(sink.states).containsExactly("cannot");
            assertThat(sink.reasons.get(0)).contains("pooler");
            assertThat(listener.health().state()).isEqualTo(ListenerState.CANNOT_LISTEN);
            fixture.proxy.dropNotifications(false);
            sink.awaitStates("cannot", "listening");
            fixture.notify(WakeHint.now("after"));
            sink.awaitQueue("after");
        }
    }

    @Test
    void noConnectionIsHeldWhileItCannotListen() {
        fixture.proxy.dropNotifications(true);
        ListenerSettings settings =
                ListenerSettings.defaults(fixture.name.channel()).withEchoTimeout(Duration.ofMillis(100));
        try (PgListener listener = fixture.listener(settings)) {
            listener.start();
            sink.awaitStates("cannot");
            await().atMost(DEADLINE).until(() -> fixture.proxy.open() == 0);
        }
    }

    @Test
    void aRefusedListenIsFoundOut() {
        ListenConnector standby = () -> Refusing.statements(fixture.connector().connect(), "25006");
        try (PgListener listener = new PgListener(standby, fixture.producers(), sink, fixture.settings())) {
            listener.start();
            await().atMost(DEADLINE).until(() -> fixture.proxy.accepted() > 2);
            assertThat(sink.states).containsExactly("cannot");
            assertThat(sink.reasons.get(0)).contains("LISTEN was refused");
        }
    }

    @Test
    void aWrongPasswordIsNotTriedManyTimesASecond() {
        ListenConnector wrong = () -> {
            throw new SQLException("password authentication failed", "28P01");
        };
        try (PgListener listener = new PgListener(wrong, fixture.producers(), sink, fixture.settings())) {
            listener.start();
            sink.awaitStates("cannot");
            assertThat(listener.health().lastError()).contains("password authentication failed");
        }
    }

    @Test
    void aFailingSelfTestConnectionIsALossAndNotARefusal() {
        AtomicBoolean broken = new AtomicBoolean(true);
        try (PgListener listener = new PgListener(
                fixture.connector(), Refusing.whileSet(broken, fixture.producers()), sink, fixture.settings())) {
            listener.start();
            sink.awaitStates("lost");
            assertThat(sink.reasons.get(0)).contains("self-test");
            broken.set(false);
            sink.awaitStates("lost", "listening");
        }
    }

    @Test
    void aSinkThatThrowsDoesNotEndTheListener() throws SQLException {
        AtomicBoolean angry = new AtomicBoolean(true);
        RecordingSink failing = new RecordingSink() {
            @Override
            public void wake(WakeHint hint) {
                super.wake(hint);
                if (angry.getAndSet(false)) {
                    throw new AssertionError("thrown by the test's sink");
                }
            }
        };
        try (PgListener listener =
                new PgListener(fixture.connector(), fixture.producers(), failing, fixture.settings())) {
            listener.start();
            failing.awaitStates("listening");
            fixture.notify(WakeHint.now("one"));
            failing.awaitStates("listening", "lost", "listening");
            fixture.notify(WakeHint.now("two"));
            failing.awaitQueue("two");
        }
    }
}
