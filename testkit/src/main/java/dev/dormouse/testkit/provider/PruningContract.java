package dev.dormouse.testkit.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dormouse.provider.ExecutionInfo;
import dev.dormouse.provider.ExecutionStatus;
import dev.dormouse.provider.ProviderAdmin.InstanceFilter;
import dev.dormouse.provider.ProviderAdmin.Pruned;
import dev.dormouse.provider.ProviderException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Old executions are removed, the current one never. */
abstract class PruningContract extends ContractGroup {

    /** An instance with so many executions, the last of which runs. */
    private void executions(String instance, int count) {
        running(instance);
        for (int i = 1; i < count; i++) {
            continuedAsNew(instance);
        }
    }

    private List<Long> left(String instance) {
        return provider.admin().executions(instance).stream()
                .map(ExecutionInfo::executionId)
                .toList();
    }

    @Test
    void theLastOnesAreKept() {
        executions("a", 4);

        Pruned pruned = provider.admin().prune("a", 2, null);

        assertThat(pruned.executions()).isEqualTo(2);
        assertThat(pruned.events()).isEqualTo(3);
        assertThat(left("a")).containsExactly(3L, 4L);
        assertThat(provider.admin().readHistory("a", 1)).isEmpty();
        assertThat(provider.admin().readHistory("a", 3)).isEqualTo(events(1, 2));
    }

    @Test
    void recentOnesCanBeSpared() {
        executions("a", 3);

        assertThat(provider.admin().prune("a", 1, Duration.ofHours(1)).executions())
                .isZero();
        assertThat(provider.admin().prune("a", 1, Duration.ZERO).executions()).isEqualTo(2);
        assertThat(left("a")).containsExactly(3L);
    }

    @Test
    void theCurrentOneIsAlwaysKept() {
        executions("a", 2);
        assertThat(provider.admin().prune("a", 0, null).executions()).isEqualTo(1);
        assertThat(provider.admin().prune("a", 0, null).executions()).isZero();
        assertThat(provider.admin().prune("a", 1, null).executions()).isZero();

        assertThat(left("a")).containsExactly(2L);
        assertThat(provider.readHistory("a")).isEqualTo(events(1, 2));
        assertThat(nextTurn("a").history()).isEqualTo(events(1, 2));
    }

    @Test
    void theCurrentOneIsKeptEvenWhenItHasEnded() {
        executions("a", 2);
        commit(ending(nextTurn("a"), ExecutionStatus.COMPLETED));
        provider.admin().prune("a", 0, Duration.ZERO);

        assertThat(left("a")).containsExactly(2L);
        assertThat(provider.findStatus("a").orElseThrow().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    void anUnknownInstanceCannotBePruned() {
        assertThatThrownBy(() -> provider.admin().prune("nobody", 1, null))
                .isInstanceOfSatisfying(
                        ProviderException.class, e -> assertThat(e.retryable()).isFalse())
                .hasMessageContaining("nobody");
    }

    @Test
    void manyArePrunedAtOnce() {
        executions("a", 3);
        executions("b", 3);
        executions("c", 3);

        Pruned pruned = provider.admin().pruneAll(new InstanceFilter(List.of("a", "b"), null, 100), 1, null);

        assertThat(pruned.instances()).isEqualTo(2);
        assertThat(pruned.executions()).isEqualTo(4);
        assertThat(left("c")).hasSize(3);
    }

    @Test
    void noMoreThanTheLimitArePruned() {
        executions("a", 2);
        executions("b", 2);
        executions("c", 2);

        assertThat(provider.admin()
                        .pruneAll(new InstanceFilter(null, null, 2), 1, null)
                        .executions())
                .isEqualTo(2);
    }

    @Test
    void instancesThatRunArePrunedToo() {
        executions("a", 3);

        assertThat(provider.admin()
                        .pruneAll(new InstanceFilter(null, null, 100), 1, null)
                        .executions())
                .isEqualTo(2);
        assertThat(left("a")).containsExactly(3L);
    }
}
