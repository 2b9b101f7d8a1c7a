package dev.dormouse.postgres;

import static dev.dormouse.postgres.OutboxFixture.HASTY;
import static dev.dormouse.postgres.OutboxFixture.message;
import static dev.dormouse.postgres.SchemaFixture.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.Dormouse;
import dev.dormouse.outbox.Delivery;
import dev.dormouse.outbox.OutboxMessage;
import dev.dormouse.outbox.ParkedFilter;
import dev.dormouse.outbox.ParkedMessage;
import dev.dormouse.outbox.Sink;
import dev.dormouse.outbox.WhenParked;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a sink can do wrong, and that it harms no more than it must. */
class OutboxFailureIT {

    private final OutboxFixture f = new OutboxFixture();

    @AfterEach
    void close() {
        f.close();
    }

    @Test
    void aFailingMessageHoldsBackItsKeyAndNoOther() throws Exception {
        AtomicBoolean broken = new AtomicBoolean(true);
        RecordingMessages sink = new RecordingMessages(
                message -> broken.get() && RecordingMessages.text(message).equals("a2")
                        ? Delivery.retry("not yet")
                        : Delivery.delivered());
        f.start(f.node().route("orders", "orders.*", sink, HASTY.withAttemptsMax(1000)));
        for (int i = 1; i <= 5; i++) {
            f.outbox.publish(message("a", "a" + i));
            f.outbox.publish(message("b", "b" + i));
        }
        until(() -> sink.size() == 6 && sink.timesGiven("a2") > 3);
        assertThat(sink.byKey().get("a")).containsExactly("a1");
        assertThat(sink.byKey().get("b")).containsExactly("b1", "b2", "b3", "b4", "b5");
        f.outbox.publish(message("a", "a6"));
        until(() -> f.count("outbox_waiting") == 5);
        broken.set(false);
        until(() -> sink.size() == 11);
        assertThat(sink.byKey().get("a")).containsExactly("a1", "a2", "a3", "a4", "a5", "a6");
        f.untilQuiet();
        assertThat(f.count("outbox_held")).isZero();
        assertThat(f.count("outbox_delivered")).isEqualTo(11);
    }

    @Test
    void afterItsAttemptsAMessageIsParkedWithItsErrorsAndBlocksItsKey() throws Exception {
        RecordingMessages sink = new RecordingMessages(failing("a2"));
        f.start(f.node().route("orders", "orders.*", sink, HASTY));
        f.outbox.publishAll(List.of(message("a", "a1"), message("a", "a2"), message("a", "a3"), message("b", "b1")));
        until(() -> f.count("outbox_parked") == 1);
        f.outbox.publish(message("a", "a4"));
        f.outbox.publish(message("b", "b2"));
        until(() -> sink.size() == 3 && f.count("outbox_waiting") == 2);
        assertThat(sink.timesGiven("a2")).isEqualTo(3);
        assertThat(sink.timesGiven("a3")).isZero();
        ParkedMessage parked = onlyParked();
        assertThat(parked.attempts()).isEqualTo(3);
        assertThat(parked.blocksKey()).isTrue();
        assertThat(parked.errors()).hasSize(3).allMatch(error -> error.contains("cannot a2"));
        until(() -> f.count("outbox_lane where node is not null") == 0);
    }

    @Test
    void aKeyMayContinueWithoutItsParkedMessage() throws Exception {
        RecordingMessages sink = new RecordingMessages(failing("a2"));
        f.start(f.node().route("orders", "orders.*", sink, HASTY.withWhenParked(WhenParked.CONTINUE_KEY)));
        f.outbox.publishAll(List.of(message("a", "a1"), message("a", "a2"), message("a", "a3"), message("a", "a4")));
        until(() -> f.count("outbox_parked") == 1 && sink.size() == 3);
        f.outbox.publish(message("a", "a5"));
        until(() -> sink.size() == 4);
        assertThat(sink.byKey().get("a")).containsExactly("a1", "a3", "a4", "a5");
        assertThat(onlyParked().blocksKey()).isFalse();
        f.untilQuiet();
        until(() -> f.count("outbox_held") == 0);
    }

