package dev.dormouse.testkit.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.provider.EnqueueOutcome;
import dev.dormouse.provider.ExecutionChange;
import dev.dormouse.provider.ExecutionStatus;
import dev.dormouse.provider.InstanceInfo;
import dev.dormouse.provider.InstanceStatus;
import dev.dormouse.provider.NewMessage;
import dev.dormouse.provider.NewMessage.Start;
import dev.dormouse.provider.ProviderAdmin;
import dev.dormouse.provider.TurnAck;
import dev.dormouse.provider.TurnItem;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How instances come to be, and what becomes of messages for those that are not there. */
abstract class CreationContract extends ContractGroup {

    @Test
    void aStartCreatesAnInstanceThatHasNotHadATurn() {
        assertThat(start("a")).isEqualTo(EnqueueOutcome.ENQUEUED);

        InstanceStatus status = provider.findStatus("a").orElseThrow();
        assertThat(status.name()).isEqualTo(FLOW);
        assertThat(status.executionId()).isEqualTo(1);
        assertThat(status.status()).isEqualTo(ExecutionStatus.RUNNING);
        assertThat(provider.readHistory("a")).isEmpty();
    }

    @Test
    void theFirstTurnOfANewInstanceBringsItsNameAndNoHistory() {
        put(NewMessage.start("a", new Start(FLOW, "2.1.0", null, false), "input"));

        TurnItem item = turn();
        assertThat(item.name()).isEqualTo(FLOW);
        assertThat(item.version()).isEqualTo("2.1.0");
        assertThat(item.executionId()).isEqualTo(1);
        assertThat(item.lastEventId()).isZero();
        assertThat(item.history()).isEmpty();
        assertThat(item.values()).isEmpty();
        assertThat(bodies(item)).containsExactly("input");
    }

    @Test
    void theVersionThatTheTurnResolvedWins() {
        put(NewMessage.start("a", new Start(FLOW, "1.0.0", null, false), "input"));
        commit(changing(turn(), ExecutionChange.started(FLOW, "1.2.0")));

        assertThat(provider.findStatus("a").orElseThrow().version()).isEqualTo("1.2.0");
        assertThat(nextTurn("a").version()).isEqualTo("1.2.0");
    }

    @Test
    void aStartNeedNotAskForAVersion() {
        start("a");
        TurnItem item = turn();
        assertThat(item.version()).isNull();
        commit(changing(item, ExecutionChange.started(FLOW, "3.0.0")));

        assertThat(provider.admin().findInstance("a").orElseThrow().version()).isEqualTo("3.0.0");
    }

    @Test
    void aChildKnowsItsParent() {
        running("parent");
        Start child = new Start("Child", null, "parent", false);
        commit(TurnAck.nothing(nextTurn("parent"))
                .withMessages(List.of(NewMessage.start("parent::child", child, "input"))));

        TurnItem item = turn();
        assertThat(item.instance()).isEqualTo("parent::child");
        assertThat(item.name()).isEqualTo("Child");
        commit(changing(item, ExecutionChange.started("Child", "1.0.0").withParent("parent")));
        InstanceInfo info = provider.admin().findInstance("parent::child").orElseThrow();
        assertThat(info.parent()).isEqualTo("parent");
        assertThat(info.name()).isEqualTo("Child");
    }

    @Test
    void aTurnIsToldInItsOwnCommitThatAChildOfItsExistsAlready() {
        running("taken");
        running("parent");
        commit(TurnAck.nothing(nextTurn("parent"))
                .withMessages(
                        List.of(childOf("parent", "taken"), childOf("parent", "free"), childOf("parent", "free"))));

        assertThat(turns(10))
                .extracting(item -> item.instance() + ": " + String.join(", ", bodies(item)))
                .containsExactlyInAnyOrder("parent: no taken, no free", "free: start");
    }

    @Test
    void whoHasEndedIsToldNothing() {
        running("taken");
        running("parent");
        commit(ending(nextTurn("parent"), ExecutionStatus.COMPLETED).withMessages(List.of(childOf("parent", "taken"))));

        noTurn();
    }

    private static NewMessage childOf(String parent, String child) {
        return NewMessage.start(child, new Start(FLOW, null, parent, false).withRefusal("no " + child), "start");
    }

    @Test
    void anInstanceIsStartedOnlyOnce() {
        assertThat(start("a")).isEqualTo(EnqueueOutcome.ENQUEUED);
        assertThat(start("a")).isEqualTo(EnqueueOutcome.EXISTS);

        assertThat(turn().messages()).hasSize(1);
    }

    @Test
    void anInstanceThatHasEndedExistsStill() {
        ended("a", ExecutionStatus.COMPLETED);

        assertThat(start("a")).isEqualTo(EnqueueOutcome.EXISTS);
        noTurn();
    }

    @Test
    void ofManyConcurrentStartsOneWins() {
        List<Background<EnqueueOutcome>> starts = IntStream.range(0, 8)
                .mapToObj(i -> inBackground(() -> start("a")))
                .toList();

        assertThat(starts.stream().map(Background::result).filter(EnqueueOutcome.ENQUEUED::equals))
                .hasSize(1);
        assertThat(turn().messages()).hasSize(1);
    }

    @Test
    void aMessageForNobodyIsRefused() {
        assertThat(send("nobody", "hello")).isEqualTo(EnqueueOutcome.UNKNOWN_INSTANCE);

        noTurn();
        assertThat(provider.findStatus("nobody")).isEmpty();
        start("nobody");
        assertThat(bodies(turn())).containsExactly("start");
    }

    @Test
    void aMessageCanWaitForItsInstance() {
        assertThat(put(NewMessage.of("a", "early").buffered())).containsExactly(EnqueueOutcome.BUFFERED);
        noTurn();
        assertThat(provider.findStatus("a")).isEmpty();
        assertThat(provider.admin().list(new ProviderAdmin.InstanceQuery(null, null, null, 10)))
                .isEmpty();

        assertThat(start("a")).isEqualTo(EnqueueOutcome.ENQUEUED);

        assertThat(bodies(turn())).containsExactlyInAnyOrder("early", "start");
    }

    @Test
    void aMessageThatMayWaitIsDeliveredToAnInstanceThatRuns() {
        running("a");

        assertThat(put(NewMessage.of("a", "event").buffered())).containsExactly(EnqueueOutcome.ENQUEUED);
        assertThat(bodies(turn())).containsExactly("event");
    }

    @Test
    void aMessageForAnInstanceThatHasEndedIsRefused() {
        ended("a", ExecutionStatus.FAILED);

        assertThat(send("a", "late")).isEqualTo(EnqueueOutcome.FINISHED);
        assertThat(put(NewMessage.of("a", "late").buffered())).containsExactly(EnqueueOutcome.FINISHED);
        noTurn();
    }

    @Test
    void outcomesComeInTheOrderOfTheMessages() {
        running("a");

        assertThat(put(
                        NewMessage.of("nobody", "x"),
                        NewMessage.of("a", "x"),
                        starting("a"),
                        starting("b"),
                        NewMessage.of("b", "x"),
                        NewMessage.of("c", "x").buffered()))
                .containsExactly(
                        EnqueueOutcome.UNKNOWN_INSTANCE,
                        EnqueueOutcome.ENQUEUED,
                        EnqueueOutcome.EXISTS,
                        EnqueueOutcome.ENQUEUED,
                        EnqueueOutcome.ENQUEUED,
                        EnqueueOutcome.BUFFERED);
    }
}
