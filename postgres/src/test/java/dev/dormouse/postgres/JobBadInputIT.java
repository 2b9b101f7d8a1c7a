package dev.dormouse.postgres;

import static dev.dormouse.postgres.JobFixture.NUT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dormouse.Dormouse;
import dev.dormouse.DormouseBuilder;
import dev.dormouse.jobs.JobKind;
import dev.dormouse.jobs.JobState;
import dev.dormouse.jobs.Uniqueness;
import dev.dormouse.postgres.JobFixture.Nut;
import dev.dormouse.spi.PayloadException;
import dev.dormouse.spi.StoreException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is given is either refused with a clear sentence or kept exactly; nothing is altered, and nothing gets stuck. */
final class JobBadInputIT {

    private JobFixture fixture;

    @BeforeEach
    void open() {
        fixture = new JobFixture();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    /** Text that is odd, but text. */
    static Stream<String> oddTexts() {
        return Stream.of(
                " ",
                " \t ",
                "\uFEFFbom",
                "\uFFFE\uFFFF",
                "\u202Eltr\u200F",
                "\u001B[31mred\u0007\u007F",
                "a\r\nb\n",
                "'\"\\ $$ $1 ? :name {schema}",
                "%s %n {} ${x} #{y}",
                "\\u0000",
                "\uD83D\uDC3F",
                "{\"@class\":\"java.lang.Runtime\",\"$type\":\"x\"}",
                "null",
                "NaN 1e400 -0 99999999999999999999");
    }

    @ParameterizedTest
    @MethodSource("oddTexts")
    void oddTextIsKeptExactlyEverywhere(String text) throws Exception {
        List<Nut> seen = new CopyOnWriteArrayList<>();
        List<Map<String, String>> headers = new CopyOnWriteArrayList<>();
        fixture.start(fixture.node().handle(NUT, (job, nut) -> {
            seen.add(nut);
            headers.add(job.headers());
            job.result(nut.name());
            if (text.length() > 1) {
                job.progress(0.5, text);
            }
        }));
        long id = fixture.jobs
                .enqueue(NUT.with(new Nut(text))
                        .withHeaders(Map.of(text, text, "empty", ""))
                        .withUniqueness(new Uniqueness(text, Uniqueness.Until.PRUNED))
                        .withLimitKey(text))
                .id();
        fixture.awaitState(id, JobState.SUCCEEDED);
        assertThat(seen).containsExactly(new Nut(text));
        assertThat(headers).containsExactly(Map.of(text, text, "empty", ""));
        assertThat(fixture.info(id).summary().limitKey()).isEqualTo(text);
        assertThat(fixture.info(id).summary().uniqueKey()).isEqualTo(text);
        assertThat(fixture.info(id).headers()).containsEntry(text, text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\0b", "\uD800", "a\uDC00b", "\uD800\uD800"})
    void textThatCannotBeStoredIsRefusedWithItsPlace(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> nut().withUniqueKey(text))
                .withMessageContaining("unique key")
                .withMessageContaining("offset");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> nut().withLimitKey(text))
                .withMessageContaining("limitKey");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> nut().withHeaders(Map.of("trace", text)))
                .withMessageContaining("header trace");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> nut().withHeaders(Map.of(text, "value")))
                .withMessageContaining("header name");
    }

    @Test
    void aPayloadHoldsNulButNoHalfOfASurrogatePair() {
        long id = fixture.enqueue("a\0b");
        assertThat(fixture.info(id).payload()).asString().isEqualTo("{\"name\":\"a\\u0000b\"}");
        assertThatThrownBy(() -> fixture.enqueue("\uD800"))
                .isInstanceOf(PayloadException.class)
                .hasMessageContaining("half a surrogate pair");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "ümlaut", "a\nb", "a'b", "a;drop", "\uD800", "a\0", "a@b"})
    void namesWithOddCharactersAreRefused(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JobKind.of(name, Nut.class))
                .withMessageContaining("kind");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> nut().withQueue(name))
                .withMessageContaining("queue");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> fixture.admin.pause(name))
                .withMessageContaining("queue");
    }

    @Test
    void lengthsAreHeldToTheByte() {
        fixture.jobs.enqueue(nut().withUniqueKey("k".repeat(255)).withLimitKey("ü".repeat(127)));
        for (String key : List.of("", "k".repeat(256), "ü".repeat(128), "k".repeat(3_000))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> nut().withUniqueKey(key))
                    .withMessageContaining("1 to 255 bytes");
        }
        JobKind<Nut> longest = JobKind.of("k".repeat(120), Nut.class).withQueue("q".repeat(120));
        long id = fixture.jobs.enqueue(longest.with(new Nut("n"))).id();
        assertThat(fixture.info(id).summary().queue()).hasSize(120);
        assertThatIllegalArgumentException().isThrownBy(() -> JobKind.of("k".repeat(121), Nut.class));
    }

    @Test
    void numbersAndTimesAreHeldToTheirBounds() {
        fixture.jobs.enqueue(nut().withPriority(1000));
        fixture.jobs.enqueue(nut().withPriority(-1000));
        refused("priority", () -> nut().withPriority(1001));
        refused("priority", () -> nut().withPriority(Integer.MIN_VALUE));
        refused("delay", () -> nut().withDelay(Duration.ofNanos(-1)));
        refused("delay", () -> nut().withDelay(Duration.ofSeconds(Long.MAX_VALUE)));
        refused("runAt", () -> nut().withRunAt(Instant.MAX));
        refused("runAt", () -> nut().withRunAt(Instant.MIN));
        refused("attemptsMax", () -> NUT.withAttemptsMax(0));
        refused("attemptsMax", () -> NUT.withAttemptsMax(40_000));
        refused("timeout", () -> NUT.withTimeout(Duration.ZERO));
    }

    @Test
    void aPayloadOverTheLimitIsRefusedAndOneAtItIsKept() {
        int frame = "{\"name\":\"\"}".length();
        long id = fixture.enqueue("x".repeat((1 << 20) - frame));
        assertThat(fixture.info(id).payload()).hasSize(1 << 20);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> fixture.enqueue("x".repeat((1 << 20) - frame + 1)))
                .withMessageContaining("kind nut takes 1048577 bytes, the limit is 1048576");
    }

    @Test
    void theLimitOfPayloadsCanBeSetAndHoldsForResultsToo() {
        List<String> refusals = new CopyOnWriteArrayList<>();
        Dormouse node = fixture.start(fixture.node().payloadBytesMax(100).handle(NUT, (job, nut) -> {
            try {
                job.result("x".repeat(99));
            } catch (IllegalArgumentException e) {
                refusals.add(e.getMessage());
            }
            job.result("x".repeat(98));
        }));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> node.jobs().enqueue(NUT, new Nut("x".repeat(100))))
                .withMessageContaining("the limit is 100");
        long id = node.jobs().enqueue(NUT, new Nut("small")).id();
        fixture.awaitState(id, JobState.SUCCEEDED);
        assertThat(refusals).singleElement().asString().contains("result of kind nut takes 101 bytes");
        assertThat(fixture.info(id).result().orElseThrow()).hasSize(100);
        refused("payloadBytesMax", () -> fixture.node().payloadBytesMax(0));
    }

    static Stream<byte[]> payloadsThatAreNone() {
        return Stream.of(
                "".getBytes(StandardCharsets.UTF_8),
                "{".getBytes(StandardCharsets.UTF_8),
                "[]".getBytes(StandardCharsets.UTF_8),
                "\0".getBytes(StandardCharsets.UTF_8),
                "[".repeat(100_000).getBytes(StandardCharsets.UTF_8),
                ("{\"name\":" + "[".repeat(1_001) + "]".repeat(1_001) + "}").getBytes(StandardCharsets.UTF_8),
                new byte[] {'{', '"', 'n', 'a', 'm', 'e', '"', ':', '"', (byte) 0xC0, (byte) 0xAF, '"', '}'},
                new byte[] {(byte) 0xFF, (byte) 0xFE, 0, 1});
    }

    @Test
    void aPayloadThatDoesNotDeserialiseParksOnlyItself() throws Exception {
        List<Long> bad = new ArrayList<>();
        List<byte[]> payloads = payloadsThatAreNone().toList();
        for (byte[] payload : payloads) {
            long id = fixture.enqueue("placeholder");
            fixture.execute("update {schema}.job set payload = '\\x" + hex(payload) + "' where id = " + id);
            bad.add(id);
        }
        long good = fixture.enqueue("good");
        fixture.start(fixture.node().concurrency("default", 1).handle(NUT, (job, nut) -> {}));
        fixture.awaitState(good, JobState.SUCCEEDED);
        for (int i = 0; i < bad.size(); i++) {
            fixture.awaitState(bad.get(i), JobState.PARKED);
            assertThat(fixture.info(bad.get(i)).errors().get(0).text()).contains("The payload is not a ");
            assertThat(fixture.info(bad.get(i)).payload()).isEqualTo(payloads.get(i));
        }
    }

    @Test
    void argumentsThatCannotBeWrittenAreRefusedWithoutATrace() throws Exception {
        JobKind<Object> any = JobKind.of("any", Object.class);
        List<Object> cyclic = new ArrayList<>();
        cyclic.add(cyclic);
        for (Object hostile : List.of(cyclic, new Throwing())) {
            assertThatThrownBy(() -> fixture.jobs.enqueue(any, hostile))
                    .isInstanceOf(PayloadException.class)
                    .hasMessageContaining("as JSON");
        }
        assertThat(fixture.value("select count(*) from {schema}.job")).isEqualTo("0");
    }

    @Test
    void aResultThatCannotBeWrittenFailsItsJobOnly() {
        fixture.start(fixture.node().handle(NUT, (job, nut) -> {
            if (nut.name().equals("bad")) {
                job.result(new Throwing());
            }
        }));
        long bad = fixture.enqueue("bad");
        fixture.awaitState(bad, JobState.PARKED);
        assertThat(fixture.info(bad).errors().get(0).text()).contains("as JSON");
        fixture.awaitState(fixture.enqueue("good"), JobState.SUCCEEDED);
    }

    @Test
    void aConnectionThatCannotBeWrittenToIsNamedAsTheReason() throws Exception {
        try (Connection connection = fixture.pool.getConnection()) {
            connection.setAutoCommit(false);
            connection.setReadOnly(true);
            refusedByStore(connection, "read-only");
            connection.rollback();
            connection.setReadOnly(false);
            fail(connection);
            refusedByStore(connection, "aborted");
            connection.rollback();
            fixture.jobs.enqueue(connection, NUT, new Nut("works again"));
            connection.commit();
        }
        Connection closed = fixture.pool.getConnection();
        closed.close();
        refusedByStore(closed, "closed");
        assertThat(fixture.value("select count(*) from {schema}.job")).isEqualTo("1");
    }

    @Test
    void aKindIsRegisteredOncePerQueue() {
        DormouseBuilder node = fixture.node().handle(NUT, (job, nut) -> {});
        refused("kind nut in queue default has a handler already", () -> node.handle(NUT, (job, nut) -> {}));
        node.handle(NUT, "other", (job, nut) -> {});
        refused("concurrency", () -> node.concurrency("default", 0));
    }

    @Test
    void progressAndSnoozeRefuseWhatMakesNoSense() {
        List<String> refusals = new CopyOnWriteArrayList<>();
        fixture.start(fixture.node().handle(NUT, (job, nut) -> {
            List<Runnable> wrong = List.of(
                    () -> job.progress(Double.NaN, null),
                    () -> job.progress(1.1, null),
                    () -> job.progress(-0.1, null),
                    () -> job.snooze(Duration.ofSeconds(-1)),
                    () -> job.snooze(Duration.ofSeconds(Long.MAX_VALUE)));
            for (Runnable each : wrong) {
                try {
                    each.run();
                } catch (IllegalArgumentException e) {
                    refusals.add(e.getMessage());
                }
            }
            job.progress(1, "a\0b\uD800");
        }));
        fixture.awaitState(fixture.enqueue("a"), JobState.SUCCEEDED);
        assertThat(refusals).hasSize(5);
    }

    private void refusedByStore(Connection connection, String why) {
        assertThatThrownBy(() -> fixture.jobs.enqueue(connection, NUT, new Nut("n")))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("enqueue 1 jobs in the given transaction")
                .hasMessageContaining(why);
    }

    private static void refused(String what, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        assertThatIllegalArgumentException().isThrownBy(call).withMessageContaining(what);
    }

    private static void fail(Connection connection) {
        try (Statement statement = connection.createStatement()) {
            statement.execute("select 1 / 0");
        } catch (SQLException expected) {
            assertThat(expected.getMessage()).contains("division");
        }
    }

    private static String hex(byte[] bytes) {
        return java.util.HexFormat.of().formatHex(bytes);
    }

    private static dev.dormouse.jobs.JobRequest<Nut> nut() {
        return NUT.with(new Nut("n"));
    }

    /** Public, as the mapper wants it. */
    public static final class Throwing {
        public String getName() {
            return Objects.requireNonNull(System.getProperty("dormouse.test.never.set"), "will not be written");
        }
    }
}
