package dev.dormouse.sink.http;

import static dev.dormouse.sink.http.Messages.message;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.outbox.Delivery;
import dev.dormouse.outbox.OutboxMessage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** What happens at the same time, and what one after the other. */
class HttpSinkOrderTest {

    private static final int KEYS = 4;

    @Test
    void aKeyIsInOrder() throws Exception {
        try (Receiver receiver = Receiver.answering(200);
                HttpSink sink = HttpSink.to(receiver.url()).build()) {
            List<OutboxMessage> batch = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                batch.add(message("key" + i % KEYS, i % KEYS + ":" + (100 + i)));
            }
            assertThat(sink.deliver(batch)).hasSize(40).containsValues(Delivery.delivered());
            for (int key = 0; key < KEYS; key++) {
                String prefix = key + ":";
                assertThat(receiver.bodies().stream().filter(body -> body.startsWith(prefix)))
                        .hasSize(10)
                        .isSorted();
            }
        }
    }

    @Test
    void differentKeysAndNoKeysArePostedAtTheSameTime() throws Exception {
        CyclicBarrier allAtOnce = new CyclicBarrier(KEYS);
        try (Receiver receiver = new Receiver(exchange -> {
                    await(allAtOnce);
                    exchange.sendResponseHeaders(200, -1);
                });
                HttpSink sink = HttpSink.to(receiver.url()).concurrency(KEYS).build()) {
            Map<UUID, Delivery> answers =
                    sink.deliver(List.of(message("a", "1"), message("b", "2"), message(null, "3"), message(null, "4")));
            assertThat(answers.values()).hasSize(KEYS).containsOnly(Delivery.delivered());
        }
    }

    @Test
    void aFailureHoldsBackItsKeyOnly() throws Exception {
        try (Receiver receiver = new Receiver(exchange -> exchange.sendResponseHeaders(
                        exchange.getRequestHeaders().getFirst("fails") == null ? 200 : 503, -1));
                HttpSink sink = HttpSink.to(receiver.url()).build()) {
            OutboxMessage fails = message("a", "a2", Map.of("fails", "yes"));
            OutboxMessage heldBack = message("a", "a3");
            Map<UUID, Delivery> answers =
                    sink.deliver(List.of(message("a", "a1"), fails, heldBack, message("b", "b1"), message("b", "b2")));
            assertThat(answers).hasSize(4).doesNotContainKey(heldBack.id());
            assertThat(answers.get(fails.id())).isInstanceOf(Delivery.Retry.class);
            assertThat(receiver.bodies()).containsExactlyInAnyOrder("a1", "a2", "b1", "b2");
        }
    }

    private static void await(CyclicBarrier barrier) throws IOException {
        try {
            barrier.await(30, TimeUnit.SECONDS);
        } catch (BrokenBarrierException | TimeoutException | InterruptedException e) {
            throw new IOException(e);
        }
    }
}
