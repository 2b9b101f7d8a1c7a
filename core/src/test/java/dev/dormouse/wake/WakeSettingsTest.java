package dev.dormouse.wake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

class WakeSettingsTest {

    private static final Map<String, BiFunction<WakeSettings, Duration, WakeSettings>> DURATIONS = Map.of(
            "fallbackInterval", WakeSettings::withFallbackInterval,
            "maxWait", WakeSettings::withMaxWait,
            "timerGrace", WakeSettings::withTimerGrace,
            "notifyDeliveryTimeout", WakeSettings::withNotifyDeliveryTimeout,
            "aggressiveDuration", WakeSettings::withAggressiveDuration,
            "aggressivePollInterval", WakeSettings::withAggressivePollInterval,
            "idleBackoffMin", WakeSettings::withIdleBackoffMin,
            "idleBackoffMax", WakeSettings::withIdleBackoffMax);

    private final WakeSettings defaults = WakeSettings.defaults();

    @Test
    void defaultsListenAndEnterAggressiveModeOnTroubleOnly() {
        assertThat(defaults.enabled()).isTrue();
        assertThat(defaults.notifyMode()).isEqualTo(NotifyMode.AFTER_COMMIT);
        assertThat(defaults.fallbackInterval()).isEqualTo(Duration.ofSeconds(60));
        assertThat(defaults.timerGrace()).isZero();
        assertThat(defaults.aggressiveOn())
                .containsExactlyInAnyOrder(
                        PollEvent.LOOK_FAILED,
                        PollEvent.LISTENER_LOST,
                        PollEvent.DELIVERY_TIMED_OUT,
                        PollEvent.SEND_FAILED);
    }

    @Test
    void everyWakeAddsTheOrdinaryWakes() {
        assertThat(defaults.everyWake().aggressiveOn())
                .containsAll(WakeSettings.TROUBLE)
                .contains(PollEvent.NOTIFIED, PollEvent.TIMER_FIRED, PollEvent.FALLBACK_FIRED)
                .hasSize(7);
    }

    @Test
    void everyWitherChangesItsOwnPropertyOnly() {
        Duration other = Duration.ofMillis(1234);
        DURATIONS.forEach(
                (property, wither) -> assertThat(wither.apply(defaults, other).toString())
                        .isEqualTo(defaults.toString().replaceFirst(property + "=[^,\\]]+", property + "=" + other)));
        assertThat(defaults.withEnabled(false).enabled()).isFalse();
        assertThat(defaults.withNotifyMode(NotifyMode.TRIGGER).notifyMode()).isEqualTo(NotifyMode.TRIGGER);
        assertThat(defaults.withAggressiveExitThreshold(9).aggressiveExitThreshold())
                .isEqualTo(9);
        assertThat(defaults.withAggressiveOn(Set.of()).aggressiveOn()).isEmpty();
    }

    @Test
    void negativeAndEndlessDurationsAreRefusedByName() {
        for (Duration bad : new Duration[] {Duration.ofMillis(-5), Duration.ofDays(400)}) {
            DURATIONS.forEach((property, wither) -> assertThatIllegalArgumentException()
                    .isThrownBy(() -> wither.apply(defaults, bad))
                    .withMessageContaining(property)
                    .withMessageContaining(bad.toString()));
        }
    }

    @Test
    void onlyTheTimerGraceMayBeZero() {
        DURATIONS.forEach((property, wither) -> {
            if (property.equals("timerGrace")) {
                assertThat(wither.apply(defaults, Duration.ZERO).timerGrace()).isZero();
            } else {
                assertThatThrownBy(() -> wither.apply(defaults, Duration.ZERO))
                        .hasMessage(property + " must be longer than zero: PT0S");
            }
        });
    }

    @Test
    void idleBackoffThatShrinksOrGrowsToMinutesIsRefused() {
        assertThatThrownBy(() -> defaults.withIdleBackoffMax(Duration.ofMillis(100)))
                .hasMessage("idleBackoffMax must not be shorter than idleBackoffMin: "
                        + "idleBackoffMax=PT0.1S, idleBackoffMin=PT0.25S");
        assertThatThrownBy(() -> defaults.withIdleBackoffMax(Duration.ofMinutes(1)))
                .hasMessage("idleBackoffMax must be below a minute: PT1M");
    }

    @Test
    void idleBackoffBoundsCanBeMovedTogether() {
        WakeSettings faster = defaults.withIdleBackoff(Duration.ofMillis(5), Duration.ofMillis(20));

        assertThat(faster.idleBackoff()).isEqualTo(new Backoff(Duration.ofMillis(5), Duration.ofMillis(20)));
    }

    @Test
    void exitThresholdBelowOneIsRefused() {
        assertThatThrownBy(() -> defaults.withAggressiveExitThreshold(0))
                .hasMessage("aggressiveExitThreshold must be at least 1: 0");
    }

    @Test
    void aggressiveOnTakesEntryEventsOnly() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> defaults.withAggressiveOn(Set.of(PollEvent.STOP)))
                .withMessageContaining("aggressiveOn")
                .withMessageContaining("[STOP]");
    }

    @Test
    void aggressiveOnIsCopied() {
        Set<PollEvent> mine = EnumSet.of(PollEvent.NOTIFIED);
        WakeSettings settings = defaults.withAggressiveOn(mine);
        mine.clear();

        assertThat(settings.aggressiveOn()).containsExactly(PollEvent.NOTIFIED);
        assertThatThrownBy(() -> settings.aggressiveOn().clear()).isInstanceOf(UnsupportedOperationException.class);
    }
}
