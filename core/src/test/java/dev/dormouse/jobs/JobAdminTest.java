package dev.dormouse.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.dormouse.telemetry.NodeCounts;
import dev.dormouse.wake.Ticker;
import dev.dormouse.wake.WakeHub;
import dev.dormouse.wake.WakeSettings;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JobAdminTest {

    /** The store fails whatever reaches it. */
    private final JobAdmin admin = new JobAdmin(
            new PruningStore(0),
            new WakeHub(WakeSettings.defaults(), Ticker.SYSTEM, new NodeCounts(), queues -> List.of()));

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 101, Integer.MAX_VALUE})
    void aPageSizeOutsideOfOneToAHundredIsRefused(int size) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> admin.list(JobFilter.any(), size))
                .withMessage("pageSize must be 1 to 100: " + size);
    }

    @Test
    void anEmptyOrEndlessReasonIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> admin.cancel(1, ""))
                .withMessage("reason must have 1 to 1000 characters, not 0: say in a sentence why");
        assertThatIllegalArgumentException().isThrownBy(() -> admin.discard(1, "x".repeat(1001)));
        assertThatIllegalArgumentException().isThrownBy(() -> admin.discardAll(JobFilter.any(), ""));
    }

    @Test
    void aReasonThatCannotBeStoredIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> admin.cancel(1, "be\0cause"))
                .withMessage("reason has a character that cannot be stored at offset 2 (U+0000)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a\nb", "ä"})
    void aQueueNameThatCannotBeOneIsRefused(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> admin.pause(name))
                .withMessageContaining("'" + name + "'");
        assertThatIllegalArgumentException().isThrownBy(() -> admin.resume(name));
        assertThatIllegalArgumentException().isThrownBy(() -> admin.limit(name, QueueLimits.none()));
        assertThatIllegalArgumentException().isThrownBy(() -> JobFilter.any().withQueue(name));
        assertThatIllegalArgumentException().isThrownBy(() -> JobFilter.any().withKind(name));
    }

    @Test
    void limitsThatWouldStopAQueueAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> QueueLimits.none().withMaxRunning(0))
                .withMessage("maxRunning must be at least 1: 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> QueueLimits.none().withMaxRunningPerKey(-1))
                .withMessage("maxRunningPerKey must be at least 1: -1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> QueueLimits.none().withRate(0, Duration.ofSeconds(1)))
                .withMessage("the count of a rate must be at least 1: 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> QueueLimits.none().withRate(1, Duration.ZERO))
                .withMessage("the period of a rate must be 1 ms to 366 days: PT0S");
    }

    @Test
    void aCountBeyondItsLimitSaysAtLeast() {
        assertThat(BoundedCount.upTo(10, 10)).hasToString("10");
        assertThat(BoundedCount.upTo(10, 11)).hasToString("at least 10");
    }
}
