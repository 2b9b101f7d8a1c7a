package dev.dormouse.postgres;

import static dev.dormouse.postgres.OutboxFixture.HASTY;
import static dev.dormouse.postgres.OutboxFixture.message;
import static dev.dormouse.postgres.SchemaFixture.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.outbox.OutboxStore;
import dev.dormouse.outbox.RelayAnswer;
import dev.dormouse.outbox.RelayRequest;
import dev.dormouse.outbox.StoredMessage;
import dev.dormouse.outbox.Suspicion;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What nodes died of, or beside, is found out without a write for every delivery. */
class OutboxSuspectsIT {

    private static final Duration LEASE = Duration.ofMinutes(5);

    private final OutboxFixture f = new OutboxFixture();
    private final OutboxStore store = f.postgres().outbox();
    private final RecordingMessages sink = new RecordingMessages();

    @BeforeEach
    void defineTheRoute() {
        f.start(f.node().route("orders", "orders.*", sink, HASTY)).stop(Duration.ofSeconds(5));
    }

    @AfterEach
    void close() {
        f.close();
    }

    @Test
    void whatADeadNodeMayHaveHadInHandIsSuspectAndWhatComesLaterIsNot() throws Exception {
        f.outbox.publish(message("a", "1"));
        assertThat(suspicions(take(join()))).containsExactly(Map.entry("1", Suspicion.NONE));
        everyNodeDies();
        long heir = join();
        assertThat(suspicions(take(heir))).containsExactly(Map.entry("1", Suspicion.SUSPECT));
        f.outbox.publish(message("a", "2"));
        // The first was read: it comes again only if a transaction of that time, of whatever test, is still open.
        assertThat(suspicions(take(heir))).containsEntry("2", Suspicion.NONE).doesNotContainEntry("1", Suspicion.NONE);
    }

    @Test
    void onlyWhatHadBegunIsLostWithTheNextNode() throws Exception {
        f.outbox.publishAll(List.of(message("a", "1"), message("b", "2"), message("3")));
        take(join());
        everyNodeDies();
        long second = join();
        begin(second, "1", "3");
        everyNodeDies();
        assertThat(suspicions(take(join())))
                .containsOnly(
                        Map.entry("1", Suspicion.LOST),
                        Map.entry("2", Suspicion.SUSPECT),
                        Map.entry("3", Suspicion.LOST));
    }

    @Test
    void aNodeThatLeavesInPeaceLosesNothing() throws Exception {
        f.outbox.publish(message("a", "1"));
        take(join());
        everyNodeDies();
        long second = join();
        begin(second, "1");
        f.postgres().nodes().leave(second);
        assertThat(suspicions(take(join()))).containsExactly(Map.entry("1", Suspicion.SUSPECT));
    }

    @Test
    void ofALongLaneOnlyTheFrontIsSuspect() throws Exception {
        f.outbox.publishAll(IntStream.rangeClosed(1, 1500)
                .mapToObj(n -> message("a", Integer.toString(n)))
                .toList());
        take(join());
        everyNodeDies();
        take(join());
        assertThat(f.value(
                        "select count(*) from {schema}.outbox_pending p join {schema}.outbox_lane l on l.lane = p.lane"
                                + " where p.seq <= l.suspect_to"))
                .isEqualTo("1000");
    }

    @Test
    void aDeathCountsAsAnAttemptAndTheMessageIsTriedAgain() throws Exception {
        f.outbox.publishAll(List.of(message("a", "1"), message("a", "2"), message("b", "3")));
        take(join());
        everyNodeDies();
        long second = join();
        begin(second, "1");
        everyNodeDies();
        f.start(f.node().route("orders", "orders.*", sink, HASTY));
        until(() -> sink.size() == 3);
        f.untilQuiet();
        assertThat(sink.byKey().get("a")).containsExactly("1", "2");
        assertThat(f.value("select error from {schema}.outbox_error"))
                .isEqualTo("The node that was delivering it died");
        assertThat(f.value("select string_agg(attempt::text, ' ' order by seq) from {schema}.outbox_delivered"))
                .isEqualTo("2 1 1");
    }

    private long join() {
        return f.postgres().nodes().join("dies", LEASE);
    }

    private void begin(long node, String... texts) {
        store.begin(
                node,
                take(node).stream()
                        .filter(message -> List.of(texts).contains(text(message)))
                        .map(StoredMessage::place)
                        .toList());
    }

    /** Their leases end, and whoever looks next finds them dead. */
    private void everyNodeDies() throws Exception {
        f.execute("update {schema}.node set lease_until = now() where lease_until < 'infinity'");
    }

    /** Looks until there is no reason to look again at once, and returns what is in hand then. */
    private List<StoredMessage> take(long node) {
        RelayRequest request = new RelayRequest(
                node,
                List.of(1),
                List.of(1),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                2000,
                1 << 20,
                true,
                null,
                false);
        RelayAnswer answer = store.exchange(request, List.of());
        for (int looks = 0; answer.more() && looks < 10; looks++) {
            answer = store.exchange(request, List.of());
        }
        return answer.messages();
    }

    private static Map<String, Suspicion> suspicions(List<StoredMessage> messages) {
        return messages.stream().collect(Collectors.toMap(OutboxSuspectsIT::text, StoredMessage::suspicion));
    }

    private static String text(StoredMessage message) {
        return RecordingMessages.text(message.message());
    }
}
