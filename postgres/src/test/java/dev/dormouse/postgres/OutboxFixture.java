package dev.dormouse.postgres;

import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.dormouse.Dormouse;
import dev.dormouse.DormouseBuilder;
import dev.dormouse.outbox.NewMessage;
import dev.dormouse.outbox.Outbox;
import dev.dormouse.outbox.OutboxAdmin;
import dev.dormouse.outbox.OutboxSettings;
import dev.dormouse.outbox.RouteSettings;
import dev.dormouse.testkit.TestSchema;
import dev.dormouse.wake.WakeSettings;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** A migrated schema with a pool and a node that only publishes; what a test of the outbox begins with. */
final class OutboxFixture implements AutoCloseable {

    static final Duration DEADLINE = Duration.ofSeconds(30);
    static final Duration SOON = Duration.ofMillis(20);
    /** No test waits for an hour: whatever happens was not the fallback. */
    static final WakeSettings NO_FALLBACK = WakeSettings.defaults().withFallbackInterval(Duration.ofHours(1));
    /** Failures are tried again soon, and given up after the third. */
    static final RouteSettings HASTY = RouteSettings.defaults()
            .withRetryBackoff(SOON, SOON.multipliedBy(2))
            .withAttemptsMax(3);

    private final TestSchema schema = TestSchema.create();
    final HikariDataSource pool;
    final Dormouse producer;
    final Outbox outbox;
    final OutboxAdmin admin;
    private final List<Dormouse> nodes = new ArrayList<>();

    OutboxFixture() {
        this(OutboxSettings.defaults());
    }

    OutboxFixture(OutboxSettings settings) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(schema.url());
        config.setMaximumPoolSize(20);
        this.pool = new HikariDataSource(config);
        this.producer =
                Dormouse.on(postgres()).wake(NO_FALLBACK).outbox(settings).start();
        this.outbox = producer.outbox();
        this.admin = producer.outboxAdmin();
    }

    Postgres postgres() {
        return Postgres.at(pool, schema.name());
    }

    DormouseBuilder node() {
        return Dormouse.on(postgres()).wake(NO_FALLBACK);
    }

    /** Starts a node that is stopped with the fixture. */
    Dormouse start(DormouseBuilder builder) {
        Dormouse node = builder.start();
        nodes.add(node);
        return node;
    }

    static NewMessage message(String key, String text) {
        return NewMessage.text("orders.placed", text).key(key);
    }

    static NewMessage message(String text) {
        return NewMessage.text("orders.placed", text);
    }

    static void until(Callable<Boolean> condition) {
        await().atMost(DEADLINE).pollInterval(Duration.ofMillis(10)).until(condition);
    }

    /** Nothing is on its way any more, and no node holds a lane. */
    void untilQuiet() {
        until(() -> count("outbox_pending") + count("outbox_waiting") + count("outbox_delayed") == 0
                && "0".equals(value("select count(*) from {schema}.outbox_lane where node is not null")));
    }

    long count(String table) throws SQLException {
        String count = value("select count(*) from {schema}." + table);
        return count == null ? 0 : Long.parseLong(count);
    }

    /** Writes {@code {schema}} as the schema's quoted name. */
    void execute(String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(fill(sql));
        }
    }

    String fill(String sql) {
        return sql.replace("{schema}", schema.quotedName());
    }

    /** The first column of the first row; null if there is none. */
    @Nullable
    String value(String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(fill(sql))) {
            return rows.next() ? rows.getString(1) : null;
        }
    }

    @Override
    public void close() {
        nodes.forEach(Dormouse::close);
        producer.close();
        pool.close();
        schema.close();
    }
}
