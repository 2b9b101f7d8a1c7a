package dev.dormouse.postgres;

import static dev.dormouse.postgres.OutboxFixture.message;
import static dev.dormouse.postgres.SchemaFixture.until;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dormouse.Dormouse;
import dev.dormouse.outbox.NewMessage;
import dev.dormouse.outbox.OutboxMessage;
import dev.dormouse.outbox.OutboxSettings;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** From a business transaction to a sink. */
class OutboxIT {

    private final OutboxFixture f = new OutboxFixture();
    private final RecordingMessages sink = new RecordingMessages();

    @AfterEach
    void close() {
        f.close();
    }

    @Test
    void whatACommittedTransactionPublishedIsDelivered() throws Exception {
        f.start(f.node().route("orders", "orders.*", sink));
        UUID id;
        try (Connection connection = f.pool.getConnection()) {
            connection.setAutoCommit(false);
            id = f.outbox.publish(
                    connection, message("o-1", "placed").header("trace", "abc").contentType("text/x"));
            connection.commit();
        }
        until(() -> sink.size() == 1);
        OutboxMessage got = sink.delivered().get(0);
        assertThat(got.id()).isEqualTo(id);
        assertThat(got.id().version()).isEqualTo(7);
        assertThat(got.id().variant()).isEqualTo(2);
        assertThat(got.topic()).isEqualTo("orders.placed");
        assertThat(got.key()).isEqualTo("o-1");
        assertThat(got.headers()).containsOnly(java.util.Map.entry("trace", "abc"));
        assertThat(got.contentType()).isEqualTo("text/x");
        assertThat(got.attempt()).isEqualTo(1);
        assertThat(sink.texts()).containsExactly("placed");
        f.untilQuiet();
        assertThat(f.count("outbox_delivered")).isEqualTo(1);
    }

    @Test
    void whatWasRolledBackIsNeverDelivered() throws Exception {
        f.start(f.node().route("orders", "orders.*", sink));
        try (Connection connection = f.pool.getConnection()) {
            connection.setAutoCommit(false);
            f.outbox.publish(connection, message("o-1", "never"));
            connection.rollback();
        }
        f.outbox.publish(message("o-1", "after"));
        until(() -> sink.size() == 1);
        f.untilQuiet();
        assertThat(sink.texts()).containsExactly("after");
    }

    @Test
    void aConnectionThatCommitsByItselfWorks() throws Exception {
        f.start(f.node().route("orders", "orders.*", sink));
        try (Connection connection = f.pool.getConnection()) {
            f.outbox.publish(connection, message("alone"));
        }
        until(() -> sink.size() == 1);
    }

    @Test
    void ourOwnTransactionHoldsBusinessRowsAndMessagesTogether() throws Exception {
        f.execute("create table {schema}.cart (id int)");
        f.start(f.node().route("orders", "orders.*", sink));
        f.outbox.inTransaction((connection, publisher) -> {
            try (Statement statement = connection.createStatement()) {
                statement.execute(f.fill("insert into {schema}.cart values (1)"));
            }
            publisher.publish(message("a", "1"));
            return publisher.publish(message("a", "2"));
        });
        until(() -> sink.size() == 2);
        assertThatThrownBy(() -> f.outbox.inTransaction((connection, publisher) -> {
                    try (Statement statement = connection.createStatement()) {
                        statement.execute(f.fill("insert into {schema}.cart values (2)"));
                    }
                    publisher.publish(message("a", "never"));
                    throw new IllegalStateException("changed my mind");
                }))
                .hasMessageContaining("changed my mind");
        f.outbox.publish(message("a", "3"));
        until(() -> sink.size() == 3);
        assertThat(sink.texts()).containsExactly("1", "2", "3");
        assertThat(f.count("cart")).isEqualTo(1);
    }

