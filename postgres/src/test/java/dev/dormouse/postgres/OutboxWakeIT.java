package dev.dormouse.postgres;

import static dev.dormouse.postgres.NodeFixture.GENEROUS;
import static dev.dormouse.postgres.NodeFixture.NO_FALLBACK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.dormouse.Dormouse;
import dev.dormouse.outbox.NewMessage;
import dev.dormouse.outbox.OutboxSettings;
import dev.dormouse.telemetry.NodeCounts;
import dev.dormouse.wake.NotifyMode;
import dev.dormouse.wake.WakeReason;
import dev.dormouse.wake.WakeSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** That messages are delivered by a wake and not by luck, and what they and the waiting for them cost. */
class OutboxWakeIT {

    private final NodeFixture f = new NodeFixture();
    private final RecordingMessages sink = new RecordingMessages();

    @AfterEach
    void close() {
        f.close();
    }

    /** The view that is built from messages appears soon after a quiet time, because a wake told of the message. */
    @Test
    void afterIdlenessABusinessTransactionOfAnotherProcessIsDeliveredByAWake() throws Exception {
        try (Dormouse node = relay(NO_FALLBACK);
                Dormouse other = f.producer()) {
            rest(node);
            Thread.sleep(2_000); // idleness can only be had by waiting
            NodeCounts.Snapshot before = node.health().counts();
            try (Connection connection = f.schema.dataSource().getConnection();
                    Statement statement = connection.createStatement()) {
                connection.setAutoCommit(false);
                statement.execute("create table " + f.schema.quotedName() + ".team_cart (id int)");
                other.outbox()
                        .publish(
                                connection,
                                NewMessage.text("carts.created", "cart 1").key("1"));
                connection.commit();
            }
            await().atMost(GENEROUS).until(() -> sink.size() == 1);
            other.outbox().publish(NewMessage.text("carts.created", "cart 2").key("2"));
            await().atMost(GENEROUS).until(() -> sink.size() == 2);
            NodeCounts.Snapshot after = node.health().counts();
            assertThat(after.wakes().get(WakeReason.NOTIFY))
                    .isGreaterThan(before.wakes().get(WakeReason.NOTIFY));
            assertThat(after.wakes().get(WakeReason.FALLBACK)).isZero();
            assertThat(after.fallbackFinds()).isZero();
        }
    }

    @Test
    void withoutNotificationsTheIdleBackoffFindsMessagesHoweverLongRetriesWait() throws Exception {
        OutboxSettings settings = OutboxSettings.defaults()
                .withUseNotify(false)
                .withPollInterval(Duration.ofMillis(50))
                .withMaxIdleBackoff(Duration.ofMillis(400))
                .withMaxRetryBackoff(Duration.ofHours(1));
        try (Dormouse node = Dormouse.on(f.postgres())
                        .wake(NO_FALLBACK)
                        .outbox(settings)
                        .route("carts", "carts.*", sink)
                        .start();
                Dormouse other = f.producer()) {
            // 50, 100, 200 and then always 400 ms: the backoff has grown to its cap.
            await().atMost(GENEROUS).until(() -> node.health().counts().wakes().getOrDefault(WakeReason.POLL, 0L) >= 6);
            other.outbox().publish(NewMessage.text("carts.created", "1"));
            await().atMost(GENEROUS).until(() -> sink.size() == 1);
            assertThat(node.health().counts().listening()).isFalse();
            assertThat(node.health().counts().wakes().get(WakeReason.POLL)).isPositive();
        }
    }

    @Test
    void theTriggerAnnouncesWhatOtherProgramsInsert() throws Exception {
        try (Dormouse node = relay(NO_FALLBACK.withNotifyMode(NotifyMode.TRIGGER))) {
            await().atMost(GENEROUS).until(() -> node.health().counts().listening());
            publishSilently();
            await().atMost(GENEROUS).until(() -> sink.size() == 1);
            assertThat(node.health().counts().fallbackFinds()).isZero();
        }
    }

