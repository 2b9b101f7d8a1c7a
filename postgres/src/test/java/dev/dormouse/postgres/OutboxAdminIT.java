package dev.dormouse.postgres;

import static dev.dormouse.postgres.OutboxFixture.HASTY;
import static dev.dormouse.postgres.OutboxFixture.message;
import static dev.dormouse.postgres.SchemaFixture.until;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dormouse.Dormouse;
import dev.dormouse.outbox.Delivery;
import dev.dormouse.outbox.NewMessage;
import dev.dormouse.outbox.OutboxException;
import dev.dormouse.outbox.OutboxSettings;
import dev.dormouse.outbox.OutboxStatus;
import dev.dormouse.outbox.ParkedFilter;
import dev.dormouse.outbox.ParkedMessage;
import dev.dormouse.outbox.ParkedPage;
import dev.dormouse.outbox.Replay;
import dev.dormouse.outbox.RouteStatus;
import dev.dormouse.outbox.Unrouted;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What people can do with messages that do not arrive by themselves, and with those that did. */
class OutboxAdminIT {

    private static final Instant LONG_AGO = Instant.parse("2000-01-01T00:00:00Z");
    private static final Instant FAR_AHEAD = Instant.parse("2100-01-01T00:00:00Z");

    private final OutboxFixture f = new OutboxFixture();
    private final AtomicBoolean broken = new AtomicBoolean(true);
    private final RecordingMessages sink = new RecordingMessages(
            message -> broken.get() && RecordingMessages.text(message).startsWith("bad")
                    ? Delivery.rejected("bad day")
                    : Delivery.delivered());

    @AfterEach
    void close() {
        f.close();
    }

    @Test
    void aRetriedMessageComesBeforeTheRestOfItsKey() throws Exception {
        relay();
        f.outbox.publishAll(List.of(message("a", "bad"), message("a", "a2"), message("a", "a3")));
        until(() -> f.count("outbox_parked") == 1);
        broken.set(false);
        assertThat(f.admin.retry(parked(10).get(0).id())).isTrue();
        until(() -> sink.size() == 3);
        assertThat(sink.byKey().get("a")).containsExactly("bad", "a2", "a3");
        assertThat(f.admin.retry(1)).isFalse();
        f.untilQuiet();
        until(() -> f.count("outbox_held") == 0);
    }

    @Test
    void aSkippedMessageLetsItsKeyGoOn() throws Exception {
        relay();
        f.outbox.publishAll(List.of(message("a", "bad"), message("a", "a2")));
        f.outbox.publish(message("c", "bad alone"));
        until(() -> f.count("outbox_parked") == 2);
        assertThat(f.admin.skipAll(ParkedFilter.any())).isEqualTo(2);
        until(() -> sink.size() == 1);
        assertThat(sink.texts()).containsExactly("a2");
        until(() -> f.count("outbox_held") == 0);
        f.outbox.publish(message("c", "c2"));
        until(() -> sink.size() == 2);
        assertThat(f.count("outbox_delivered where skipped")).isEqualTo(2);
        assertThat(f.admin.skip(1)).isFalse();
    }

