package dev.dormouse.postgres;

import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.dormouse.Dormouse;
import dev.dormouse.DormouseBuilder;
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

/** A schema with a pool, and nodes that are stopped with it; what the tests of jobs and those of the outbox share. */
abstract class SchemaFixture implements AutoCloseable {

    static final Duration DEADLINE = Duration.ofSeconds(30);
    /** No test waits for an hour: whatever happens was not the fallback. */
    static final WakeSettings NO_FALLBACK = WakeSettings.defaults().withFallbackInterval(Duration.ofHours(1));

    private final TestSchema schema;
    final HikariDataSource pool;
    private final List<Dormouse> nodes = new ArrayList<>();

    SchemaFixture(TestSchema schema, int connections) {
        this.schema = schema;
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(schema.url());
        config.setMaximumPoolSize(connections);
        // Most tests need a few; a session takes the server longer to begin than to use.
        config.setMinimumIdle(1);
        this.pool = new HikariDataSource(config);
    }

    final Postgres postgres() {
        return Postgres.at(pool, schema.name());
    }

    final String schemaName() {
        return schema.name();
    }

    /** Starts a node that is stopped with the fixture. */
    final Dormouse start(DormouseBuilder builder) {
        Dormouse node = builder.start();
        nodes.add(node);
        return node;
    }

    static void until(Callable<Boolean> condition) {
        await().atMost(DEADLINE).pollInterval(Duration.ofMillis(10)).until(condition);
    }

    final long count(String table) throws SQLException {
        String count = value("select count(*) from {schema}." + table);
        return count == null ? 0 : Long.parseLong(count);
    }

    /** Writes {@code {schema}} as the schema's quoted name. */
    final void execute(String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(fill(sql));
        }
    }

    final String fill(String sql) {
        return sql.replace("{schema}", schema.quotedName());
    }

    /** The first column of the first row; null if there is none. */
    final @Nullable String value(String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(fill(sql))) {
            return rows.next() ? rows.getString(1) : null;
        }
    }

    /** The last that was started is the first that is stopped. */
    @Override
    public final void close() {
        for (int i = nodes.size() - 1; i >= 0; i--) {
            nodes.get(i).close();
        }
        pool.close();
        schema.close();
    }
}
