package dev.dormouse.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import dev.dormouse.Dormouse;
import dev.dormouse.jobs.ClaimRequest;
import dev.dormouse.jobs.JobKind;
import dev.dormouse.jobs.RetryPolicy;
import dev.dormouse.jobs.schedule.ScheduledJob;
import dev.dormouse.orchestration.Orchestration;
import dev.dormouse.testkit.TestSchema;
import dev.dormouse.wake.WakeSettings;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A node whose wall clock is an hour off works. The machine's clock cannot be moved, so the database's is: for these
 * connections every function that tells the time is one of ours, found before the catalog's.
 */
final class ClockSkewIT {

    /** Far less than the clocks differ. */
    private static final Duration LATE = Duration.ofSeconds(30);

    private static final WakeSettings NO_FALLBACK = WakeSettings.defaults().withFallbackInterval(Duration.ofHours(1));
    private static final JobKind<String> NOTE = JobKind.of("note", String.class)
            .withRetry(RetryPolicy.fixed(Duration.ofSeconds(1)))
            .withAttemptsMax(2);
    private static final Orchestration<String, String> NAP = Orchestration.of("nap", String.class, String.class);

    private final TestSchema clocks = TestSchema.create();
    private final TestSchema schema = TestSchema.create();
    private final HikariDataSource pool = new HikariDataSource();
    /** When each note was handled, by the monotonic clock. */
    private final Map<String, Long> doneNanos = new ConcurrentHashMap<>();

    @AfterEach
    void close() {
        pool.close();
        schema.close();
        clocks.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1 hour", "-1 hour"})
    void theDatabasesClockDecidesAndTheNodesDoesNotMatter(String skew) throws SQLException {
        moveTheClock(skew);
        Postgres postgres = Postgres.at(pool, schema.name());
        try (Dormouse producer = Dormouse.on(postgres).start()) {
            long start = System.nanoTime();
            Instant databaseNow = databaseNow();
            dieHolding(producer, postgres, "orphan", Duration.ofSeconds(3));
            producer.jobs().enqueue(NOTE.with("now"));
            producer.jobs().enqueue(NOTE.with("delayed").withDelay(Duration.ofSeconds(2)));
            producer.jobs().enqueue(NOTE.with("at").withRunAt(databaseNow.plusSeconds(2)));
            producer.jobs().enqueue(NOTE.with("retried"));
            try (Dormouse node = node(postgres)) {
                node.orchestrations().start(NAP, "nap", "");
                await().atMost(LATE)
                        .until(() -> doneNanos
                                .keySet()
                                .containsAll(List.of("now", "delayed", "at", "retried", "orphan", "tick", "nap")));
            }
            assertDone(start, "now", Duration.ZERO);
            assertDone(start, "tick", Duration.ZERO);
            assertDone(start, "retried", Duration.ofSeconds(1));
            assertDone(start, "delayed", Duration.ofSeconds(2));
            assertDone(start, "at", Duration.ofSeconds(2));
            assertDone(start, "nap", Duration.ofSeconds(2));
            assertDone(start, "orphan", Duration.ofSeconds(3));
        }
    }

    private Dormouse node(Postgres postgres) {
        return Dormouse.on(postgres)
                .wake(NO_FALLBACK)
                .handle(NOTE, (job, text) -> {
                    if (text.equals("retried") && job.attempt() == 1) {
                        throw new IllegalStateException("once more");
                    }
                    done(text);
                })
                .schedule(ScheduledJob.every("tick", Duration.ofSeconds(1), NOTE.with("tick")))
                .orchestration(NAP, (ctx, input) -> {
                    ctx.timer(Duration.ofSeconds(2)).await();
                    done("nap");
                    return "";
                })
                .start();
    }

    private void done(String text) {
        doneNanos.putIfAbsent(text, System.nanoTime());
    }

    private void assertDone(long startNanos, String text, Duration after) {
        assertThat(Duration.ofNanos(Objects.requireNonNull(doneNanos.get(text)) - startNanos))
                .as(text)
                .isBetween(after, after.plus(LATE));
    }

    private static void dieHolding(Dormouse producer, Postgres postgres, String text, Duration lease) {
        producer.jobs().enqueue(NOTE.with(text));
        long node = postgres.nodes().join("dies", lease);
        postgres.jobs().exchange(new ClaimRequest(node, NOTE.queue(), List.of(NOTE.name()), 1, lease, true), List.of());
    }

    private void moveTheClock(String skew) throws SQLException {
        try (Connection connection = clocks.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            for (String function : List.of("clock_timestamp", "statement_timestamp", "now")) {
                statement.execute("create function %1$s.%2$s() returns timestamptz language sql"
                        .concat(" return pg_catalog.%2$s() + interval '%3$s'")
                        .formatted(clocks.quotedName(), function, skew));
            }
        }
        String options = "-c search_path=" + clocks.name() + ",pg_catalog";
        pool.setJdbcUrl(schema.url() + "&options=" + URLEncoder.encode(options, StandardCharsets.UTF_8));
        pool.setMaximumPoolSize(8);
    }

    private Instant databaseNow() throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select clock_timestamp()")) {
            row.next();
            Instant now = row.getObject(1, OffsetDateTime.class).toInstant();
            assertThat(Duration.between(Instant.now(), now).abs()).isGreaterThan(Duration.ofMinutes(50));
            return now;
        }
    }
}