    @Test
    void aKeyIsDeliveredInOrderAndInBatches() {
        List<NewMessage> messages = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            messages.add(message("k" + i % 10, Integer.toString(i)));
        }
        f.outbox.publishAll(messages);
        f.start(f.node().route("orders", "orders.*", sink));
        until(() -> sink.size() == 2000);
        for (int k = 0; k < 10; k++) {
            int first = k;
            assertThat(sink.byKey().get("k" + k))
                    .isEqualTo(IntStream.range(0, 200)
                            .mapToObj(n -> Integer.toString(n * 10 + first))
                            .toList());
        }
        assertThat(sink.overlaps).isEmpty();
        assertThat(sink.largestBatch).isBetween(2, 100);
        f.untilQuiet();
    }

    @Test
    void messagesWithoutAKeyAreAllDelivered() {
        f.start(f.node().route("orders", "orders.*", sink));
        f.outbox.publishAll(IntStream.range(0, 1000)
                .mapToObj(n -> message(Integer.toString(n)))
                .toList());
        until(() -> sink.size() == 1000);
        assertThat(sink.texts()).doesNotHaveDuplicates();
        f.untilQuiet();
    }

    @Test
    void oneMessageGoesToEveryRouteThatMatches() throws Exception {
        RecordingMessages all = new RecordingMessages();
        RecordingMessages exact = new RecordingMessages();
        RecordingMessages other = new RecordingMessages();
        f.start(f.node()
                .route("orders", "orders.*", sink)
                .route("all", "*", all)
                .route("exact", "orders.placed", exact)
                .route("other", "orders.paid", other));
        f.outbox.publish(message("k", "1"));
        until(() -> sink.size() == 1 && all.size() == 1 && exact.size() == 1);
        f.untilQuiet();
        assertThat(other.size()).isZero();
        assertThat(f.count("outbox_message")).isEqualTo(1);
        assertThat(f.count("outbox_delivered")).isEqualTo(3);
    }

    @Test
    void aDelayedMessageIsDeliveredWhenItsTimeHasCome() {
        Dormouse node = f.start(f.node().route("orders", "orders.*", sink));
        until(() -> node.health().counts().listening());
        long start = System.nanoTime();
        f.outbox.publish(message("k", "later").deliverAfter(Duration.ofMillis(700)));
        f.outbox.publish(message("k", "now"));
        until(() -> sink.size() == 2);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(700));
        assertThat(sink.texts()).containsExactly("now", "later");
        f.untilQuiet();
    }

    @Test
    void publishingFromSqlDeliversToo() throws Exception {
        f.start(f.node().route("orders", "orders.*", sink));
        f.execute("select {schema}.publish('orders.placed', 'from sql', key => 'k', headers => '{\"a\": \"b\"}')");
        f.execute("select {schema}.publish('orders.placed', '{\"x\": 1}'::jsonb, delay => interval '50 ms')");
        until(() -> sink.size() == 2);
        OutboxMessage first = sink.delivered().get(0);
        assertThat(RecordingMessages.text(first)).isEqualTo("from sql");
        assertThat(first.headers()).containsEntry("a", "b");
        assertThat(sink.delivered().get(1).contentType()).isEqualTo("application/json");
    }

    @Test
    void aValueIsEncodedByTheCodec() {
        f.start(f.node().route("orders", "orders.*", sink));
        f.outbox.publish(NewMessage.of("orders.placed", new Placed("o-1", 3)));
        until(() -> sink.size() == 1);
        assertThat(sink.texts()).containsExactly("{\"order\":\"o-1\",\"items\":3}");
        assertThat(sink.delivered().get(0).contentType()).isEqualTo("application/json");
    }

    record Placed(String order, int items) {}

    @Test
    void nothingIsKeptWhenNothingIsToBeKept() throws Exception {
        RecordingMessages second = new RecordingMessages();
        f.start(f.node()
                .outbox(OutboxSettings.defaults().withRetention(Duration.ZERO))
                .route("orders", "orders.*", sink)
                .route("second", "*", second));
        f.outbox.publishAll(
                IntStream.range(0, 50).mapToObj(n -> message("k" + n, "m")).toList());
        until(() -> sink.size() == 50 && second.size() == 50);
        f.untilQuiet();
        until(() -> f.count("outbox_message where route_count > 0") == 0);
        assertThat(f.count("outbox_delivered")).isZero();
    }

    @Test
    void aStoppedNodeClosesItsSinksAndHoldsNothing() throws Exception {
        Dormouse node = f.start(f.node().route("orders", "orders.*", sink));
        f.outbox.publish(message("k", "1"));
        until(() -> sink.size() == 1);
        node.stop(Duration.ofSeconds(5));
        assertThat(sink.closed).isTrue();
        assertThat(f.count("outbox_lane where node is not null")).isZero();
        assertThat(f.count("outbox_delivered")).isEqualTo(1);
    }
}
