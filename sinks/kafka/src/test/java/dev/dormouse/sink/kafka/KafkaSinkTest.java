package dev.dormouse.sink.kafka;

import static dev.dormouse.sink.kafka.Messages.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dormouse.outbox.Delivery;
import dev.dormouse.outbox.OutboxMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.errors.NotEnoughReplicasException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Errors that a broker of one's own cannot be brought to make, with the producer that Kafka provides for that. */
@Timeout(60)
class KafkaSinkTest {

    private final OutboxMessage first = message("a", "1");
    private final OutboxMessage second = message("a", "2");
    private final OutboxMessage other = message("b", "3");
    private final List<OutboxMessage> batch = List.of(first, second, other);
    private final List<MockProducer<byte[], byte[]>> made = new ArrayList<>();

    @Test
    void allAreSentBeforeTheFirstIsAwaited() throws Exception {
        try (KafkaSink sink = sink(builder(), false)) {
            CompletableFuture<Map<UUID, Delivery>> answers = deliver(sink);
            awaitSent(3);
            complete(3);
            assertThat(answers.get(30, TimeUnit.SECONDS)).hasSize(3).containsValue(Delivery.delivered());
        }
    }

    @Test
    void aKeyIsSentOneByOneInStrictOrder() throws Exception {
        try (KafkaSink sink = sink(builder().strictOrder(), false)) {
            CompletableFuture<Map<UUID, Delivery>> answers = deliver(sink);
            awaitSent(2);
            assertThat(made.get(0).history()).hasSize(2);
            made.get(0).errorNext(new NotEnoughReplicasException("one is down"));
            complete(1);
            assertThat(answers.get(30, TimeUnit.SECONDS)).containsOnlyKeys(first.id(), other.id());
            assertThat(made.get(0).history()).hasSize(2);
        }
    }

    @Test
    void whatFollowsAFailureUnderWayIsNotAnsweredFor() throws Exception {
        try (KafkaSink sink = sink(builder(), false)) {
            CompletableFuture<Map<UUID, Delivery>> answers = deliver(sink);
            awaitSent(3);
            made.get(0).errorNext(new TimeoutException("20 s are over"));
            complete(2);
            assertThat(answers.get(30, TimeUnit.SECONDS)).containsOnlyKeys(first.id(), other.id());
            assertThat(answers.get().get(first.id())).isInstanceOf(Delivery.Retry.class);
            assertThat(answers.get().get(other.id())).isEqualTo(Delivery.delivered());
            assertThat(made).hasSize(1);
        }
    }

    @Test
    void aBrokenProducerIsReplaced() throws Exception {
        for (RuntimeException error : List.of(
                new ProducerFencedException("fenced"),
                new OutOfOrderSequenceException("lost"),
                new IllegalStateException("closed"))) {
            made.clear();
            try (KafkaSink sink = sink(builder(), true)) {
                sink.deliver(batch);
                made.get(0).sendException = error;
                Map<UUID, Delivery> answers = sink.deliver(batch);
                assertThat(answers.get(first.id())).isInstanceOf(Delivery.Retry.class);
                assertThat(answers).doesNotContainKey(second.id());
                assertThat(made.get(0).closed()).isTrue();
                assertThat(sink.deliver(batch).values()).hasSize(3).containsOnly(Delivery.delivered());
                assertThat(made).hasSize(2);
            }
            assertThat(made.get(1).closed()).isTrue();
        }
    }

    @Test
    void aProducerSurvivesWhatIsNotItsFault() throws Exception {
        try (KafkaSink sink = sink(builder(), true)) {
            sink.deliver(batch);
            for (RuntimeException error : List.of(
                    new TimeoutException("no metadata"),
                    new TopicAuthorizationException("orders"),
                    new RecordTooLargeException("too large"))) {
                made.get(0).sendException = error;
                assertThat(sink.deliver(batch)).containsKey(first.id()).doesNotContainKey(second.id());
            }
            assertThat(made).hasSize(1);
        }
    }

    @Test
    void aMappingThatFailsIsTheMessagesProblem() throws Exception {
        try (KafkaSink sink = sink(
                builder().topic(message -> {
                    if (message.payload()[0] == '1') {
                        throw new IllegalArgumentException("no tenant");
                    }
                    return "t";
                }),
                true)) {
            Map<UUID, Delivery> answers = sink.deliver(batch);
            assertThat(answers).containsOnlyKeys(first.id(), other.id());
            assertThat(answers.get(first.id()))
                    .isInstanceOfSatisfying(
                            Delivery.Retry.class,
                            retry -> assertThat(retry.reason()).contains("no tenant"));
            assertThat(answers.get(other.id())).isEqualTo(Delivery.delivered());
            assertThat(made.get(0).history()).as("what was sent").hasSize(1);
            assertThat(made.get(0).closed()).isFalse();
        }
    }

    @Test
    void anInterruptEndsTheWait() throws Exception {
        try (KafkaSink sink = sink(builder(), false)) {
            CompletableFuture<Throwable> thrown = new CompletableFuture<>();
            Thread relay = new Thread(() -> {
                try {
                    sink.deliver(batch);
                } catch (InterruptedException e) {
                    thrown.complete(e);
                }
            });
            relay.start();
            awaitSent(3);
            relay.interrupt();
            assertThat(thrown.get(30, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
        }
    }

    @Test
    void wrongSettingsAreRefused() {
        assertThatThrownBy(() -> builder().property("acks", "1")).hasMessageContaining("acks is set by the sink");
        assertThatThrownBy(() -> builder()
                        .property("max.in.flight.requests.per.connection", 6)
                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("max.in.flight.requests.per.connection");
        assertThatThrownBy(() -> builder().property("linger.ms", "soon").build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("linger.ms");
    }

    @Test
    void aClosedSinkSaysSo() {
        KafkaSink sink = sink(builder(), true);
        sink.close();
        assertThatThrownBy(() -> sink.deliver(batch)).hasMessage("The Kafka sink is closed");
        assertThat(made).isEmpty();
    }

    private static KafkaSinkBuilder builder() {
        return KafkaSink.at("127.0.0.1:1");
    }

    private KafkaSink sink(KafkaSinkBuilder settings, boolean autoComplete) {
        Supplier<Producer<byte[], byte[]>> factory = () -> {
            made.add(new MockProducer<>(autoComplete, null, new ByteArraySerializer(), new ByteArraySerializer()));
            return made.get(made.size() - 1);
        };
        return new KafkaSink(settings, new Producers(factory));
    }

    private CompletableFuture<Map<UUID, Delivery>> deliver(KafkaSink sink) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return sink.deliver(batch);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private void awaitSent(int count) {
        while (made.isEmpty() || made.get(0).history().size() < count) {
            Thread.onSpinWait();
        }
    }

    private void complete(int count) {
        for (int i = 0; i < count; i++) {
            assertThat(made.get(0).completeNext()).isTrue();
        }
    }
}
