package dev.dormouse.postgres;

import static dev.dormouse.postgres.OutboxFixture.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.dormouse.outbox.DeliveryOutcome;
import dev.dormouse.outbox.OutboxStore;
import dev.dormouse.outbox.RelayAnswer;
import dev.dormouse.outbox.RelayRequest;
import dev.dormouse.outbox.StoredMessage;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A node that does not read its lanes from their beginning each time misses nothing, and no key loses its order. */
class OutboxMarksIT {

    private final OutboxFixture f = new OutboxFixture();
    private final OutboxStore store = f.postgres().outbox();
    private final List<StoredMessage> inHand = new ArrayList<>();
    private long node;

    @BeforeEach
    void aNodeWithARoute() {
        f.start(f.node().route("orders", "orders.*", new RecordingMessages())).stop(Duration.ofSeconds(5));
        node = f.postgres().nodes().join("reads", Duration.ofMinutes(5));
    }

    @AfterEach
    void close() {
        f.close();
    }

    @Test
    void whatCommitsLateIsReadBeforeWhatWasPublishedAfterIt() throws Exception {
        try (Connection late = f.pool.getConnection()) {
            late.setAutoCommit(false);
            f.outbox.publish(late, message("a", "late"));
            for (int n = 0; n < 5; n++) {
                f.outbox.publish(message("a", "n" + n));
                assertThat(read(List.of())).containsExactly("n" + n);
            }
            late.commit();
        }
        f.outbox.publish(message("a", "after"));
        assertThat(read(List.of())).containsExactly("late", "after");
    }

    @Test
    void whatANodeHasDroppedIsReadAgain() {
        for (int n = 0; n < 5; n++) {
            f.outbox.publish(message("a", "n" + n));
            assertThat(read(List.of())).containsExactly("n" + n);
        }
        int lane = inHand.get(0).place().lane();
        inHand.subList(1, 5).clear();
        f.outbox.publish(message("a", "n5"));
        assertThat(read(List.of(lane))).containsExactly("n1", "n2", "n3", "n4", "n5");
    }

    @Test
    void aReadThatFindsNothingIsFollowedByOneFromTheBeginning() throws Exception {
        for (int n = 0; n < 5; n++) {
            f.outbox.publish(message("a", "n" + n));
            read(List.of());
        }
        // As no program of ours would: a place that was passed long ago.
        f.execute("insert into {schema}.outbox_pending (lane, seq, message_id, key, bytes) overriding system value"
                + " select lane, 0, message_id, key, bytes from {schema}.outbox_pending limit 1");
        RelayAnswer answer = ask(List.of(), List.of());
        // Unless some transaction of another test has kept the mark from moving.
        if (answer.messages().isEmpty()) {
            assertThat(answer.more()).isTrue();
            answer = ask(List.of(), List.of());
        }
        assertThat(answer.messages()).hasSize(1);
    }

    @Test
    void whatANodeCouldNotTakeInIsReadAgain() throws Exception {
        for (int n = 0; n < 5; n++) {
            f.outbox.publish(message("a", "n" + n));
            read(List.of());
        }
        f.execute("alter table {schema}.outbox_delivered rename to gone");
        f.outbox.publish(message("a", "n5"));
        List<DeliveryOutcome> outcomes =
                List.of(new DeliveryOutcome.Delivered(inHand.get(0).place()));
        assertThat(catchThrowable(() -> ask(List.of(), outcomes))).isNotNull();
        f.execute("alter table {schema}.gone rename to outbox_delivered");
        inHand.remove(4);
        assertThat(read(List.of())).containsExactly("n4", "n5");
    }

    private List<String> read(List<Integer> dropped) {
        List<StoredMessage> fresh = ask(dropped, List.of()).messages();
        inHand.addAll(fresh);
        return fresh.stream()
                .map(message -> RecordingMessages.text(message.message()))
                .toList();
    }

    private RelayAnswer ask(List<Integer> dropped, List<DeliveryOutcome> outcomes) {
        List<Long> known = inHand.stream().map(message -> message.place().seq()).toList();
        RelayRequest request = new RelayRequest(
                node, List.of(1), List.of(1), known, List.of(), List.of(), dropped, 100, 1 << 20, true, null, false);
        return store.exchange(request, outcomes);
    }
}