    @Test
    void theFallbackFindsWhatNobodyAnnounced() throws Exception {
        WakeSettings wake = WakeSettings.defaults().withFallbackInterval(Duration.ofSeconds(1));
        try (Dormouse node = relay(wake)) {
            rest(node);
            publishSilently();
            await().atMost(GENEROUS).until(() -> sink.size() == 1);
            assertThat(node.health().counts().fallbackFinds()).isEqualTo(1);
        }
    }

    @Test
    void anIdleRelayMakesNoStatementsOfItsOwn() throws Exception {
        WakeSettings wake = WakeSettings.defaults().withFallbackInterval(Duration.ofSeconds(2));
        try (Dormouse node = relay(wake)) {
            node.outbox().publish(NewMessage.text("carts.created", "warm"));
            await().atMost(GENEROUS).until(() -> sink.size() == 1);
            rest(node);
            awaitQuiet();
            long before = f.statements();
            Thread.sleep(8_000); // a rate can only be seen over a time
            long made = f.statements() - before;
            System.out.println("idle relay for 8 s with a fallback of 2 s: " + made + " statements");
            assertThat(made).isBetween(1L, 6L);
        }
    }

    @Test
    void aSingleMessageCostsFewStatementsAndManyCostFewerEach() {
        // A wake that waits on a busy machine is no reason to look all the time here.
        try (Dormouse node = relay(NO_FALLBACK.withAggressiveOn(Set.of()))) {
            node.outbox().publish(NewMessage.text("carts.created", "warm"));
            await().atMost(GENEROUS).until(() -> sink.size() == 1);
            rest(node);
            awaitQuiet();
            long[] costs = new long[20];
            for (int i = 0; i < costs.length; i++) {
                int sent = i + 2;
                long before = f.statements();
                node.outbox().publish(NewMessage.text("carts.created", "m").key("k" + i));
                await().pollInterval(Duration.ofMillis(2)).atMost(GENEROUS).until(() -> sink.size() == sent);
                await().atMost(GENEROUS)
                        .until(() -> f.number("select count(*) from {schema}.outbox_lane where node is not null") == 0);
                costs[i] = f.statements() - before;
            }
            System.out.println("statements per single message: " + Arrays.toString(costs));
            Arrays.sort(costs);
            // Publish with its announcement, read with its companions, and as much again to write it and see no more.
            // That is three or four looks, and one more where a busy machine lets the outcome come after the next.
            // The median, so that the few that are held up for longer do not count.
            assertThat(costs[costs.length / 2]).isLessThan(30);

            long before = f.statements();
            node.outbox()
                    .publishAll(IntStream.range(0, 1000)
                            .mapToObj(n -> NewMessage.text("carts.created", "m").key("k" + n % 50))
                            .toList());
            await().atMost(GENEROUS).until(() -> sink.size() == 1021);
            await().atMost(GENEROUS).until(() -> f.number("select count(*) from {schema}.outbox_pending") == 0);
            awaitQuiet();
            long made = f.statements() - before;
            System.out.println("statements for 1000 messages: " + made);
            assertThat(made).isLessThan(400);
        }
    }

    private Dormouse relay(WakeSettings wake) {
        return Dormouse.on(f.postgres())
                .wake(wake)
                .route("carts", "carts.*", sink)
                .start();
    }

    private void rest(Dormouse node) {
        await().atMost(GENEROUS)
                .until(() -> node.health().counts().listening()
                        && f.number("select count(*) from {schema}.sleeper where queue = 'outbox'") == 1);
    }

    /** As a program would that knows the tables and not the channel. */
    private void publishSilently() throws SQLException {
        try (Connection connection = f.schema.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            String schema = f.schema.quotedName();
            statement.execute("with m as (insert into " + schema + ".outbox_message"
                    + " (id, topic, content_type, payload, route_count)"
                    + " values (gen_random_uuid(), 'carts.created', 'text/plain', 'x', 1) returning id)"
                    + " insert into " + schema + ".outbox_pending (lane, message_id, bytes)"
                    + " select " + schema + ".outbox_lane_of(r.id, 'x'), m.id, 1 from m, " + schema
                    + ".outbox_route r");
        }
    }

    /** No statement for half a second. */
    private void awaitQuiet() {
        Quiet.ofCount(f::statements, Duration.ofMillis(500), GENEROUS);
    }
}
