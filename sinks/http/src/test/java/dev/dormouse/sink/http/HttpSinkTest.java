package dev.dormouse.sink.http;

import static dev.dormouse.sink.http.Messages.message;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.outbox.Delivery;
import dev.dormouse.outbox.OutboxMessage;
import dev.dormouse.sink.http.Receiver.Got;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is sent, and what the answer means. */
class HttpSinkTest {

    @Test
    void aMessageIsOnePostWithItsHeaders() throws Exception {
        try (Receiver receiver = Receiver.answering(204);
                HttpSink sink = HttpSink.to(receiver.url() + "/{topic}")
                        .header("Authorization", "Bearer x")
                        .build()) {
            OutboxMessage message = message("Zoë 1", "{}", Map.of("traceparent", "00-ab-cd-01", "authorization", "no"));
            assertThat(sink.deliver(List.of(message))).isEqualTo(Map.of(message.id(), Delivery.delivered()));

            Got got = receiver.got.get(0);
            assertThat(got.method()).isEqualTo("POST");
            assertThat(got.path()).isEqualTo("/hook/orders.created");
            assertThat(got.body()).isEqualTo("{}");
            assertThat(got.headers().getFirst("Content-Type")).isEqualTo("application/json");
            assertThat(got.headers().getFirst("Dormouse-Id"))
                    .isEqualTo(message.id().toString());
            assertThat(got.headers().getFirst("Dormouse-Topic")).isEqualTo("orders.created");
            assertThat(got.headers().getFirst("Dormouse-Key")).isEqualTo("Zo%C3%AB%201");
            assertThat(got.headers().getFirst("Dormouse-Attempt")).isEqualTo("1");
            assertThat(got.headers().getFirst("traceparent")).isEqualTo("00-ab-cd-01");
            assertThat(got.headers().get("Authorization")).containsExactly("Bearer x");
            assertThat(got.headers()).doesNotContainKeys("Upgrade", WebhookSignature.HEADER);
        }
    }

    @Test
    void theReceiverCanVerifyTheSignature() throws Exception {
        Instant now = Instant.parse("2026-11-16T12:00:00Z");
        try (Receiver receiver = Receiver.answering(200);
                HttpSink sink = HttpSink.to(receiver.url())
                        .sign("the old secret of us", "the new secret of us")
                        .clock(Clock.fixed(now, ZoneOffset.UTC))
                        .build()) {
            sink.deliver(List.of(message(null, "päyload")));

            Got got = receiver.got.get(0);
            assertThat(WebhookSignature.of("the new secret of us")
                            .verify(
                                    got.headers().getFirst(WebhookSignature.HEADER),
                                    got.body().getBytes(StandardCharsets.UTF_8),
                                    Duration.ZERO,
                                    now))
                    .isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 201, 202, 204, 299})
    void successIsDelivered(int status) throws Exception {
        assertThat(answerTo(status)).isEqualTo(Delivery.delivered());
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 425, 429, 500, 502, 503, 504, 599})
    void whatPassesByItselfIsTriedAgain(int status) throws Exception {
        assertThat(answerTo(status)).isInstanceOfSatisfying(Delivery.Retry.class, retry -> {
            assertThat(retry.reason()).contains("answered " + status + ": no\nluck".replace('\n', ' '));
            assertThat(retry.after()).isNull();
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 409, 410, 422})
    void otherClientErrorsAreRejected(int status) throws Exception {
        assertThat(answerTo(status))
                .isInstanceOfSatisfying(
                        Delivery.Rejected.class,
                        rejected -> assertThat(rejected.reason()).contains("answered " + status + ": no luck"));
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void redirectsAreNotFollowed(int status) throws Exception {
        try (Receiver elsewhere = Receiver.answering(200);
                Receiver receiver = new Receiver(exchange -> {
                    exchange.getResponseHeaders().set("Location", elsewhere.url());
                    exchange.sendResponseHeaders(status, -1);
                })) {
            assertThat(deliver(receiver.url()))
                    .isInstanceOfSatisfying(
                            Delivery.Rejected.class,
                            rejected -> assertThat(rejected.reason()).contains("redirects are not followed"));
            assertThat(elsewhere.got).isEmpty();
        }
    }

    @Test
    void retryAfterIsHonouredAndCapped() throws Exception {
        try (Receiver receiver = new Receiver(exchange -> {
                    exchange.getResponseHeaders().set("Retry-After", "120");
                    exchange.sendResponseHeaders(429, -1);
                });
                HttpSink patient = HttpSink.to(receiver.url()).build();
                HttpSink impatient = HttpSink.to(receiver.url())
                        .retryAfterMax(Duration.ofSeconds(7))
                        .build()) {
            assertThat(afterOf(patient)).isEqualTo(Duration.ofMinutes(2));
            assertThat(afterOf(impatient)).isEqualTo(Duration.ofSeconds(7));
        }
    }

    @Test
    void aUrlCanDependOnTheMessage() throws Exception {
        try (Receiver receiver = Receiver.answering(200);
                HttpSink sink = HttpSink.to(message -> URI.create(receiver.url() + "?for=" + message.key()))
                        .build()) {
            sink.deliver(List.of(message("k", "")));
            assertThat(receiver.got.get(0).path()).isEqualTo("/hook?for=k");
        }
    }

    private static Delivery answerTo(int status) throws Exception {
        try (Receiver receiver = Receiver.answering(status, status == 204 ? "" : "no\nluck")) {
            return deliver(receiver.url());
        }
    }

    private static Delivery deliver(String url) throws Exception {
        try (HttpSink sink = HttpSink.to(url).build()) {
            return sink.deliver(List.of(message(null, "x"))).values().iterator().next();
        }
    }

    private static Duration afterOf(HttpSink sink) throws Exception {
        Delivery answer =
                sink.deliver(List.of(message(null, "x"))).values().iterator().next();
        Duration after = ((Delivery.Retry) answer).after();
        return after == null ? Duration.ofDays(-1) : after;
    }
}
