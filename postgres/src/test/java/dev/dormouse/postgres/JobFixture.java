package dev.dormouse.postgres;

import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.dormouse.Dormouse;
import dev.dormouse.DormouseBuilder;
import dev.dormouse.jobs.ClaimRequest;
import dev.dormouse.jobs.JobAdmin;
import dev.dormouse.jobs.JobInfo;
import dev.dormouse.jobs.JobKind;
import dev.dormouse.jobs.JobState;
import dev.dormouse.jobs.Jobs;
import dev.dormouse.jobs.RetryPolicy;
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

/** A migrated schema with a pool and a node that only puts jobs in; what a test of jobs begins with. */
final class JobFixture implements AutoCloseable {

    record Nut(String name) {}

    static final Duration DEADLINE = Duration.ofSeconds(30);
    static final JobKind<Nut> NUT = JobKind.of("nut", Nut.class)
            .withRetry(RetryPolicy.fixed(Duration.ZERO))
            .withAttemptsMax(2);

    /** No test waits for an hour: whatever happens was not the fallback. */
    static final WakeSettings NO_FALLBACK = WakeSettings.defaults().withFallbackInterval(Duration.ofHours(1));

    private final TestSchema schema;
    final HikariDataSource pool;
    final Dormouse producer;
    final Jobs jobs;
    final JobAdmin admin;
    private final List<Dormouse> nodes = new ArrayList<>();

    JobFixture() {
        this(WakeSettings.defaults());
    }

    JobFixture(WakeSettings wake) {
        this(TestSchema.create(), wake);
    }

    JobFixture(TestSchema schema, WakeSettings wake) {
        this.schema = schema;
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(schema.url());
        config.setMaximumPoolSize(12);
        this.pool = new HikariDataSource(config);
        this.producer = Dormouse.on(postgres()).wake(wake).start();
        this.jobs = producer.jobs();
        this.admin = producer.jobAdmin();
    }

    Postgres postgres() {
        return Postgres.at(pool, schema.name());
    }

    String schemaName() {
        return schema.name();
    }

    DormouseBuilder node() {
        return Dormouse.on(postgres());
    }

    /** A node that claims jobs and then is never heard of again. */
    long dieHolding(int max, Duration lease, JobKind<?> kind) {
        Postgres postgres = postgres();
        long node = postgres.nodes().join("dies", lease);
        postgres.jobs()
                .exchange(new ClaimRequest(node, kind.queue(), List.of(kind.name()), max, lease, true), List.of());
        return node;
    }

    void awaitCount(int count, String table) {
        until(() -> Integer.toString(count).equals(value("select count(*) from {schema}." + table)));
    }

    /** Starts a node that is stopped with the fixture. */
    Dormouse start(DormouseBuilder builder) {
        Dormouse node = builder.start();
        nodes.add(node);
        return node;
    }

    long enqueue(String name) {
        return jobs.enqueue(NUT, new Nut(name)).id();
    }

    /** A job that is parked, with the error on record, though no node ever ran it. */
    long park(String name) throws SQLException {
        long id = enqueue(name);
        park(id);
        return id;
    }

    void park(long id) throws SQLException {
        execute("delete from {schema}.job_ready where id = " + id);
        execute("insert into {schema}.job_parked (id, attempt) values (" + id + ", 2)");
        execute("insert into {schema}.job_error (job_id, attempt, node, error) values (" + id + ", 2, 1, 'cracked')");
    }

    JobInfo info(long id) {
        return admin.find(id).orElseThrow();
    }

    void awaitState(long id, JobState state) {
        until(() -> admin.find(id).map(JobInfo::state).orElse(null) == state);
    }

    static void until(Callable<Boolean> condition) {
        await().atMost(DEADLINE).pollInterval(Duration.ofMillis(20)).until(condition);
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
