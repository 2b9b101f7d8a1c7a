package dev.dormouse.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import dev.dormouse.node.Pruner;
import dev.dormouse.wake.Ticker;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class PrunerTest {

    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    @Test
    void whatIsPrunableIsPrunedInBatchesUntilNothingIsLeft() {
        PruningStore store = new PruningStore(Pruner.BATCH * 3 + 1);
        Pruner pruner = new Pruner("jobs", store::prune, DAY, MINUTE, Ticker.SYSTEM);

        pruner.prunable();

        await().atMost(DEADLINE).until(() -> store.left.get() == 0);
        pruner.stop(DEADLINE);
        assertThat(store.left).hasValue(0);
        assertThat(store.calls).hasValue(4);
    }

    @Test
    void nothingIsAskedUntilToldOrDue() {
        PruningStore store = new PruningStore(1);
        Pruner pruner = new Pruner("jobs", store::prune, DAY, MINUTE, Ticker.SYSTEM);

        pruner.start();
        pruner.busy();
        pruner.stop(DEADLINE);

        assertThat(store.calls).hasValue(0);
    }

    @Test
    void aStoppedPrunerStaysStopped() {
        PruningStore store = new PruningStore(1);
        Pruner pruner = new Pruner("jobs", store::prune, DAY, MINUTE, Ticker.SYSTEM);

        pruner.stop(DEADLINE);
        pruner.stop(DEADLINE);
        pruner.prunable();

        assertThat(store.calls).hasValue(0);
    }

    @Test
    void aRetentionThatIsNegativeOrEndlessIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Pruner.requireRetention(Duration.ofSeconds(-1)))
                .withMessage("retention must be between zero and 100 years: PT-1S");
        assertThatIllegalArgumentException().isThrownBy(() -> Pruner.requireRetention(Duration.ofDays(40_000)));
        assertThat(Pruner.requireRetention(Duration.ZERO)).isZero();
    }
}
