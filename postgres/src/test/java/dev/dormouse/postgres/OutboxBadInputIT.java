package dev.dormouse.postgres;

import static dev.dormouse.postgres.OutboxFixture.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dormouse.outbox.Delivery;
import dev.dormouse.outbox.NewMessage;
import dev.dormouse.outbox.OutboxSettings;
import dev.dormouse.outbox.RouteSettings;
import dev.dormouse.outbox.Sink;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Bad input gets one clear sentence, and nothing is written. */
class OutboxBadInputIT {

    private static final Sink SINK = Sink.oneByOne(message -> Delivery.delivered());

    private final OutboxFixture f = new OutboxFixture(OutboxSettings.defaults().withPayloadBytesMax(100));

    @AfterEach
    void close() {
        f.close();
    }

    @Test
    void aPayloadThatIsTooLargeIsRefused() throws Exception {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> f.outbox.publish(NewMessage.of("big", new byte[101])))
                .withMessage("The payload of topic big takes 101 bytes, the limit is 100:"
                        + " store it elsewhere and pass a reference");
        assertThat(f.count("outbox_message")).isZero();
    }

    @Test
    void namesAreChecked() {
        refused("topic must have 1 to 120 characters: ''", () -> NewMessage.text("", "x"));
        refused("topic may have letters, digits", () -> NewMessage.text("a b", "x"));
        refused("key must have 1 to 255 bytes, not 0", () -> message("").key(""));
        refused("key must have 1 to 255 bytes, not 300", () -> message("x").key("k".repeat(300)));
        refused(
                "key has a character that cannot be stored at offset 1",
                () -> message("x").key("a\0"));
        refused("header name must have 1 to 255 bytes", () -> message("x").header("", "v"));
        refused(
                "header h has a character that cannot be stored",
                () -> message("x").header("h", "a\0b"));
        refused(
                "header h has a character that cannot be stored",
                () -> message("x").header("h", "\uD800"));
        refused("payload of topic t has a character", () -> NewMessage.text("t", "\uDC00"));
        refused("delay must be between zero", () -> message("x").deliverAfter(Duration.ofMillis(-1)));
        refused("contentType must have 1 to 255 bytes", () -> message("x").contentType(""));
    }

    @Test
    void routesAndSettingsAreChecked() {
        refused("pattern must be a topic", () -> f.node().route("r", "a.*.b", SINK));
        refused("pattern must have 1 to 120", () -> f.node().route("r", "", SINK));
        refused("route may have letters", () -> f.node().route("r r", "*", SINK));
        refused("route r is there already", () -> f.node().route("r", "*", SINK).route("r", "a", SINK));
        refused("batchSize must be 1 to 1000: 0", () -> RouteSettings.defaults().withBatchSize(0));
        refused(
                "concurrency must be 1 to 1000: 0",
                () -> RouteSettings.defaults().withConcurrency(0));
        refused(
                "attemptsMax must be 1 to 10000: 0",
                () -> OutboxSettings.defaults().withMaxAttempts(0));
        refused("timeout must be positive", () -> RouteSettings.defaults().withTimeout(Duration.ZERO));
        refused(
                "retryBackoffMax must not be shorter",
                () -> RouteSettings.defaults().withRetryBackoff(Duration.ofSeconds(2), Duration.ofSeconds(1)));
        refused(
                "retention must be between zero and 100 years",
                () -> OutboxSettings.defaults().withRetention(Duration.ofDays(-1)));
        refused(
                "idleBackoffMax must be below a minute",
                () -> f.node()
                        .outbox(OutboxSettings.defaults().withMaxIdleBackoff(Duration.ofMinutes(5)))
                        .build());
    }

    @Test
    void theSqlFunctionSaysWhatIsWrong() {
        sqlRefused("topic must have 1 to 120 letters", "'a b', 'x'");
        sqlRefused("topic must have 1 to 120 letters, digits or . _ - : / #, not null", "null, 'x'");
        sqlRefused("key must have 1 to 255 bytes, not 0", "'t', 'x', key => ''");
        sqlRefused("headers must be a JSON object of strings, not [1]", "'t', 'x', headers => '[1]'");
        sqlRefused("header 'a' must have a name", "'t', 'x', headers => '{\"a\": 1}'");
        sqlRefused("payload of topic t takes 1048577 bytes", "'t', repeat('x', 1048577)");
        sqlRefused("payload of topic t must not be null", "'t', null::bytea");
        sqlRefused("delay must be between 0 and 1000 years", "'t', 'x', delay => interval '-1 s'");
    }

    @Test
    @SuppressWarnings("NullAway") // the sink breaks its contract
    void whatASinkDoesWrongIsOnRecordAndNothingIsLost() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        RecordingMessages good = new RecordingMessages();
        Sink bad = batch -> {
            int call = "b".equals(batch.get(0).key()) ? 0 : calls.incrementAndGet();
            return switch (call) {
                case 1 -> {
                    new CountDownLatch(1).await();
                    yield Map.of();
                }
                case 2 -> null;
                case 3 -> Map.of(UUID.randomUUID(), Delivery.delivered());
                case 4 -> throw new StackOverflowError("too deep");
                default -> good.deliver(batch);
            };
        };
        f.start(f.node()
                .route(
                        "orders",
                        "orders.*",
                        bad,
                        OutboxFixture.HASTY.withAttemptsMax(5).withTimeout(Duration.ofMillis(200))));
        f.outbox.publishAll(List.of(message("a", "a1"), message("a", "a2"), message("b", "b1")));
        SchemaFixture.until(() -> good.size() == 3);
        f.untilQuiet();
        assertThat(good.byKey().get("a")).containsExactly("a1", "a2");
        assertThat(good.texts().get(0)).isEqualTo("b1");
        assertThat(f.value("select string_agg(split_part(error, chr(10), 1), '; ' order by attempt)"
                        + " from {schema}.outbox_error"))
                .isEqualTo("Timed out after PT0.2S;"
                        + " java.lang.IllegalStateException: The sink returned null in place of its answers;"
                        + " The sink gave no answer for this message; java.lang.StackOverflowError: too deep");
    }

    @Test
    void anEmptyListPublishesNothing() throws Exception {
        assertThat(f.outbox.publishAll(List.of())).isEmpty();
        assertThat(f.count("outbox_message")).isZero();
    }

    private void sqlRefused(String sentence, String arguments) {
        assertThatThrownBy(() -> f.execute("select {schema}.publish(" + arguments + ")"))
                .hasMessageContaining(sentence);
    }

    private static void refused(String sentence, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        assertThatIllegalArgumentException().isThrownBy(call).withMessageContaining(sentence);
    }
}
