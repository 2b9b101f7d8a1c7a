package dev.dormouse.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.dormouse.Dormouse;
import dev.dormouse.DormouseBuilder;
import dev.dormouse.jobs.JobKind;
import dev.dormouse.jobs.RetryPolicy;
import dev.dormouse.postgres.listen.DriverConnector;
import dev.dormouse.postgres.migrate.Migrations;
import dev.dormouse.postgres.sql.SchemaName;
import dev.dormouse.testkit.FaultProxy;
import dev.dormouse.testkit.TestSchema;
import dev.dormouse.wake.WakeSettings;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;

/** A schema, nodes on it, and a bad network for their listeners. */
final class NodeFixture implements AutoCloseable {

    record Note(String text) {}

    static final Duration GENEROUS = Duration.ofSeconds(30);
    static final JobKind<Note> NOTE =
            JobKind.of("note", Note.class).withRetry(RetryPolicy.fixed(Duration.ofMillis(300)));
    /** No test waits for an hour: whatever happens was not the fallback. */
    static final WakeSettings NO_FALLBACK = WakeSettings.defaults().withFallbackInterval(Duration.ofHours(1));

    final TestSchema schema = TestSchema.create();
    final FaultProxy proxy = FaultProxy.to(schema.url());
    /** Everything a node does is done by a role of its own, by which the server counts. */
    final String url = schema.url().replace("user=postgres", "user=" + role());

    final HikariDataSource pool = pool(url);
    /** What was done, with the moment by the monotonic clock. */
    final List<Done> done = new CopyOnWriteArrayList<>();

    record Done(String text, long nanos) {}

    void migrate() {
        Migrations.of(SchemaName.of(schema.name())).migrate(pool);
    }

    /** The listener goes through the proxy, the statements do not. */
    Postgres postgres() {
        return Postgres.at(pool, schema.name(), new DriverConnector(proxy.url(url), new Properties()));
    }

    DormouseBuilder node(WakeSettings wake) {
        return Dormouse.on(postgres()).wake(wake).handle(NOTE, (job, note) -> note(note));
    }

    /** A node of another process, as far as anyone can tell: with a pool of its own and no handlers. */
    Dormouse producer() {
        return Dormouse.on(Postgres.at(schema.dataSource(), schema.name())).start();
    }

    void note(Note note) {
        done.add(new Done(note.text(), System.nanoTime()));
    }

    boolean isDone(String text) {
        return done.stream().anyMatch(d -> d.text().equals(text));
    }

    long doneAt(String text) {
        return done.stream()
                .filter(d -> d.text().equals(text))
                .findFirst()
                .orElseThrow()
                .nanos();
    }

    long number(String sql) {
        try (Connection connection = schema.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql.replace("{schema}", schema.quotedName()))) {
            rows.next();
            return rows.getLong(1);
        } catch (SQLException e) {
            throw new AssertionError(sql, e);
        }
    }

    /** Statements of this fixture's nodes so far. */
    long statements() {
        return number("select coalesce(sum(calls), 0) from pg_stat_statements s join pg_roles r on r.oid = s.userid"
                + " where r.rolname = '" + schema.name() + "' and toplevel");
    }

    /** Blocks of tables and indexes that the statements of this fixture's nodes have touched so far. */
    long blocks() {
        return number("select coalesce(sum(shared_blks_hit + shared_blks_read), 0) from pg_stat_statements s"
                + " join pg_roles r on r.oid = s.userid where r.rolname = '" + schema.name() + "' and toplevel");
    }

    /** No statement for half a second. */
    void awaitQuiet() {
        awaitQuiet(Duration.ofMillis(500), GENEROUS);
    }

    /** No statement for so long. */
    void awaitQuiet(Duration time, Duration atMost) {
        Quiet.ofCount(this::statements, time, atMost);
    }

    private String role() {
        execute("create role " + schema.quotedName() + " superuser login");
        return schema.name();
    }

    void execute(String sql) {
        try (Connection connection = schema.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql.replace("{schema}", schema.quotedName()));
        } catch (SQLException e) {
            throw new AssertionError(sql, e);
        }
    }

    private static HikariDataSource pool(String url) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(8);
        return new HikariDataSource(config);
    }

    @Override
    public void close() {
        proxy.close();
        pool.close();
        execute("drop owned by " + schema.quotedName() + " cascade");
        execute("drop role " + schema.quotedName());
        schema.close();
    }
}
