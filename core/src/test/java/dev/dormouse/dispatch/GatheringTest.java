package dev.dormouse.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class GatheringTest {
    private static final Duration LOOK = Duration.ofMillis(1);

    @Test
    void severalOfManyArePausedAfterForAsLongAsTheirLookTook() {
        assertThat(Gathering.after(4, 1000, LOOK)).isEqualTo(LOOK);
        assertThat(Gathering.after(249, 1000, LOOK)).isEqualTo(LOOK);
    }

    @Test
    void aSlowLookIsNotPaidForTwice() {
        assertThat(Gathering.after(10, 1000, Duration.ofSeconds(1))).isEqualTo(Duration.ofMillis(2));
    }

    @Test
    void nobodyWaitsForOthersThatMayNotCome() {
        assertThat(Gathering.after(0, 1000, LOOK)).isZero();
        assertThat(Gathering.after(3, 1000, LOOK)).isZero();
    }

    @Test
    void aLookThatBroughtMuchOfWhatItCouldIsFollowedAtOnce() {
        assertThat(Gathering.after(250, 1000, LOOK)).isZero();
        assertThat(Gathering.after(16, 16, LOOK)).isZero();
        assertThat(Gathering.after(4, 16, LOOK)).isZero();
    }
}
