package dev.dormouse.postgres;

import static dev.dormouse.postgres.OutboxFixture.HASTY;
import static dev.dormouse.postgres.OutboxFixture.message;
import static dev.dormouse.postgres.SchemaFixture.until;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.dormouse.Dormouse;
import dev.dormouse.outbox.Delivery;
import dev.dormouse.outbox.DeliveryOutcome;
import dev.dormouse.outbox.OutboxMessage;
import dev.dormouse.outbox.OutboxStore;
import dev.dormouse.outbox.Place;
import dev.dormouse.outbox.RelayAnswer;
import dev.dormouse.outbox.RelayRequest;
import dev.dormouse.outbox.Sink;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Several nodes, many writers, dead nodes. */
class OutboxClusterIT {

    private static final int WRITERS = 64;
    private static final int ROUNDS = 10;
    private static final int SHARED_KEYS = 8;

    private final OutboxFixture f = new OutboxFixture();
    private final RecordingMessages sink = new RecordingMessages();

    @AfterEach
    void close() {
        f.close();
    }

    /** A row's number is drawn long before its commit, so that low numbers become visible after high ones. */
    @Test
    void whatCommitsLateWithALowNumberIsNeverSkipped() throws Exception {
        f.start(f.node().route("orders", "orders.*", sink, HASTY));
        f.start(f.node().route("orders", "orders.*", sink, HASTY));
        Map<String, List<String>> committed = new ConcurrentHashMap<>();
        ReentrantLock[] locks = IntStream.range(0, SHARED_KEYS)
                .mapToObj(n -> new ReentrantLock())
                .toArray(ReentrantLock[]::new);
        ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
        List<Future<?>> all = new ArrayList<>();
        f.pool.setMaximumPoolSize(WRITERS + 10);
        for (int w = 0; w < WRITERS; w++) {
            int writer = w;
            all.add(writers.submit(() -> write(writer, locks, committed)));
        }
        for (Future<?> one : all) {
            one.get(60, TimeUnit.SECONDS);
        }
        writers.shutdown();
        int expected = committed.values().stream().mapToInt(List::size).sum();
        until(() -> sink.size() >= expected);
        assertThat(sink.texts()).hasSize(expected).doesNotHaveDuplicates();
        assertThat(sink.byKey()).isEqualTo(committed);
        assertThat(sink.overlaps).isEmpty();
        f.untilQuiet();
    }

    /** One transaction in its own key, one in a key that others use before and after, but not at the same time. */
    private Void write(int writer, ReentrantLock[] locks, Map<String, List<String>> committed) throws Exception {
        Random random = new Random(writer);
        for (int round = 0; round < ROUNDS; round++) {
            publishSlowly("own" + writer, writer + "." + round, random, committed);
            int shared = random.nextInt(SHARED_KEYS);
            locks[shared].lock();
            try {
                publishSlowly("shared" + shared, writer + ".s" + round, random, committed);
            } finally {
                locks[shared].unlock();
            }
        }
        return null;
    }

    private void publishSlowly(String key, String text, Random random, Map<String, List<String>> committed)
            throws Exception {
        try (Connection connection = f.pool.getConnection()) {
            connection.setAutoCommit(false);
            f.outbox.publish(connection, message(key, text));
            TimeUnit.MILLISECONDS.sleep(random.nextInt(20)); // the pause is what is tested
            committed
                    .computeIfAbsent(key, k -> java.util.Collections.synchronizedList(new ArrayList<>()))
                    .add(text);
            connection.commit();
        }
    }

    /** As after a crash of the server, since taking a lane does not wait for the disk. */
    @Test
    void aLaneThatTheServerForgotToBeOursCostsARepetitionAndNoMessage() throws Exception {
        CountDownLatch underWay = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        RecordingMessages held = new RecordingMessages(message -> {
            underWay.countDown();
            await().atMost(SchemaFixture.DEADLINE).until(() -> go.getCount() == 0);
            return Delivery.DELIVERED;
        });
        f.start(f.node().route("orders", "orders.*", held, HASTY));
        f.outbox.publish(message("key", "first"));
        underWay.await();
        f.execute("update {schema}.outbox_lane set node = null");
        f.outbox.publish(message("key", "second"));
        go.countDown();
        f.untilQuiet();
        assertThat(held.texts().stream().distinct()).containsExactly("first", "second");
        assertThat(held.timesGiven("first")).isLessThanOrEqualTo(2);
        assertThat(held.timesGiven("second")).isEqualTo(1);
    }

