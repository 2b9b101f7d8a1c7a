package dev.dormouse.testkit.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dormouse.provider.AckOutcome;
import dev.dormouse.provider.ExecutionStatus;
import dev.dormouse.provider.NewMessage;
import dev.dormouse.provider.NewMessage.Start;
import dev.dormouse.provider.ProviderAdmin.Deleted;
import dev.dormouse.provider.ProviderAdmin.Force;
import dev.dormouse.provider.ProviderException;
import dev.dormouse.provider.TurnAck;
import dev.dormouse.provider.TurnItem;
import dev.dormouse.provider.ValueChange;
import dev.dormouse.provider.WorkItem;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Instances are removed with everything that is theirs, all or none. */
abstract class DeletionContract extends ContractGroup {

    /** A parent with two children and a grandchild, all ended. */
    private void family() {
        endedChild("parent", null);
        endedChild("one", "parent");
        endedChild("two", "parent");
        endedChild("grandchild", "one");
    }

    private void endedChild(String instance, @Nullable String parent) {
        put(NewMessage.start(instance, new Start(FLOW, null, parent, false), "start"));
        commit(ending(turn(), ExecutionStatus.COMPLETED));
    }

    private Deleted delete(String... instances) {
        return provider.admin().delete(List.of(instances), Force.ONLY_FINISHED);
    }

    private static void assertRefused(ThrowingCallable deletion, String says) {
        assertThatThrownBy(deletion)
                .isInstanceOfSatisfying(
                        ProviderException.class, e -> assertThat(e.retryable()).isFalse())
                .hasMessageContaining(says);
    }

    @Test
    void whatIsStartedAgainIsAnotherOne() {
        running("other");
        running("a");
        TurnItem before = nextTurn("a");
        commit(TurnAck.nothing(before));
        TurnItem later = nextTurn("a");
        assertThat(later.incarnation()).isEqualTo(before.incarnation());

        provider.admin().delete(List.of("a"), Force.ALSO_RUNNING);
        start("a");
        TurnItem again = turn();

        assertThat(again.incarnation()).isNotEqualTo(before.incarnation());
        assertThat(again.lastEventId()).isZero();
    }

    @Test
    void whatHasEndedCanBeDeleted() {
        ended("a", ExecutionStatus.COMPLETED);
        ended("b", ExecutionStatus.FAILED);

        Deleted deleted = delete("a", "b");

        assertThat(deleted.instances()).isEqualTo(2);
        assertThat(deleted.executions()).isEqualTo(2);
        assertThat(deleted.events()).isEqualTo(2);
        assertThat(provider.findStatus("a")).isEmpty();
        assertThat(provider.readHistory("a")).isEmpty();
        assertThat(provider.admin().executions("b")).isEmpty();
    }

    @Test
    void whatRunsIsDeletedByForceOnly() {
        running("a");
        assertRefused(() -> delete("a"), "running");
        assertThat(provider.findStatus("a")).isPresent();

        assertThat(provider.admin().delete(List.of("a"), Force.ALSO_RUNNING).instances())
                .isEqualTo(1);
        assertThat(provider.findStatus("a")).isEmpty();
    }

    @Test
    void whatIsNotThereCannotBeDeleted() {
        assertRefused(() -> delete("nobody"), "nobody");
    }

    @Test
    void nothingIsLeftForOneThatComesAfter() {
        running("a");
        commit(TurnAck.nothing(nextTurn("a"))
                .withWork(List.of(work("a", 1)))
                .withValues(List.of(ValueChange.set("key", "old"))));
        send("a", "old");
        turn();
        Deleted deleted = provider.admin().delete(List.of("a"), Force.ALSO_RUNNING);
        assertThat(deleted.messages()).isPositive();
        noWork();
        noTurn();

        start("a");
        TurnItem item = turn();
        assertThat(bodies(item)).containsExactly("start");
        assertThat(item.attempt()).isEqualTo(1);
        assertThat(item.history()).isEmpty();
        assertThat(provider.values("a")).isEmpty();
        assertThat(provider.findStatus("a").orElseThrow().customStatus().version())
                .isZero();
    }

    @Test
    void aWholeTreeIsDeletedTogether() {
        family();

        assertThat(delete("parent", "one", "two", "grandchild").instances()).isEqualTo(4);
        assertThat(provider.admin().metrics().instances()).isZero();
    }

    @Test
    void anAckDoesNotBringADeletedInstanceBack() {
        running("a");
        TurnItem item = nextTurn("a");
        provider.admin().delete(List.of("a"), Force.ALSO_RUNNING);

        assertThat(ack(appending(item, event(2)))).isEqualTo(AckOutcome.LOCK_LOST);
        assertThat(provider.findStatus("a")).isEmpty();
        assertThat(provider.readHistory("a")).isEmpty();
    }

    @Test
    void childrenAreTheDirectOnes() {
        family();

        assertThat(provider.admin().children("parent")).containsExactlyInAnyOrder("one", "two");
        assertThat(provider.admin().children("grandchild")).isEmpty();
        assertThat(provider.admin().children("nobody")).isEmpty();
    }

    @Test
    void everyChildNamesItsParent() {
        family();

        assertThat(provider.admin().findInstance("grandchild").orElseThrow().parent())
                .isEqualTo("one");
        assertThat(provider.admin().findInstance("parent").orElseThrow().parent())
                .isNull();
    }

    @Test
    void aTreeBeginsWithItsRoot() {
        family();

        assertThat(provider.admin().tree("parent"))
                .startsWith("parent")
                .containsExactlyInAnyOrder("parent", "one", "two", "grandchild");
        assertThat(provider.admin().tree("one")).containsExactly("one", "grandchild");
        assertThat(provider.admin().tree("nobody")).isEmpty();
    }

    @Test
    void allAreDeletedOrNone() {
        ended("a", ExecutionStatus.COMPLETED);
        running("b");
        assertRefused(() -> delete("a", "b"), "b");

        assertThat(provider.findStatus("a")).isPresent();
        assertThat(provider.readHistory("a")).isNotEmpty();
    }

    @Test
    void allAreDeletedByForce() {
        ended("a", ExecutionStatus.COMPLETED);
        running("b");

        assertThat(provider.admin()
                        .delete(List.of("a", "b"), Force.ALSO_RUNNING)
                        .instances())
                .isEqualTo(2);
    }

    @Test
    void noChildIsLeftWithoutItsParent() {
        family();
        assertRefused(() -> delete("parent", "one"), "child");
        assertRefused(() -> provider.admin().delete(List.of("one"), Force.ALSO_RUNNING), "grandchild");

        assertThat(provider.admin().metrics().instances()).isEqualTo(4);
    }

    @Test
    void workFromBeforeADeletionCannotReachTheOneThatComesAfter() {
        running("a");
        putWork(work("a", 1));
        WorkItem old = takeWork();
        provider.admin().delete(List.of("a"), Force.ALSO_RUNNING);
        running("a");
        putWork(work("a", 1));

        assertThat(ackWork(old, "stale")).isEqualTo(AckOutcome.LOCK_LOST);
        noTurn();
        assertThat(takeWork().attempt()).isEqualTo(1);
    }
}
