package dev.dormouse.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryPolicyTest {

    @ParameterizedTest
    @CsvSource({"1, 1000", "2, 2000", "3, 4000", "4, 8000", "5, 10000", "6, 10000", "1000000, 10000"})
    void exponentialDoublesUpToItsMaximumGiveOrTakeAQuarter(int attempt, long millis) {
        RetryPolicy policy = RetryPolicy.exponential(Duration.ofSeconds(1), Duration.ofSeconds(10));
        for (int i = 0; i < 1_000; i++) {
            assertThat(policy.delay(attempt).toMillis()).isBetween(millis * 3 / 4, millis * 5 / 4);
        }
    }

    @Test
    void jobsThatFailedTogetherAreNotTriedAgainTogether() {
        Set<Duration> delays = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            delays.add(RetryPolicy.byDefault().delay(1));
        }
        assertThat(delays).hasSizeGreaterThan(100);
    }

    @Test
    void fixedIsAlwaysTheSame() {
        RetryPolicy policy = RetryPolicy.fixed(Duration.ofSeconds(3));
        assertThat(policy.delay(1)).isEqualTo(policy.delay(99)).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void badBoundsAreRefusedByName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RetryPolicy.exponential(Duration.ZERO, Duration.ofSeconds(1)))
                .withMessage("first must be positive: PT0S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RetryPolicy.exponential(Duration.ofSeconds(1), Duration.ofSeconds(-1)))
                .withMessage("max must be positive: PT-1S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RetryPolicy.fixed(Duration.ofSeconds(-1)))
                .withMessage("delay must not be negative: PT-1S");
    }
}
