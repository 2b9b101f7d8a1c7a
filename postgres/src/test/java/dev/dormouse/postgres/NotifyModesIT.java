package dev.dormouse.postgres;

import static dev.dormouse.postgres.JobFixture.NUT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.jobs.QueueLimits;
import dev.dormouse.postgres.JobFixture.Nut;
import dev.dormouse.postgres.sql.SchemaName;
import dev.dormouse.testkit.TestSchema;
import dev.dormouse.wake.NotifyMode;
import dev.dormouse.wake.WakeSettings;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/** Who announces what, as somebody sees it who listens on the channel with a plain connection. */
final class NotifyModesIT {

    private static final String END = "!end";

    @ParameterizedTest
    @EnumSource(
            value = NotifyMode.class,
            names = {"AFTER_COMMIT", "IN_TRANSACTION", "TRIGGER"})
    void aSleepingNodeHandlesTheJobOfAnotherProcess(NotifyMode mode) {
        WakeSettings wake = wake(mode);
        Queue<String> cracked = new ConcurrentLinkedQueue<>();
        try (JobFixture fixture = new JobFixture(wake)) {
            var node = fixture.start(fixture.node().wake(wake).handle(NUT, (job, nut) -> cracked.add(nut.name())));
            SchemaFixture.until(() -> node.health().counts().listening());

            for (String name : List.of("a", "b", "c")) {
                fixture.enqueue(name);
                SchemaFixture.until(() -> cracked.contains(name));
            }
            assertThat(node.health().counts().fallbackFinds()).isZero();
        }
    }

    @Test
    void inTransactionModeAnnouncesWithTheJobs() throws SQLException {
        try (Channel channel = new Channel(NotifyMode.IN_TRANSACTION)) {
            channel.fixture.enqueue("one");
            channel.fixture.jobs.enqueueAll(List.of(
                    NUT.with(new Nut("a")),
                    NUT.with(new Nut("b")),
                    NUT.with(new Nut("c")).withQueue("wood")));
            channel.fixture.jobs.enqueue(NUT.with(new Nut("d")).withDelay(Duration.ofHours(1)));

            assertThat(channel.heard())
                    .containsExactly("job:default", "job:default", "job:wood", "job:default@3600000");
        }
    }

    @Test
    void inTransactionModeAnnouncesNothingThatWasRolledBack() throws SQLException {
        try (Channel channel = new Channel(NotifyMode.IN_TRANSACTION);
                Connection connection = channel.fixture.pool.getConnection()) {
            connection.setAutoCommit(false);
            channel.fixture.jobs.enqueue(connection, NUT, new Nut("never"));
            connection.rollback();
            channel.fixture.jobs.enqueue(connection, NUT, new Nut("really"));
            connection.commit();

            assertThat(channel.heard()).containsExactly("job:default");
        }
    }

    @Test
    void noneAnnouncesNothing() throws SQLException {
        try (Channel channel = new Channel(NotifyMode.NONE);
                Connection connection = channel.fixture.pool.getConnection()) {
            channel.fixture.enqueue("one");
            channel.fixture.jobs.enqueue(connection, NUT, new Nut("two"));

            assertThat(channel.heard()).isEmpty();
        }
    }

    @Test
    void theTriggerAnnouncesEachQueueOnceWhateverIsInserted() throws SQLException {
        try (Channel channel = new Channel(NotifyMode.TRIGGER)) {
            channel.fixture.enqueue("one");
            channel.fixture.jobs.enqueueAll(List.of(
                    NUT.with(new Nut("a")),
                    NUT.with(new Nut("b")).withQueue("wood"),
                    NUT.withPriority(3).with(new Nut("c")),
                    NUT.with(new Nut("d")).withQueue("wood").withDelay(Duration.ofHours(1))));

            List<String> heard = channel.heard();
            assertThat(heard.get(0)).isEqualTo("job:default");
            assertThat(heard.subList(1, heard.size())).containsExactlyInAnyOrder("job:default", "job:wood");
        }
    }

    @Test
    void rowsThatAnotherProgramInsertsAreHandledThanksToTheTrigger() throws SQLException {
        WakeSettings wake = wake(NotifyMode.TRIGGER);
        Queue<String> cracked = new ConcurrentLinkedQueue<>();
        try (JobFixture fixture = new JobFixture(wake)) {
            var node = fixture.start(fixture.node().wake(wake).handle(NUT, (job, nut) -> cracked.add(nut.name())));
            SchemaFixture.until(() -> node.health().counts().listening());

            fixture.execute("with added as (insert into {schema}.job (lane, priority, queue, kind, payload)"
                    + " values ({schema}.job_lane('default', 'nut'), 0, 'default', 'nut',"
                    + " convert_to('{\"name\": \"foreign\"}', 'UTF8')) returning lane, priority, id)"
                    + " insert into {schema}.job_ready (lane, priority, id) select lane, priority, id from added");

            SchemaFixture.until(() -> cracked.contains("foreign"));
        }
    }

    @Test
    void theTriggerCanBeDroppedAndCreatedAgain() throws SQLException {
        try (Channel channel = new Channel(NotifyMode.TRIGGER)) {
            Postgres postgres = channel.fixture.postgres();
            postgres.dropNotifyTrigger();
            postgres.dropNotifyTrigger();
            channel.fixture.enqueue("silent");
            assertThat(channel.heard()).isEmpty();

            postgres.createNotifyTrigger();
            postgres.createNotifyTrigger();
            channel.fixture.enqueue("loud");
            assertThat(channel.heard()).containsExactly("job:default");
        }
    }

    @Test
    void whatMakesAQueueClaimableAgainIsAnnouncedInEveryMode() throws SQLException {
        try (Channel channel = new Channel(NotifyMode.NONE)) {
            long parked = channel.fixture.park("nut");
            channel.fixture.admin.pause("wood");
            channel.fixture.admin.resume("wood");
            channel.fixture.admin.limit("attic", QueueLimits.none().withMaxRunning(9));
            channel.fixture.admin.retry(parked);

            assertThat(channel.heard()).containsExactly("job:wood", "job:attic", "job:default");
        }
    }

    private static WakeSettings wake(NotifyMode mode) {
        return WakeSettings.defaults().withNotifyMode(mode).withFallbackInterval(Duration.ofHours(1));
    }

    /** A fixture in one mode, and an ear on its channel. */
    private static final class Channel implements AutoCloseable {

        final JobFixture fixture;
        private final String name;
        private final Connection ear;

        Channel(NotifyMode mode) throws SQLException {
            TestSchema schema = TestSchema.create();
            this.fixture = new JobFixture(schema, wake(mode));
            this.name = SchemaName.of(schema.name()).channel();
            this.ear = DriverManager.getConnection(schema.url());
            execute("listen " + name);
        }

        /** All that came since the last time: up to a mark that is sent behind it. */
        List<String> heard() throws SQLException {
            execute("select pg_notify('" + name + "', '" + END + "')");
            List<String> heard = new ArrayList<>();
            while (!heard.contains(END)) {
                for (PGNotification each : ear.unwrap(PGConnection.class).getNotifications(1000)) {
                    heard.add(each.getParameter());
                }
            }
            heard.remove(END);
            return heard;
        }

        private void execute(String sql) throws SQLException {
            try (Statement statement = ear.createStatement()) {
                statement.execute(sql);
            }
        }

        @Override
        public void close() throws SQLException {
            ear.close();
            fixture.close();
        }
    }
}