    @Test
    void aRejectedMessageIsParkedAtOnce() throws Exception {
        RecordingMessages sink = new RecordingMessages(message -> Delivery.rejected("nobody wants it"));
        f.start(f.node().route("orders", "orders.*", sink, HASTY));
        f.outbox.publish(message("unkeyed"));
        f.outbox.publish(message("k", "keyed"));
        until(() -> f.count("outbox_parked") == 2);
        assertThat(sink.timesGiven("unkeyed")).isEqualTo(1);
        assertThat(f.admin.parked(ParkedFilter.any(), 10).messages())
                .allMatch(parked -> parked.errors().get(0).contains("nobody wants it"));
    }

    @Test
    void aMessageWithoutAKeyIsRetriedAloneAndThenParked() throws Exception {
        RecordingMessages sink = new RecordingMessages(failing("poison"));
        f.start(f.node().route("orders", "orders.*", sink, HASTY));
        f.outbox.publishAll(IntStream.range(0, 100)
                .mapToObj(n -> message(n == 50 ? "poison" : "m" + n))
                .toList());
        until(() -> sink.size() == 99 && f.count("outbox_parked") == 1);
        assertThat(sink.timesGiven("poison")).isEqualTo(3);
        f.untilQuiet();
    }

    @Test
    void aSinkThatThrowsForABatchSpoilsOnlyTheMessageThatMakesItThrow() throws Exception {
        RecordingMessages good = new RecordingMessages();
        Sink sink = batch -> {
            if (batch.stream()
                    .anyMatch(message -> RecordingMessages.text(message).equals("a3"))) {
                throw new StackOverflowError("any Throwable");
            }
            return good.deliver(batch);
        };
        f.start(f.node().route("orders", "orders.*", sink, HASTY));
        f.outbox.publishAll(
                IntStream.range(0, 6).mapToObj(n -> message("a", "a" + n)).toList());
        f.outbox.publish(message("b", "b0"));
        until(() -> f.count("outbox_parked") == 1 && good.size() == 4);
        assertThat(good.texts()).containsOnlyOnce("a0", "a1", "a2", "b0");
        assertThat(onlyParked().errors().get(0)).contains("StackOverflowError");
    }

