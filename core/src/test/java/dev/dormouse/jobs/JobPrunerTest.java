package dev.dormouse.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.dormouse.wake.Ticker;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class JobPrunerTest {

    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    @Test
    void whatIsPrunableIsPrunedInBatchesUntilNothingIsLeft() {
        PruningStore store = new PruningStore(JobPruner.BATCH * 3 + 1);
        JobPruner pruner = new JobPruner(store, DAY, MINUTE, Ticker.SYSTEM);

        pruner.prunable();

        long deadline = System.nanoTime() + DEADLINE.toNanos();
        while (store.left.get() > 0 && System.nanoTime() < deadline) {
            Thread.onSpinWait();
        }
        pruner.stop(DEADLINE);
        assertThat(store.left).hasValue(0);
        assertThat(store.calls).hasValue(4);
    }

    @Test
    void nothingIsAskedUntilToldOrDue() {
        PruningStore store = new PruningStore(1);
        JobPruner pruner = new JobPruner(store, DAY, MINUTE, Ticker.SYSTEM);

        pruner.start();
        pruner.busy();
        pruner.stop(DEADLINE);

        assertThat(store.calls).hasValue(0);
    }

    @Test
    void aStoppedPrunerStaysStopped() {
        PruningStore store = new PruningStore(1);
        JobPruner pruner = new JobPruner(store, DAY, MINUTE, Ticker.SYSTEM);

        pruner.stop(DEADLINE);
        pruner.stop(DEADLINE);
        pruner.prunable();

        assertThat(store.calls).hasValue(0);
    }

    @Test
    void aRetentionThatIsNegativeOrEndlessIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JobPruner.requireRetention(Duration.ofSeconds(-1)))
                .withMessage("retention must be between zero and 100 years: PT-1S");
        assertThatIllegalArgumentException().isThrownBy(() -> JobPruner.requireRetention(Duration.ofDays(40_000)));
        assertThat(JobPruner.requireRetention(Duration.ZERO)).isZero();
    }
}
