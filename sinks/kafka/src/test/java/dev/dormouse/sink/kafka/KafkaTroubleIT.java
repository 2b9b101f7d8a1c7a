package dev.dormouse.sink.kafka;

import static dev.dormouse.sink.kafka.Messages.message;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.outbox.Delivery;
import dev.dormouse.outbox.OutboxMessage;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A broker that goes away and comes back. */
@Timeout(120)
class KafkaTroubleIT {

    @Test
    void aBrokerThatIsGoneIsTriedAgain(@TempDir Path folder) throws Exception {
        OutboxMessage first = message("a", "1");
        OutboxMessage second = message("a", "2");
        List<OutboxMessage> batch = List.of(first, second, message("b", "3"));
        try (TestBroker broker = new TestBroker(folder);
                KafkaSink sink = sink(broker)) {
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.address()))) {
                admin.createTopics(List.of(new NewTopic("orders.created", 1, (short) 1)))
                        .all()
                        .get();
            }
            assertThat(deliverUntilComplete(sink, batch)).containsOnly(Delivery.delivered());
            broker.stop();
            Map<UUID, Delivery> answers = sink.deliver(batch);
            assertThat(answers).containsKey(first.id()).doesNotContainKey(second.id());
            assertThat(answers.values()).allSatisfy(answer -> assertThat(answer).isInstanceOf(Delivery.Retry.class));
            broker.startAgain();
            assertThat(deliverUntilComplete(sink, batch)).containsOnly(Delivery.delivered());
        }
    }

    private static KafkaSink sink(TestBroker broker) {
        return KafkaSink.at(broker.address())
                .property("max.block.ms", 1000)
                .property("request.timeout.ms", 500)
                .property("delivery.timeout.ms", 1000)
                .build();
    }

    /** As the relay does, until the test's timeout. */
    private static Iterable<Delivery> deliverUntilComplete(KafkaSink sink, List<OutboxMessage> batch) throws Exception {
        Map<UUID, Delivery> answers = sink.deliver(batch);
        while (answers.size() < batch.size() || !answers.values().stream().allMatch(Delivery.delivered()::equals)) {
            answers = sink.deliver(batch);
        }
        return answers.values();
    }
}
