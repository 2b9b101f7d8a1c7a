package dev.dormouse.wake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BackoffTest {

    private final Backoff backoff = new Backoff(Duration.ofMillis(250), Duration.ofSeconds(2));

    @Test
    void ceilingDoublesFromMinToMaxAndStaysThere() {
        assertThat(IntStream.of(0, 1, 2, 3, 4, 5, 63, 64, Integer.MAX_VALUE)
                        .mapToObj(failures -> backoff.ceiling(failures).toMillis()))
                .containsExactly(250L, 250L, 500L, 1000L, 2000L, 2000L, 2000L, 2000L, 2000L);
    }

    @Test
    void delayCoversTheWholeRangeUpToTheCeiling() {
        SplittableRandom random = new SplittableRandom(42);
        List<Duration> delays =
                Stream.generate(() -> backoff.delay(3, random)).limit(1_000).toList();

        assertThat(delays).allMatch(delay -> !delay.isNegative() && delay.compareTo(Duration.ofSeconds(1)) <= 0);
        assertThat(delays).anyMatch(delay -> delay.toMillis() < 50).anyMatch(delay -> delay.toMillis() > 950);
    }

    @Test
    void sameSeedGivesTheSameDelays() {
        assertThat(backoff.delay(2, new SplittableRandom(7))).isEqualTo(backoff.delay(2, new SplittableRandom(7)));
    }

    @Test
    void badBoundsAreRefused() {
        assertThatThrownBy(() -> new Backoff(Duration.ZERO, Duration.ofSeconds(1)))
                .hasMessage("min must be longer than zero: PT0S");
        assertThatThrownBy(() -> new Backoff(Duration.ofSeconds(2), Duration.ofSeconds(1)))
                .hasMessage("max must not be shorter than min: max=PT1S, min=PT2S");
        assertThatThrownBy(() -> backoff.ceiling(-1)).hasMessage("failures must not be negative: -1");
    }
}
