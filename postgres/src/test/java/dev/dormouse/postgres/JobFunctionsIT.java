package dev.dormouse.postgres;

import static dev.dormouse.postgres.JobFixture.NUT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dormouse.Dormouse;
import dev.dormouse.jobs.JobInfo;
import dev.dormouse.jobs.JobKind;
import dev.dormouse.jobs.JobState;
import dev.dormouse.postgres.JobFixture.Nut;
import dev.dormouse.testkit.TestSchema;
import dev.dormouse.wake.WakeSettings;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The schema's functions, called as a program in another language does. */
final class JobFunctionsIT {

    private static final WakeSettings NO_FALLBACK = WakeSettings.defaults().withFallbackInterval(Duration.ofHours(1));

    private JobFixture fixture = new JobFixture();
    private final Queue<String> cracked = new ConcurrentLinkedQueue<>();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void aJavaNodeHandlesWhatSqlEnqueues() throws SQLException {
        startNode();

        fixture.execute("select * from {schema}.enqueue('nut', '{\"name\": \"text\"}')");
        SchemaFixture.until(() -> cracked.contains("text"));
        fixture.execute("select * from {schema}.enqueue('nut', '{\"name\": \"jsonb\"}'::jsonb, priority => 5)");
        SchemaFixture.until(() -> cracked.contains("jsonb"));
        fixture.execute("select * from {schema}.enqueue(kind => 'nut', args => '{\"name\": \"later\"}',"
                + " delay => interval '300 ms')");
        SchemaFixture.until(() -> cracked.contains("later"));
    }

    @Test
    void anySchemaNameWorks() throws SQLException {
        fixture.close();
        fixture = new JobFixture(TestSchema.named("o'dd \"$function$ \\schema"), NO_FALLBACK);
        startNode();

        fixture.execute("select * from {schema}.enqueue('nut', '{\"name\": \"odd\"}', unique_key => 'k')");

        SchemaFixture.until(() -> cracked.contains("odd"));
    }

    @Test
    void allThatIsGivenIsKeptExactly() throws SQLException {
        long id = enqueue("'nut', e'{ \"name\" :\\t\"\\u00fc\" }', 'wood', -3, run_at => '2100-01-01 00:00+00',"
                + " unique_key => 'u', limit_key => 'l', headers => '{\"trace\": \"ab\"}'");

        JobInfo info = fixture.info(id);

        assertThat(new String(info.payload(), StandardCharsets.UTF_8)).isEqualTo("{ \"name\" :\t\"ü\" }");
        assertThat(info.headers()).isEqualTo(Map.of("trace", "ab"));
        assertThat(info.summary()).extracting("queue", "kind", "priority").containsExactly("wood", "nut", -3);
        assertThat(info.summary()).extracting("uniqueKey", "limitKey").containsExactly("u", "l");
        assertThat(info.state()).isEqualTo(JobState.SCHEDULED);
        assertThat(info.summary().dueAt()).isEqualTo("2100-01-01T00:00:00Z");
    }

    @Test
    void aUniqueKeyAnswersWithTheJobThatHoldsIt() throws SQLException {
        long first = enqueue("'nut', '{}', unique_key => 'k'");

        assertThat(fixture.value("select (id, inserted) from {schema}.enqueue('nut', '{}', unique_key => 'k')"))
                .isEqualTo("(" + first + ",f)");
        assertThat(fixture.jobs
                        .enqueue(NUT.with(new Nut("x")).withUniqueKey("k"))
                        .id())
                .isEqualTo(first);
        assertThat(enqueue("'other', '{}', unique_key => 'k'")).isNotEqualTo(first);
    }

    @Test
    void whatIsRolledBackNeverWas() throws SQLException {
        try (Connection connection = fixture.pool.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute(fixture.fill("select * from {schema}.enqueue('nut', '{}')"));
            connection.rollback();
        }

        assertThat(fixture.value("select count(*) from {schema}.job")).isEqualTo("0");
    }

    @ParameterizedTest
    @CsvSource({"default,nut", "a/b#c:d.e_f-g,X.y", "-,.", "ä,ヤマネ", "'a b','q\"''x'"})
    void lanesAreTheSameAsInJava(String queue, String kind) throws SQLException {
        try (Connection connection = fixture.pool.getConnection();
                PreparedStatement statement =
                        connection.prepareStatement(fixture.fill("select {schema}.job_lane(?, ?)"))) {
            statement.setString(1, queue);
            statement.setString(2, kind);
            var rows = statement.executeQuery();
            rows.next();

            assertThat(rows.getLong(1)).isEqualTo(Lanes.of(queue, kind));
        }
    }

    @Test
    void aJobInAnOddlyNamedQueueReachesItsJavaHandler() throws SQLException {
        JobKind<Nut> odd = JobKind.of("X:y/z#1", Nut.class).withQueue("a/b#c:d.e_f-g");
        startNode(odd);

        enqueue("'X:y/z#1', '{\"name\": \"odd\"}', 'a/b#c:d.e_f-g'");

        SchemaFixture.until(() -> cracked.contains("odd"));
    }

