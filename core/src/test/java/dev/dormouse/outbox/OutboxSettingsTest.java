package dev.dormouse.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.dormouse.wake.WakeSettings;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class OutboxSettingsTest {

    private static final WakeSettings NODE = WakeSettings.defaults();

    @Test
    void theDefaultsLeaveTheNodesWaitingAlone() {
        assertThat(OutboxSettings.defaults().waking(NODE)).isEqualTo(NODE);
        assertThat(OutboxSettings.defaults().retention()).isEqualTo(Duration.ofDays(1));
        assertThat(OutboxSettings.defaults().routes().whenParked()).isEqualTo(WhenParked.BLOCK_KEY);
    }

    @Test
    void idleBackoffAndRetryBackoffAreDifferentThings() {
        OutboxSettings settings = OutboxSettings.defaults()
                .withPollInterval(Duration.ofMillis(100))
                .withMaxIdleBackoff(Duration.ofSeconds(1))
                .withMaxRetryBackoff(Duration.ofHours(2));
        WakeSettings waking = settings.waking(NODE);
        assertThat(waking.idleBackoffMin()).isEqualTo(Duration.ofMillis(100));
        assertThat(waking.idleBackoffMax()).isEqualTo(Duration.ofSeconds(1));
        assertThat(settings.routes().retryBackoffMax()).isEqualTo(Duration.ofHours(2));
        assertThat(waking.fallbackInterval()).isEqualTo(NODE.fallbackInterval());
    }

    @Test
    void anIdleBackoffOfMinutesIsRefusedAndARetryBackoffOfMinutesIsFine() {
        OutboxSettings minutes = OutboxSettings.defaults().withMaxIdleBackoff(Duration.ofMinutes(5));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> minutes.waking(NODE))
                .withMessageContaining("idleBackoffMax must be below a minute");
        assertThat(OutboxSettings.defaults()
                        .withMaxRetryBackoff(Duration.ofMinutes(5))
                        .waking(NODE))
                .isEqualTo(NODE);
    }

    @Test
    void notificationsCanBeSwitchedOff() {
        assertThat(OutboxSettings.defaults().withUseNotify(false).waking(NODE).enabled())
                .isFalse();
    }

    @Test
    void aShortRetryLimitShortensTheFirstWaitToo() {
        RouteSettings routes = OutboxSettings.defaults()
                .withMaxRetryBackoff(Duration.ofMillis(10))
                .routes();
        assertThat(routes.retryBackoffMin()).isEqualTo(Duration.ofMillis(10));
    }
}