    @Test
    void severalNodesShareTheWorkAndNoKeyIsAtTwoOfThem() throws Exception {
        Map<String, RecordingMessages> byNode = new HashMap<>();
        f.outbox.publishAll(IntStream.range(0, 4000)
                .mapToObj(n -> message("k" + n % 200, Integer.toString(n)))
                .toList());
        for (String name : List.of("a", "b", "c")) {
            RecordingMessages mine = new RecordingMessages();
            byNode.put(name, mine);
            f.start(f.node()
                    .name(name)
                    .route(
                            "orders",
                            "orders.*",
                            slowly(mine),
                            HASTY.withBatchSize(5).withConcurrency(4)));
        }
        until(() -> sink.size() == 4000);
        f.untilQuiet();
        assertThat(sink.texts()).doesNotHaveDuplicates();
        assertThat(sink.overlaps).isEmpty();
        for (int k = 0; k < 200; k++) {
            int first = k;
            assertThat(sink.byKey().get("k" + k))
                    .isEqualTo(IntStream.range(0, 20)
                            .mapToObj(n -> Integer.toString(n * 200 + first))
                            .toList());
        }
        assertThat(byNode.values()).allMatch(mine -> mine.size() > 200);
    }

    /** Delivers to the common sink, slowly enough for others to want a share, and counts by node. */
    private Sink slowly(RecordingMessages mine) {
        return batch -> {
            Map<UUID, Delivery> answers = sink.deliver(batch);
            TimeUnit.MILLISECONDS.sleep(20); // a sink that takes its time
            for (OutboxMessage message : batch) {
                mine.deliver(List.of(message));
            }
            return answers;
        };
    }

    @Test
    void theLanesOfADeadNodeAreTakenOverWhenItsLeaseEnds() throws Exception {
        Dormouse other =
                f.start(f.node().name("other").lease(Duration.ofSeconds(2)).route("orders", "orders.*", sink));
        other.stop(Duration.ofSeconds(1));
        long dead = f.postgres().nodes().join("dies", Duration.ofSeconds(2));
        f.outbox.publishAll(List.of(message("a", "1"), message("a", "2"), message("b", "3")));
        RelayAnswer answer = take(f.postgres().outbox(), dead);
        assertThat(answer.messages()).hasSize(3);
        long start = System.nanoTime();
        f.start(f.node().lease(Duration.ofSeconds(2)).route("orders", "orders.*", sink));
        until(() -> sink.size() == 3);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(500));
        assertThat(sink.byKey().get("a")).containsExactly("1", "2");
        // What the dead one still writes changes nothing, and it is told.
        List<DeliveryOutcome> late = new ArrayList<>();
        answer.messages()
                .forEach(message ->
                        late.add(new DeliveryOutcome.Retry(message.place(), 1, Duration.ofHours(1), "too late")));
        RelayAnswer refused = f.postgres().outbox().exchange(request(dead, 0, List.of()), late);
        assertThat(refused.leaseHeld()).isFalse();
        assertThat(refused.refused()).hasSize(3);
        assertThat(f.count("outbox_held")).isZero();
    }

    @Test
    void aLaneThatWasLostCannotBeWrittenTo() throws Exception {
        f.start(f.node().route("orders", "orders.*", sink)).stop(Duration.ofSeconds(1));
        OutboxStore store = f.postgres().outbox();
        long first = f.postgres().nodes().join("first", Duration.ofMinutes(1));
        long second = f.postgres().nodes().join("second", Duration.ofMinutes(1));
        f.outbox.publish(message("a", "1"));
        Place place = take(store, first).messages().get(0).place();
        assertThat(take(store, second).messages()).isEmpty();
        f.execute("update {schema}.outbox_lane set node = " + second + " where node = " + first);
        RelayAnswer answer =
                store.exchange(request(first, 0, List.of()), List.of(new DeliveryOutcome.Delivered(place)));
        assertThat(answer.refused()).containsExactly(place.seq());
        assertThat(answer.owned()).isEmpty();
        assertThat(f.count("outbox_pending")).isEqualTo(1);
        assertThat(store.exchange(request(second, 0, List.of()), List.of(new DeliveryOutcome.Delivered(place)))
                        .refused())
                .isEmpty();
        assertThat(f.count("outbox_pending")).isZero();
    }

    @Test
    void aNodeThatStopsHandsItsLanesOverAtOnce() throws Exception {
        RecordingMessages first = new RecordingMessages();
        Sink slow = batch -> {
            TimeUnit.MILLISECONDS.sleep(50); // so that it is in the middle of its work when it stops
            return first.deliver(batch);
        };
        Dormouse node = f.start(
                f.node().lease(Duration.ofMinutes(5)).route("orders", "orders.*", slow, HASTY.withBatchSize(1)));
        f.outbox.publishAll(IntStream.range(0, 300)
                .mapToObj(n -> message("k" + n % 30, "m" + n))
                .toList());
        until(() -> first.size() > 20);
        f.start(f.node().lease(Duration.ofMinutes(5)).route("orders", "orders.*", sink, HASTY));
        node.stop(Duration.ofSeconds(5));
        until(() -> first.size() + sink.size() == 300);
        f.untilQuiet();
    }

    private static RelayAnswer take(OutboxStore store, long node) {
        RelayAnswer answer = store.exchange(request(node, 100, List.of(1)), List.of());
        assertThat(answer.leaseHeld()).isTrue();
        return answer;
    }

    private static RelayRequest request(long node, int rows, List<Integer> hungry) {
        return new RelayRequest(
                node, List.of(1), hungry, List.of(), List.of(), List.of(), List.of(), rows, 1 << 20, true, null, false);
    }
}
