package dev.dormouse.sink.http;

import static dev.dormouse.sink.http.Messages.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dormouse.outbox.Delivery;
import dev.dormouse.outbox.OutboxMessage;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Receivers, messages and settings that are not as they should be. */
@Timeout(60)
class HttpSinkTroubleTest {

    @Test
    void aReceiverThatIsNotThereIsTriedAgain() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        assertRetry(
                HttpSink.to("http://127.0.0.1:" + port + "/secret"), "http://127.0.0.1:" + port + " cannot be reached");
        assertRetry(HttpSink.to("http://no-such-host.invalid/"), "http://no-such-host.invalid cannot be reached");
        assertRetry(HttpSink.to("http://no-such-host.invalid/").publicAddressesOnly(), "cannot be reached");
    }

    @Test
    void aReceiverThatHangsUpIsTriedAgain() throws Exception {
        try (Receiver receiver = new Receiver(exchange -> {})) {
            assertRetry(HttpSink.to(receiver.url()), "cannot be reached");
        }
    }

    @Test
    void aReceiverThatDoesNotAnswerIsGivenUp() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        try (Receiver receiver = new Receiver(exchange -> awaitOrFail(end))) {
            assertRetry(HttpSink.to(receiver.url()).timeout(Duration.ofMillis(200)), "did not answer within PT0.2S");
            end.countDown();
        }
    }

    @Test
    void aStatusCountsEvenIfTheBodyNeverEnds() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        try (Receiver receiver = new Receiver(exchange -> {
                    exchange.sendResponseHeaders(202, 0);
                    exchange.getResponseBody().write('x');
                    exchange.getResponseBody().flush();
                    awaitOrFail(end);
                });
                HttpSink sink = HttpSink.to(receiver.url())
                        .timeout(Duration.ofSeconds(5))
                        .build()) {
            assertThat(only(sink, message(null, ""))).isEqualTo(Delivery.delivered());
            end.countDown();
        }
    }

    @Test
    void anEndlessBodyIsCutOff() throws Exception {
        CompletableFuture<Boolean> cutOff = new CompletableFuture<>();
        try (Receiver receiver = new Receiver(exchange -> {
                    exchange.sendResponseHeaders(400, 0);
                    writeUntilCutOff(exchange.getResponseBody(), cutOff);
                });
                HttpSink sink = HttpSink.to(receiver.url())
                        .timeout(Duration.ofMinutes(10))
                        .build()) {
            assertThat(only(sink, message(null, "")))
                    .isInstanceOfSatisfying(
                            Delivery.Rejected.class,
                            rejected -> assertThat(rejected.reason().length()).isLessThan(300));
            assertThat(cutOff.get(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void anInterruptEndsTheWait() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        CountDownLatch arrived = new CountDownLatch(2);
        try (Receiver receiver = new Receiver(exchange -> {
                    arrived.countDown();
                    awaitOrFail(end);
                });
                HttpSink sink = HttpSink.to(receiver.url())
                        .timeout(Duration.ofMinutes(10))
                        .build()) {
            CompletableFuture<Throwable> thrown = new CompletableFuture<>();
            Thread relay = new Thread(() -> {
                try {
                    sink.deliver(List.of(message("a", ""), message("b", "")));
                } catch (Exception e) {
                    thrown.complete(e);
                }
            });
            relay.start();
            assertThat(arrived.await(30, TimeUnit.SECONDS)).isTrue();
            relay.interrupt();
            assertThat(thrown.get(30, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
            end.countDown();
        }
    }

    @Test
    void privateAddressesAreRefusedOnRequest() throws Exception {
        try (Receiver receiver = Receiver.answering(200);
                HttpSink sink =
                        HttpSink.to(receiver.url()).publicAddressesOnly().build()) {
            assertRejected(sink, message(null, ""), "not public");
            assertThat(receiver.got).isEmpty();
        }
    }

    @Test
    void messagesThatHttpCannotCarryAreRejected() throws Exception {
        try (Receiver receiver = Receiver.answering(200);
                HttpSink sink = HttpSink.to(receiver.url()).build();
                HttpSink picky = HttpSink.to(receiver.url())
                        .forwardHeaders(name -> name.startsWith("trace"))
                        .build()) {
            assertRejected(sink, message(null, "", Map.of("a b", "x")), "header 'a b'");
            assertRejected(sink, message(null, "", Map.of("note", "a\r\nHost: b")), "header 'note'");
            assertRejected(sink, message(null, "", Map.of("note", "Jürgen")), "not visible ASCII");
            assertThat(receiver.got).isEmpty();
            assertThat(only(picky, message(null, "", Map.of("note", "Jürgen")))).isEqualTo(Delivery.delivered());
            assertThat(only(sink, message(null, "", Map.of("Host", "b", "Dormouse-Id", "forged"))))
                    .isEqualTo(Delivery.delivered());
            assertThat(receiver.got.get(1).headers().getFirst("Dormouse-Id")).isNotEqualTo("forged");
        }
    }

    @Test
    void aUrlFunctionThatFailsIsTheMessagesProblem() throws Exception {
        try (HttpSink file =
                        HttpSink.to(message -> URI.create("file:///etc/passwd")).build();
                HttpSink throwing = HttpSink.to(message -> {
                            throw new IllegalStateException("no tenant");
                        })
                        .build()) {
            assertRejected(file, message(null, ""), "has to begin with https://");
            assertThat(only(throwing, message(null, "")))
                    .isInstanceOfSatisfying(
                            Delivery.Retry.class,
                            retry -> assertThat(retry.reason()).contains("no tenant"));
        }
    }

    @Test
    void wrongSettingsAreRefused() {
        HttpSinkBuilder builder = HttpSink.to("https://host/");
        assertThatThrownBy(() -> builder.header("a b", "x")).hasMessageContaining("'a b'");
        assertThatThrownBy(() -> builder.header("Content-Length", "1")).hasMessageContaining("set by the sink");
        assertThatThrownBy(() -> builder.header("Dormouse-Id", "1")).hasMessageContaining("set by the sink");
        assertThatThrownBy(() -> builder.header("Authorization", "s3cret\n"))
                .hasMessageContaining("Authorization")
                .hasMessageNotContaining("s3cret");
        assertThatThrownBy(() -> builder.timeout(Duration.ZERO)).hasMessage("timeout must be positive: PT0S");
        assertThatThrownBy(() -> builder.concurrency(0)).hasMessage("concurrency must be at least 1: 0");
        assertThatThrownBy(() -> builder.client(HttpClient.newBuilder()
                        .followRedirects(HttpClient.Redirect.NORMAL)
                        .build()))
                .hasMessageContaining("must not follow redirects");
        assertThatThrownBy(() -> HttpSink.to("https://host/")
                        .client(HttpClient.newHttpClient())
                        .publicAddressesOnly()
                        .build())
                .hasMessageContaining("NO_PROXY");
    }

    private static void assertRetry(HttpSinkBuilder builder, String reason) throws Exception {
        try (HttpSink sink = builder.build()) {
            assertThat(only(sink, message(null, "")))
                    .isInstanceOfSatisfying(
                            Delivery.Retry.class,
                            retry -> assertThat(retry.reason()).contains(reason).doesNotContain("secret"));
        }
    }

    private static void assertRejected(HttpSink sink, OutboxMessage message, String reason) throws Exception {
        assertThat(only(sink, message))
                .isInstanceOfSatisfying(
                        Delivery.Rejected.class,
                        rejected -> assertThat(rejected.reason()).contains(reason));
    }

    private static Delivery only(HttpSink sink, OutboxMessage message) throws Exception {
        return sink.deliver(List.of(message)).values().iterator().next();
    }

    private static void writeUntilCutOff(OutputStream body, CompletableFuture<Boolean> cutOff) {
        byte[] block = new byte[8192];
        try {
            while (true) {
                body.write(block);
            }
        } catch (IOException e) {
            cutOff.complete(true);
        }
    }

    private static void awaitOrFail(CountDownLatch latch) throws IOException {
        try {
            latch.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }
}