    @Test
    void aSinkMayLeaveMessagesOutAndAnswerForStrangers() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        RecordingMessages sink = new RecordingMessages();
        Sink forgetful = batch -> {
            Map<UUID, Delivery> answers = new HashMap<>();
            answers.put(UUID.randomUUID(), Delivery.delivered());
            answers.put(null, Delivery.delivered());
            if (calls.incrementAndGet() > 1) {
                answers.putAll(sink.deliver(batch));
            } else {
                answers.put(batch.get(0).id(), null);
            }
            return answers;
        };
        Dormouse node = f.start(f.node().route("orders", "orders.*", forgetful, HASTY));
        f.outbox.publishAll(List.of(message("a", "1"), message("a", "2")));
        until(() -> sink.size() == 2);
        assertThat(sink.texts()).containsExactly("1", "2");
        assertThat(node.health().counts().outbox().unknownAnswers()).isPositive();
        f.untilQuiet();
    }

    @Test
    @SuppressWarnings("NullAway") // the sink breaks its contract
    void aSinkThatReturnsNullOrAHostileMapIsRetried() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        RecordingMessages sink = new RecordingMessages();
        Sink hostile = batch -> switch (calls.incrementAndGet()) {
            case 1 -> null;
            case 2 ->
                new HashMap<>() {
                    private static final long serialVersionUID = 1;

                    @Override
                    public void forEach(java.util.function.BiConsumer<? super UUID, ? super Delivery> action) {
                        throw new IllegalStateException("no");
                    }
                };
            default -> sink.deliver(batch);
        };
        f.start(f.node().route("orders", "orders.*", hostile, HASTY));
        f.outbox.publish(message("a", "1"));
        until(() -> sink.size() == 1);
        f.untilQuiet();
    }

    @Test
    void aSinkThatHangsIsInterruptedAndItsSlotFreed() throws Exception {
        AtomicInteger hung = new AtomicInteger();
        RecordingMessages sink = new RecordingMessages(message -> {
            if (RecordingMessages.text(message).equals("hang") && hung.getAndIncrement() == 0) {
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                return Delivery.retry("interrupted");
            }
            return Delivery.delivered();
        });
        f.start(f.node()
                .route("orders", "orders.*", sink, HASTY.withConcurrency(1).withTimeout(Duration.ofMillis(200))));
        f.outbox.publishAll(List.of(message("a", "hang"), message("a", "a2"), message("b", "b1")));
        until(() -> sink.size() == 3);
        assertThat(sink.byKey().get("a")).containsExactly("hang", "a2");
        f.untilQuiet();
    }

    @Test
    void aSinkThatIgnoresTheInterruptKeepsItsKeyOnly() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        AtomicInteger hung = new AtomicInteger();
        RecordingMessages sink = new RecordingMessages(message -> {
            if (RecordingMessages.text(message).equals("hang") && hung.getAndIncrement() == 0) {
                awaitStubbornly(release);
            }
            return Delivery.delivered();
        });
        Dormouse node = f.start(f.node()
                .route("orders", "orders.*", sink, HASTY.withConcurrency(2).withTimeout(Duration.ofMillis(200))));
        f.outbox.publish(message("a", "hang"));
        until(() -> node.health().counts().outbox().hanging() == 1);
        until(() -> node.health().queues().get(0).free() == 2);
        f.outbox.publish(message("a", "a2"));
        f.outbox.publish(message("b", "b1"));
        until(() -> sink.texts().contains("b1"));
        assertThat(sink.timesGiven("a2")).isZero();
        release.countDown();
        until(() -> sink.size() == 3);
        assertThat(sink.byKey().get("a")).containsExactly("hang", "a2");
        assertThat(sink.overlaps).isEmpty();
        f.untilQuiet();
    }

    @Test
    void aSlowKeyDoesNotKeepOthersOfItsLaneWaiting() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        RecordingMessages sink = new RecordingMessages(message -> {
            if ("slow".equals(message.key())) {
                awaitStubbornly(release);
            }
            return Delivery.delivered();
        });
        String neighbour = neighbourOf("slow");
        f.outbox.publishAll(
                IntStream.range(0, 5000).mapToObj(n -> message("slow", "s" + n)).toList());
        f.outbox.publish(message(neighbour, "n"));
        f.start(f.node().route("orders", "orders.*", sink, HASTY.withBatchSize(10)));
        until(() -> sink.texts().contains("n"));
        release.countDown();
        until(() -> sink.size() == 5001);
        assertThat(sink.byKey().get("slow"))
                .isEqualTo(IntStream.range(0, 5000).mapToObj(n -> "s" + n).toList());
    }

    @Test
    void oneRouteThatHangsDoesNotStarveAnother() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        RecordingMessages stuck = new RecordingMessages(message -> {
            awaitStubbornly(release);
            return Delivery.delivered();
        });
        RecordingMessages sink = new RecordingMessages();
        f.start(f.node().route("stuck", "*", stuck, HASTY.withBatchSize(1)).route("orders", "orders.*", sink, HASTY));
        f.outbox.publishAll(IntStream.range(0, 3000)
                .mapToObj(n -> message("k" + n % 100, "m" + n))
                .toList());
        until(() -> sink.size() == 3000);
        release.countDown();
        until(() -> stuck.size() == 3000);
        f.untilQuiet();
    }

    @Test
    void retryAfterIsHonoured() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        RecordingMessages sink = new RecordingMessages(message -> calls.getAndIncrement() == 0
                ? Delivery.retryAfter("busy", Duration.ofMillis(600))
                : Delivery.delivered());
        f.start(f.node().route("orders", "orders.*", sink, HASTY));
        long start = System.nanoTime();
        f.outbox.publish(message("k", "1"));
        until(() -> sink.size() == 1);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(600));
        assertThat(sink.delivered().get(0).attempt()).isEqualTo(2);
    }

    private String neighbourOf(String key) throws Exception {
        return Objects.requireNonNull(f.value("select 'n' || n from generate_series(1, 10000) n"
                + " where {schema}.outbox_lane_of(1, 'n' || n) = {schema}.outbox_lane_of(1, '" + key + "') limit 1"));
    }

    private ParkedMessage onlyParked() {
        return f.admin.parked(ParkedFilter.any(), 10).messages().get(0);
    }

    private static Function<OutboxMessage, Delivery> failing(String text) {
        return message ->
                RecordingMessages.text(message).equals(text) ? Delivery.retry("cannot " + text) : Delivery.delivered();
    }

    private static void awaitStubbornly(CountDownLatch latch) {
        boolean interrupted = false;
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
