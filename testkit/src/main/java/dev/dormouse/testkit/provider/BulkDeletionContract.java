package dev.dormouse.testkit.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.provider.ExecutionStatus;
import dev.dormouse.provider.NewMessage;
import dev.dormouse.provider.NewMessage.Start;
import dev.dormouse.provider.ProviderAdmin.InstanceFilter;
import dev.dormouse.provider.TurnAck;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Finished roots are removed by what they have in common. */
abstract class BulkDeletionContract extends ContractGroup {

    private long deleted(@Nullable List<String> instances, @Nullable Duration finishedFor, int limit) {
        return provider.admin()
                .deleteFinished(new InstanceFilter(instances, finishedFor, limit))
                .instances();
    }

    @Test
    void onlyTheNamedOnesAreDeleted() {
        List.of("a", "b", "c").forEach(instance -> ended(instance, ExecutionStatus.COMPLETED));

        assertThat(deleted(List.of("a", "b", "nobody"), null, 100)).isEqualTo(2);
        assertThat(provider.findStatus("c")).isPresent();
    }

    @Test
    void allConditionsMustHold() {
        ended("a", ExecutionStatus.COMPLETED);
        ended("b", ExecutionStatus.FAILED);

        assertThat(deleted(List.of("a"), Duration.ofHours(1), 100)).isZero();
        assertThat(deleted(List.of("a"), Duration.ZERO, 100)).isEqualTo(1);
        assertThat(deleted(List.of(), null, 100)).isZero();
        assertThat(deleted(null, null, 100)).isEqualTo(1);
    }

    @Test
    void whatRunsIsPassedOver() {
        running("a");
        ended("b", ExecutionStatus.COMPLETED);

        assertThat(deleted(null, null, 100)).isEqualTo(1);
        assertThat(deleted(List.of("a"), null, 100)).isZero();
        assertThat(provider.findStatus("a")).isPresent();
    }

    @Test
    void noMoreThanTheLimitAreDeleted() {
        IntStream.range(0, 5).forEach(i -> ended("i" + i, ExecutionStatus.COMPLETED));

        assertThat(deleted(null, null, 2)).isEqualTo(2);
        assertThat(deleted(null, null, 2)).isEqualTo(2);
        assertThat(deleted(null, null, 2)).isEqualTo(1);
        assertThat(deleted(null, null, 2)).isZero();
    }

    @Test
    void whatIsPassedOverDoesNotCount() {
        for (String root : List.of("busy1", "busy2")) {
            child(root, null);
            child(root + "/child", root);
            put(NewMessage.start(root + "/grandchild", new Start(FLOW, null, root + "/child", false), "start"));
            commit(TurnAck.nothing(turn()));
        }
        child("done", null);

        assertThat(deleted(null, null, 1)).isEqualTo(1);
        assertThat(provider.findStatus("done")).isEmpty();
        assertThat(deleted(null, null, 1)).isZero();
        assertThat(provider.findStatus("busy1")).isPresent();
    }

    @Test
    void recentOnesCanBeSpared() {
        ended("a", ExecutionStatus.COMPLETED);

        assertThat(deleted(null, Duration.ofHours(1), 100)).isZero();
        assertThat(deleted(null, Duration.ZERO, 100)).isEqualTo(1);
    }

    @Test
    void childrenGoWithTheirRoots() {
        child("root", null);
        child("one", "root");
        child("two", "root");
        child("three", "one");
        child("other", null);
        child("four", "other");
        child("five", "four");
        running("survivor");

        assertThat(deleted(null, null, 100)).isEqualTo(7);
        assertThat(provider.admin().metrics().instances()).isEqualTo(1);
    }

    @Test
    void aChildIsNoRoot() {
        running("root");
        child("one", "root");

        assertThat(deleted(null, null, 100)).isZero();
        assertThat(deleted(List.of("one"), null, 100)).isZero();
    }

    private void child(String instance, @Nullable String parent) {
        put(NewMessage.start(instance, new Start(FLOW, null, parent, false), "start"));
        commit(ending(turn(), ExecutionStatus.COMPLETED));
    }
}
