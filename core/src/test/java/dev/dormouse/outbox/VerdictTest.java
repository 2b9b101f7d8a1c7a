package dev.dormouse.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.outbox.DeliveryOutcome.Delivered;
import dev.dormouse.outbox.DeliveryOutcome.Parked;
import dev.dormouse.outbox.DeliveryOutcome.Retry;
import dev.dormouse.outbox.DeliveryOutcome.SetAside;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class VerdictTest {

    private static final RouteSettings SETTINGS =
            RouteSettings.defaults().withAttemptsMax(3).withRetryBackoff(Duration.ofSeconds(1), Duration.ofSeconds(4));

    private final Verdict keyed = new Verdict(SETTINGS, true);
    private final Verdict unkeyed = new Verdict(SETTINGS, false);
    private final StoredMessage first = Samples.message(1, "k", 1);
    private final StoredMessage second = Samples.message(2, "k", 1);
    private final StoredMessage third = Samples.message(3, "k", 1);

    @Test
    void whatFollowsAFailureOfTheSameKeyIsSetAside() {
        List<DeliveryOutcome> outcomes = keyed.answered(
                List.of(first, second, third),
                Map.of(
                        first.message().id(),
                        Delivery.delivered(),
                        second.message().id(),
                        Delivery.retry("busy")));
        assertThat(outcomes.get(0)).isInstanceOf(Delivered.class);
        assertThat(outcomes.get(1)).isInstanceOfSatisfying(Retry.class, retry -> {
            assertThat(retry.attempt()).isEqualTo(1);
            assertThat(retry.error()).isEqualTo("busy");
            assertThat(retry.delay()).isBetween(Duration.ofMillis(750), Duration.ofMillis(1250));
        });
        assertThat(outcomes.get(2)).isEqualTo(new SetAside(third.place()));
    }

    @Test
    void withoutAKeyEachIsJudgedAlone() {
        List<DeliveryOutcome> outcomes =
                unkeyed.answered(List.of(first, second), Map.of(second.message().id(), Delivery.delivered()));
        assertThat(outcomes.get(0))
                .isInstanceOfSatisfying(
                        Retry.class, retry -> assertThat(retry.error()).contains("no answer"));
        assertThat(outcomes.get(1)).isInstanceOf(Delivered.class);
    }

    @Test
    void theBackoffOfAMessageDoublesUpToItsOwnLimit() {
        StoredMessage again = Samples.message(1, "k", 2);
        assertThat(keyed.failed(List.of(again), "x").get(0))
                .isInstanceOfSatisfying(
                        Retry.class,
                        retry -> assertThat(retry.delay()).isBetween(Duration.ofMillis(1500), Duration.ofMillis(2500)));
    }

    @Test
    void theLastAttemptParksAndBlocksOnlyWhatHasAKey() {
        StoredMessage last = Samples.message(1, "k", 3);
        assertThat(keyed.failed(List.of(last), "x").get(0)).isEqualTo(new Parked(last.place(), "x", true));
        assertThat(unkeyed.failed(List.of(last), "x").get(0)).isEqualTo(new Parked(last.place(), "x", false));
        Verdict continues = new Verdict(SETTINGS.withWhenParked(WhenParked.CONTINUE_KEY), true);
        assertThat(continues.failed(List.of(last), "x").get(0)).isEqualTo(new Parked(last.place(), "x", false));
    }

    @Test
    void aReceiverMayAskForALongerWaitButNotForAShorter() {
        assertThat(retried(Delivery.retryAfter("x", Duration.ofMinutes(5))).delay())
                .isEqualTo(Duration.ofMinutes(5));
        assertThat(retried(Delivery.retryAfter("x", Duration.ofMillis(1))).delay())
                .isGreaterThanOrEqualTo(Duration.ofMillis(750));
    }

    @Test
    void anErrorIsMadeStorable() {
        assertThat(retried(Delivery.retry("a\0b")).error()).isEqualTo("a\uFFFDb");
    }

    private Retry retried(Delivery answer) {
        return (Retry) keyed.answered(List.of(first), Map.of(first.message().id(), answer))
                .get(0);
    }
}
