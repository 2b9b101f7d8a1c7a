package dev.dormouse.sink.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.dormouse.Dormouse;
import dev.dormouse.outbox.NewMessage;
import dev.dormouse.outbox.OutboxMessage;
import dev.dormouse.outbox.RouteSettings;
import dev.dormouse.postgres.Postgres;
import dev.dormouse.telemetry.NodeCounts;
import dev.dormouse.testkit.TestSchema;
import dev.dormouse.wake.WakeReason;
import dev.dormouse.wake.WakeSettings;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * A view model that is there as soon as its row is, however long nothing happened before: a relay and a Redis that are real,
 * a business transaction, and a record of what woke the relay. {@code -Dview.idle=PT60S} makes the quiet time longer.
 */
@Execution(ExecutionMode.CONCURRENT)
class RealTimeViewIT {

    private static final Duration GENEROUS = Duration.ofSeconds(30);
    private static final Duration IDLE = Duration.parse(System.getProperty("view.idle", "PT5S"));
    /** No test waits for an hour: whatever happens was not the fallback. */
    private static final WakeSettings NO_FALLBACK = WakeSettings.defaults().withFallbackInterval(Duration.ofHours(1));

    private final TestSchema schema = TestSchema.create();
    private final TestRedis redis = new TestRedis();
    private final Dormouse relay = Dormouse.on(Postgres.at(schema.dataSource(), schema.name()))
            .name("relay")
            .wake(NO_FALLBACK)
            .route("views", "carts.*", RedisHashSink.at(redis.url(), RealTimeViewIT::view), RouteSettings.defaults())
            .start();
    /** The process that serves requests, and delivers nothing. */
    private final Dormouse web = Dormouse.on(Postgres.at(schema.dataSource(), schema.name()))
            .name("web")
            .wake(NO_FALLBACK)
            .start();

    @BeforeEach
    void aLongQuietTime() throws Exception {
        execute("create table " + schema.quotedName() + ".team_cart (id int primary key, host text not null)");
        await().atMost(GENEROUS).until(() -> relay.health().counts().listening());
        Thread.sleep(IDLE.toMillis()); // idleness can only be had by waiting
    }

    @AfterEach
    void close() {
        web.close();
        relay.close();
        redis.close();
        schema.close();
    }

    @Test
    void afterALongQuietTimeTheViewModelOfANewRowIsThereByANotification() throws Exception {
        NodeCounts.Snapshot before = relay.health().counts();
        createCart(web, 1, "Ada");
        awaitView(1, Map.of("status", "open", "host", "Ada"));
        assertThat(rows()).isEqualTo(1);
        assertWokenBy(WakeReason.NOTIFY, before);
    }

    @Test
    void inTheRelaysOwnProcessTheViewModelIsThereByALocalWake() throws Exception {
        NodeCounts.Snapshot before = relay.health().counts();
        relay.outbox().inTransaction((connection, publisher) -> {
            try (Statement statement = connection.createStatement()) {
                statement.execute(insert(2, "Grace"));
            }
            publisher.publish(created(2, "Grace"));
            return 1;
        });
        awaitView(2, Map.of("status", "open", "host", "Grace"));
        assertThat(rows()).isEqualTo(1);
        assertWokenBy(WakeReason.LOCAL, before);
    }

    @Test
    void whatIsRolledBackLeavesNoViewModelAndWhatFollowsIsNotLate() throws Exception {
        try (Connection connection = schema.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute(insert(3, "nobody"));
            web.outbox().publish(connection, created(3, "nobody"));
            connection.rollback();
        }
        createCart(web, 4, "Edsger");
        awaitView(4, Map.of("status", "open", "host", "Edsger"));
        assertThat(redis.client.exists("cart:3")).isFalse();
        assertThat(rows()).isEqualTo(1);
    }

    private static HashChange view(OutboxMessage message) {
        return HashChange.put(
                "cart:" + message.key(), Map.of("status", "open", "host", new String(message.payload(), UTF_8)));
    }

    /** The row and the message in one transaction of the application's own. */
    private void createCart(Dormouse node, int id, String host) throws SQLException {
        try (Connection connection = schema.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute(insert(id, host));
            node.outbox().publish(connection, created(id, host));
            connection.commit();
        }
    }

    private static NewMessage created(int id, String host) {
        return NewMessage.text("carts.created", host).key(Integer.toString(id));
    }

    private String insert(int id, String host) {
        return "insert into " + schema.quotedName() + ".team_cart values (" + id + ", '" + host + "')";
    }

    private void awaitView(int id, Map<String, String> view) {
        await().atMost(GENEROUS)
                .untilAsserted(
                        () -> assertThat(redis.client.hgetAll("cart:" + id)).isEqualTo(view));
    }

    private void assertWokenBy(WakeReason reason, NodeCounts.Snapshot before) {
        NodeCounts.Snapshot after = relay.health().counts();
        assertThat(after.wakes().get(reason)).isGreaterThan(before.wakes().get(reason));
        assertThat(after.wakes().get(WakeReason.FALLBACK)).isZero();
        assertThat(after.wakes().get(WakeReason.POLL)).isEqualTo(before.wakes().get(WakeReason.POLL));
        assertThat(after.fallbackFinds()).isZero();
    }

    private long rows() throws SQLException {
        try (Connection connection = schema.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select count(*) from " + schema.quotedName() + ".team_cart")) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = schema.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
