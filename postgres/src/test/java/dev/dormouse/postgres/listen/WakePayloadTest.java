package dev.dormouse.postgres.listen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dormouse.wake.WakeHint;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WakePayloadTest {

    @Test
    void dueNowIsTheBareName() {
        assertThat(WakePayload.of(WakeHint.now("job:default"))).isEqualTo("job:default");
    }

    @Test
    void laterCarriesItsMillis() {
        assertThat(WakePayload.of(new WakeHint("job:default", Duration.ofSeconds(2))))
                .isEqualTo("job:default@2000");
    }

    @ParameterizedTest
    @ValueSource(strings = {"q", "q@5", "@", "@@", "q@", "!echo", "a b", "ä@ö", "🐭"})
    void everyNameSurvivesTheRoundTrip(String queue) {
        for (long millis : new long[] {0, 1, 999, 86_400_000}) {
            WakeHint hint = new WakeHint(queue, Duration.ofMillis(millis));
            assertThat(WakePayload.parse(WakePayload.of(hint))).contains(hint);
        }
    }

    @Test
    void theLongestNameWithTheLongestDelayFits() {
        WakeHint hint = new WakeHint("x".repeat(WakePayload.QUEUE_LENGTH_MAX), Duration.ofDays(1_000_000));
        assertThat(WakePayload.of(hint)).hasSizeLessThanOrEqualTo(WakePayload.LENGTH_MAX);
        assertThat(WakePayload.parse(WakePayload.of(hint))).contains(new WakeHint(hint.queue(), WakePayload.DELAY_MAX));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "@1", "q@", "q@x", "q@-1", "q@1.5", "q@+1", "q@١", "q@1234567890123456789", "!echo:x"})
    void whatIsNoHintIsNobodysHint(String payload) {
        assertThat(WakePayload.parse(payload)).isEmpty();
    }

    @Test
    void readingNeverThrows() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        String alphabet = "a@19-!:\0\uD83Dé ";
        for (int round = 0; round < 20_000; round++) {
            StringBuilder payload = new StringBuilder();
            for (int length = random.nextInt(30); length > 0; length--) {
                payload.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            assertThat(WakePayload.parse(payload.toString()))
                    .as("seed %s", seed)
                    .isNotNull();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"!echo:mine", "a\0b"})
    void namesThatCannotTravelAreRefused(String queue) {
        assertThatThrownBy(() -> WakePayload.of(WakeHint.now(queue)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cannot be announced");
    }
}
