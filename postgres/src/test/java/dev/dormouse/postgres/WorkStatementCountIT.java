package dev.dormouse.postgres;

import static dev.dormouse.postgres.NodeFixture.GENEROUS;
import static dev.dormouse.postgres.NodeFixture.NO_FALLBACK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.dormouse.Dormouse;
import dev.dormouse.DormouseBuilder;
import dev.dormouse.orchestration.Activity;
import dev.dormouse.orchestration.Orchestration;
import dev.dormouse.orchestration.OrchestrationContext;
import dev.dormouse.outbox.Delivery;
import dev.dormouse.outbox.NewMessage;
import dev.dormouse.outbox.OutboxMessage;
import dev.dormouse.wake.WakeSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What turns and messages cost in statements, as the server counts them. */
class WorkStatementCountIT {

    private static final Orchestration<Integer, Integer> COUNT =
            Orchestration.of("count", Integer.class, Integer.class);
    private static final Activity<Integer, Integer> NEXT = Activity.of("next", Integer.class, Integer.class);
    private static final byte[] PAYLOAD = {1, 2, 3};
    /** On a busy machine wakes come late, and a node that suspects its listener polls: that is not what is counted here. */
    private static final WakeSettings CALM = NO_FALLBACK.withNotifyDeliveryTimeout(GENEROUS);

    private final NodeFixture f = new NodeFixture();
    private final AtomicInteger delivered = new AtomicInteger();

    @AfterEach
    void close() {
        f.close();
    }

    @Test
    void aTurnOfASingleInstanceCostsAFewStatements() throws Exception {
        try (Dormouse node = orchestrating(CALM).start()) {
            run(node, "warm", 3);
            f.awaitQuiet();
            long before = f.statements();
            int activities = 30;
            run(node, "one", activities);
            f.awaitQuiet();
            double each = (f.statements() - before) / (double) (activities + 1);
            System.out.println("statements per turn and its activity, one instance alone: " + each);
            assertThat(each).isLessThan(2);
        }
    }

    @Test
    void turnsOfManyInstancesShareTheirStatements() throws Exception {
        try (Dormouse node = orchestrating(CALM).start()) {
            run(node, "warm", 3);
            f.awaitQuiet();
            long before = f.statements();
            int instances = 200;
            for (int i = 0; i < instances; i++) {
                node.orchestrations().start(COUNT, "many-" + i, 5);
            }
            for (int i = 0; i < instances; i++) {
                node.orchestrations().awaitCompletion(COUNT, "many-" + i, GENEROUS);
            }
            f.awaitQuiet();
            double each = (f.statements() - before) / (double) (instances * 6);
            System.out.println("statements per turn and its activity, 200 instances: " + each);
            assertThat(each).isLessThan(2);
        }
    }

    @Test
    void aSingleMessageCostsAHandfulOfStatements() {
        try (Dormouse node = routing(CALM).start()) {
            publishAndAwait(node, 3);
            f.awaitQuiet();
            long before = f.statements();
            int messages = 20;
            publishAndAwait(node, messages);
            f.awaitQuiet();
            double each = (f.statements() - before) / (double) messages;
            System.out.println("statements per single message: " + each);
            assertThat(each).isLessThan(20);
        }
    }

    @Test
    void aThousandMessagesAreDeliveredWithFewStatements() {
        try (Dormouse node = routing(CALM).start()) {
            publishAndAwait(node, 3);
            f.awaitQuiet();
            long before = f.statements();
            node.outbox()
                    .publishAll(IntStream.range(0, 1_000)
                            .mapToObj(n -> NewMessage.of("note", PAYLOAD).key("key-" + n % 100))
                            .toList());
            await().atMost(GENEROUS).until(() -> delivered.get() == 1_003);
            f.awaitQuiet();
            long made = f.statements() - before;
            System.out.println("statements for 1,000 messages: " + made);
            assertThat(made).isLessThan(150);
        }
    }

    private DormouseBuilder orchestrating(WakeSettings wake) {
        return f.node(wake).orchestration(COUNT, WorkStatementCountIT::count).activity(NEXT, (ctx, n) -> n + 1);
    }

    private static Integer count(OrchestrationContext ctx, Integer to) {
        int number = 0;
        while (number < to) {
            number = ctx.activity(NEXT, number).await();
        }
        return number;
    }

    private static void run(Dormouse node, String id, int activities) throws Exception {
        node.orchestrations().start(COUNT, id, activities);
        assertThat(node.orchestrations().awaitCompletion(COUNT, id, GENEROUS)).isEqualTo(activities);
    }

    private DormouseBuilder routing(WakeSettings wake) {
        return Dormouse.on(f.postgres()).wake(wake).route("notes", "note", this::deliver);
    }

    private Map<UUID, Delivery> deliver(List<OutboxMessage> batch) {
        delivered.addAndGet(batch.size());
        return batch.stream().collect(Collectors.toMap(OutboxMessage::id, message -> Delivery.DELIVERED));
    }

    private void publishAndAwait(Dormouse node, int messages) {
        for (int i = 0; i < messages; i++) {
            int so = delivered.get() + 1;
            node.outbox().publish(NewMessage.of("note", PAYLOAD).key("key-" + i));
            await().pollInterval(Duration.ofMillis(2)).atMost(GENEROUS).until(() -> delivered.get() == so);
            await().pollInterval(Duration.ofMillis(10))
                    .atMost(GENEROUS)
                    .until(() -> f.number("select count(*) from {schema}.outbox_pending") == 0);
        }
    }
}
