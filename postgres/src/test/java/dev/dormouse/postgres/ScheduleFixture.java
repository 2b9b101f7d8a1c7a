package dev.dormouse.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.dormouse.Dormouse;
import dev.dormouse.jobs.JobKind;
import dev.dormouse.jobs.schedule.ScheduleStatus;
import dev.dormouse.testkit.TestSchema;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A migrated schema, a pool, and a look at what schedules have left in it. */
final class ScheduleFixture implements AutoCloseable {

    record Report(String name) {}

    static final JobKind<Report> REPORT = JobKind.of("report", Report.class);

    final TestSchema schema = TestSchema.create();
    final HikariDataSource pool = pool();
    final Postgres postgres = Postgres.at(pool, schema.name());
    /** Defines and asks, and fires nothing. */
    final Dormouse client = Dormouse.on(postgres).start();

    HikariDataSource pool() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(schema.url());
        config.setMaximumPoolSize(4);
        config.setMinimumIdle(0);
        return new HikariDataSource(config);
    }

    ScheduleStatus status(String name) {
        return client.schedules().find(name).orElseThrow();
    }

    /** The ticks for which a schedule has enqueued a job, in order; a tick that was fired twice is there twice. */
    List<Instant> ticks(String schedule) {
        return strings("select headers->>'dormouse.tick' from %s.job where headers->>'dormouse.schedule' = '" + schedule
                        + "' and headers ? 'dormouse.tick' order by (headers->>'dormouse.tick')::timestamptz")
                .stream()
                .map(Instant::parse)
                .toList();
    }

    int jobs() {
        return Integer.parseInt(strings("select count(*)::text from %s.job").get(0));
    }

    /** As {@code set("next_fire_at = now()", "nightly")}. */
    void set(String assignment, String schedule) {
        execute("update %s.job_schedule set " + assignment + " where name = '" + schedule + "'");
    }

    void execute(String sql) {
        try (Connection connection = schema.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql.replace("%s", schema.quotedName()));
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    List<String> strings(String sql) {
        try (Connection connection = schema.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql.replace("%s", schema.quotedName()))) {
            List<String> strings = new ArrayList<>();
            while (rows.next()) {
                strings.add(rows.getString(1));
            }
            return strings;
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /** How often statements with this text ran in this schema. */
    long calls(String text) {
        return Long.parseLong(strings("select coalesce(sum(calls), 0)::bigint::text from pg_stat_statements"
                        + " where query like '%' || '" + schema.name() + "' || '%' and query like '%" + text + "%'"
                        + " and query not like '%pg_stat_statements%'")
                .get(0));
    }

    @Override
    public void close() {
        client.close();
        pool.close();
        schema.close();
    }
}