    @Test
    void badInputIsRefusedWithItsValue() {
        refused("'', '{}'", "kind must have 1 to 120 letters, digits or . _ - : / #, not ''");
        refused("null, '{}'", "kind must have 1 to 120", "not null");
        refused("'two words', '{}'", "not 'two words'");
        refused("repeat('k', 121), '{}'", "kind must have 1 to 120");
        refused("'nut', null::text", "args of kind nut must not be null");
        refused("'nut', repeat('x', 1048577)", "the payload of kind nut takes 1048577 bytes, the limit is 1048576");
        refused("'nut', repeat('ü', 524289)", "1048578 bytes");
        refused("'nut', '{}', 'no queue'", "queue must have 1 to 120", "not 'no queue'");
        refused("'nut', '{}', priority => 1001", "priority must be between -1000 and 1000, not 1001");
        refused("'nut', '{}', priority => null", "priority must be between -1000 and 1000, not null");
        refused("'nut', '{}', delay => interval '-1 s'", "delay must be between 0 and 1000 years, not -00:00:01");
        refused("'nut', '{}', run_at => 'infinity'", "run_at must be between the years 1970 and 9999, not infinity");
        refused("'nut', '{}', delay => '1 s', run_at => now()", "give delay or run_at, not both");
        refused("'nut', '{}', unique_key => ''", "unique_key must have 1 to 255 bytes, not 0");
        refused("'nut', '{}', limit_key => repeat('ü', 128)", "limit_key must have 1 to 255 bytes, not 256");
        refused("'nut', '{}', headers => '[1]'", "headers must be a JSON object of strings, not [1]");
        refused("'nut', '{}', headers => '{\"a\": 1}'", "header 'a' must have", "a string as its value, not 1");
        refused("'nut', '{}', headers => '{\"\": \"x\"}'", "header '' must have a name of 1 to 255 bytes");
    }

    @Test
    void theLimitOfPayloadsCanBeSetAsForNodes() throws SQLException {
        try (Connection connection = fixture.pool.getConnection();
                Statement statement = connection.createStatement()) {
            String enqueue = fixture.fill("select * from {schema}.enqueue('nut', repeat('1', %d))");
            statement.execute("set dormouse.payload_limit = 2000000");
            statement.execute(enqueue.formatted(2_000_000));
            assertThatThrownBy(() -> statement.execute(enqueue.formatted(2_000_001)))
                    .hasMessageContaining("the payload of kind nut takes 2000001 bytes, the limit is 2000000");
            statement.execute("reset dormouse.payload_limit");
            assertThatThrownBy(() -> statement.execute(enqueue.formatted(2_000_000)))
                    .hasMessageContaining("the limit is 1048576");
        }
    }

    @Test
    void jobsAreCancelledAndRetriedFromSql() throws SQLException {
        long waiting = enqueue("'nut', '{\"name\": \"a\"}'");
        long parked = fixture.park("b");

        assertThat(fixture.value("select {schema}.cancel_job(" + waiting + ", 'no')"))
                .isEqualTo("cancelled");
        assertThat(fixture.value("select {schema}.cancel_job(" + waiting + ", 'no')"))
                .isEqualTo("already_finished");
        assertThat(fixture.value("select {schema}.cancel_job(-1, 'no')")).isEqualTo("not_found");
        assertThat(fixture.value("select {schema}.retry_job(" + waiting + ")")).isEqualTo("not_parked");
        assertThat(fixture.value("select {schema}.retry_job(-1)")).isEqualTo("not_found");
        startNode();
        assertThat(fixture.value("select {schema}.retry_job(" + parked + ")")).isEqualTo("retried");

        SchemaFixture.until(() -> cracked.contains("b"));
        assertThat(cracked).containsExactly("b");
        assertThatThrownBy(() -> fixture.execute("select {schema}.cancel_job(1, '')"))
                .hasMessageContaining("reason must have 1 to 1000 characters, not 0");
    }

    private void startNode() {
        startNode(NUT);
    }

    /** Starts a node and waits until it sleeps, so that only a notification can wake it. */
    private void startNode(JobKind<Nut> kind) {
        Dormouse node =
                fixture.start(fixture.node().wake(NO_FALLBACK).handle(kind, (job, nut) -> cracked.add(nut.name())));
        SchemaFixture.until(() -> node.health().counts().listening()
                && !"0".equals(fixture.value("select count(*) from {schema}.sleeper")));
    }

    private long enqueue(String arguments) throws SQLException {
        return Long.parseLong(
                Objects.requireNonNull(fixture.value("select id from {schema}.enqueue(" + arguments + ")")));
    }

    private void refused(String arguments, String... parts) {
        assertThatThrownBy(() -> enqueue(arguments))
                .as(arguments)
                .isInstanceOf(SQLException.class)
                .hasMessageContainingAll(parts);
    }
}