    @Test
    void parkedMessagesAreListedInPagesAndRetriedByFilter() throws Exception {
        relay();
        f.outbox.publishAll(IntStream.range(0, 25)
                .mapToObj(n -> message("k" + n, "bad" + n))
                .toList());
        f.outbox.publish(NewMessage.text("orders.paid", "bad paid"));
        until(() -> f.count("outbox_parked") == 26);
        ParkedPage first = f.admin.parked(ParkedFilter.any(), 20);
        ParkedPage second = f.admin.parked(ParkedFilter.any(), 20, first.next().orElseThrow());
        assertThat(first.messages()).hasSize(20);
        assertThat(second.messages()).hasSize(6);
        assertThat(second.next()).isEmpty();
        List<ParkedMessage> all = new ArrayList<>(first.messages());
        all.addAll(second.messages());
        assertThat(all).extracting(ParkedMessage::id).doesNotHaveDuplicates();
        broken.set(false);
        assertThat(f.admin.retryAll(ParkedFilter.any().withTopic("orders.paid")))
                .isEqualTo(1);
        assertThat(f.admin.retryAll(ParkedFilter.any().withKey("k3").withRoute("orders")))
                .isEqualTo(1);
        assertThat(f.admin.retryAll(ParkedFilter.any().withRoute("nobody"))).isZero();
        until(() -> sink.size() == 2);
        assertThat(f.admin.retryAll(ParkedFilter.any())).isEqualTo(24);
        until(() -> sink.size() == 26);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> f.admin.parked(ParkedFilter.any(), 101))
                .withMessageContaining("pageSize must be 1 to 100: 101");
    }

    @Test
    void headersOfParkedMessagesCanBeChanged() throws Exception {
        relay();
        f.outbox.publish(message("a", "bad").header("x", "1").header("y", "2"));
        f.outbox.publish(message("b", "bad too"));
        until(() -> f.count("outbox_parked") == 2);
        assertThat(f.admin.addHeaders(ParkedFilter.any(), Map.of("x", "new"))).isEqualTo(2);
        ParkedMessage first =
                f.admin.parked(ParkedFilter.any().withKey("a"), 10).messages().get(0);
        assertThat(first.headers()).isEqualTo(Map.of("x", "new", "y", "2"));
        assertThat(f.admin.headers(first.id(), Map.of("only", "this"))).isTrue();
        broken.set(false);
        f.admin.retryAll(ParkedFilter.any());
        until(() -> sink.size() == 2);
        assertThat(sink.delivered())
                .filteredOn(message -> "a".equals(message.key()))
                .singleElement()
                .satisfies(message -> assertThat(message.headers()).isEqualTo(Map.of("only", "this")));
        assertThat(f.admin.headers(first.id(), Map.of())).isFalse();
    }

    @Test
    void deliveredMessagesCanBeReplayedByTopicAndTime() throws Exception {
        relay();
        f.outbox.publishAll(IntStream.range(0, 500)
                .mapToObj(n -> message("k" + n % 5, "m" + n))
                .toList());
        f.outbox.publish(NewMessage.text("orders.paid", "paid"));
        until(() -> sink.size() == 501);
        f.untilQuiet();
        List<String> before = sink.byKey().get("k1");
        assertThat(f.admin.replay(Replay.of("orders.placed", FAR_AHEAD, FAR_AHEAD.plusSeconds(1))))
                .isZero();
        assertThat(f.admin.replay(Replay.of("orders.placed", LONG_AGO, FAR_AHEAD)))
                .isEqualTo(500);
        until(() -> sink.size() == 1001);
        f.untilQuiet();
        List<String> again = sink.delivered().subList(501, 1001).stream()
                .filter(message -> "k1".equals(message.key()))
                .map(RecordingMessages::text)
                .toList();
        assertThat(again).isEqualTo(before);
        assertThat(f.count("outbox_delivered")).isEqualTo(501);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Replay.of("*", FAR_AHEAD, LONG_AGO))
                .withMessageContaining("to must be after from");
    }

    @Test
    void deliveredMessagesAreRemovedAfterTheirRetention() throws Exception {
        RecordingMessages second = new RecordingMessages();
        Dormouse node = f.start(f.node()
                .outbox(OutboxSettings.defaults().withRetention(Duration.ofMillis(1)))
                .route("orders", "orders.*", sink, HASTY)
                .route("second", "orders.*", second, HASTY));
        f.outbox.publishAll(
                IntStream.range(0, 600).mapToObj(n -> message("k" + n, "m" + n)).toList());
        f.outbox.publish(message("x", "bad"));
        until(() -> sink.size() == 600 && second.size() == 601 && f.count("outbox_parked") == 1);
        f.untilQuiet();
        until(() -> {
            f.postgres().outbox().prune(Duration.ofMillis(1), 500, Instant.EPOCH);
            return f.count("outbox_delivered") == 0;
        });
        // The parked one is still needed.
        assertThat(f.count("outbox_message")).isEqualTo(1);
        broken.set(false);
        f.admin.retryAll(ParkedFilter.any());
        until(() -> sink.size() == 601);
        f.untilQuiet();
        until(() -> {
            f.postgres().outbox().prune(Duration.ofMillis(1), 500, Instant.EPOCH);
            return f.count("outbox_message") + f.count("outbox_error") == 0;
        });
        assertThat(node.health().counts().outbox().delivered()).isEqualTo(1202);
    }

    @Test
    void aTopicWithoutARouteIsKeptVisibleAndAdopted() throws Exception {
        f.outbox.publishAll(List.of(message("a", "1"), message("a", "2"), NewMessage.text("carts.made", "cart")));
        f.outbox.publish(message("a", "3").deliverAfter(Duration.ofMillis(10)));
        assertThat(f.admin.status().unrouted().undelivered().count()).isEqualTo(3);
        assertThat(f.admin.status().unrouted().delayed().count()).isEqualTo(1);
        assertThat(f.admin.status().unrouted().oldest()).isNotNull();
        relay();
        until(() -> sink.size() == 3);
        assertThat(sink.texts()).containsExactly("1", "2", "3");
        OutboxStatus status = f.admin.status();
        assertThat(status.unrouted().undelivered().count()).isEqualTo(1);
        RecordingMessages carts = new RecordingMessages();
        f.start(f.node().route("carts", "carts.*", carts).route("all", "*", new RecordingMessages()));
        until(() -> carts.size() == 1);
        f.untilQuiet();
        assertThat(f.value("select route_count from {schema}.outbox_message where topic = 'carts.made'"))
                .isEqualTo("2");
    }

    @Test
    void whatAnOlderTransactionPublishesWithoutKnowingOfANewRouteIsAdoptedToo() throws Exception {
        try (Connection old = f.pool.getConnection()) {
            old.setAutoCommit(false);
            old.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            f.outbox.publish(old, message("a", "0"));
            relay();
            f.outbox.publish(old, message("a", "1"));
            old.commit();
        }
        until(() -> sink.size() == 2);
        f.untilQuiet();
    }

    @Test
    void aTopicWithoutARouteIsRefusedIfSoSet() throws Exception {
        relay();
        try (Dormouse strict = Dormouse.on(f.postgres())
                .outbox(OutboxSettings.defaults().withUnrouted(Unrouted.REFUSED))
                .start()) {
            NewMessage lost = NewMessage.text("nowhere", "x");
            assertThatThrownBy(() -> strict.outbox().publish(lost))
                    .isInstanceOf(OutboxException.class)
                    .hasMessageContaining("No route matches the topic nowhere");
            assertThatThrownBy(() -> strict.outbox().publishAll(List.of(message("fine"), lost)))
                    .isInstanceOf(OutboxException.class);
            try (Connection connection = f.pool.getConnection()) {
                connection.setAutoCommit(false);
                assertThatThrownBy(() -> strict.outbox().publishAll(connection, List.of(message("fine"), lost)))
                        .isInstanceOf(OutboxException.class);
                strict.outbox().publish(connection, message("good"));
                connection.commit();
            }
        }
        until(() -> sink.size() == 1);
        assertThat(sink.texts()).containsExactly("good");
        assertThat(f.count("outbox_message")).isEqualTo(1);
    }

    @Test
    void aRouteThatNobodyRelaysKeepsItsMessagesInSight() throws Exception {
        Dormouse node = relay();
        node.stop(Duration.ofSeconds(5));
        f.outbox.publishAll(List.of(message("a", "1"), message("b", "2")));
        RouteStatus status = f.admin.status().routes().get(0);
        assertThat(status.name()).isEqualTo("orders");
        assertThat(status.undelivered().count()).isEqualTo(2);
        assertThat(status.oldest()).isNotNull();
        relay();
        until(() -> sink.size() == 2);
        f.untilQuiet();
        assertThat(f.admin.status().routes().get(0).oldest()).isNull();
    }

    private Dormouse relay() {
        return f.start(f.node().route("orders", "orders.*", sink, HASTY));
    }

    private List<ParkedMessage> parked(int max) {
        return f.admin.parked(ParkedFilter.any(), max).messages();
    }
}
