package dev.dormouse.testkit.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.provider.AckOutcome;
import dev.dormouse.provider.ActivityKey;
import dev.dormouse.provider.CustomStatusChange;
import dev.dormouse.provider.EnqueueOutcome;
import dev.dormouse.provider.ExecutionChange;
import dev.dormouse.provider.ExecutionStatus;
import dev.dormouse.provider.InstanceStatus;
import dev.dormouse.provider.NewMessage;
import dev.dormouse.provider.NewMessage.Start;
import dev.dormouse.provider.NewWork;
import dev.dormouse.provider.ProviderAdmin.Force;
import dev.dormouse.provider.StoredEvent;
import dev.dormouse.provider.TurnAck;
import dev.dormouse.provider.TurnAck.Direct;
import dev.dormouse.provider.TurnItem;
import dev.dormouse.provider.TurnLock;
import dev.dormouse.provider.ValueChange;
import dev.dormouse.provider.WorkLock;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Instances that are stored together with their first turn. */
abstract class BeginningsContract extends ContractGroup {

    private static final long TOKEN = 4_711;

    private static TurnAck first(String instance) {
        return first(instance, ExecutionChange.started(FLOW, "1.0.0"));
    }

    private static TurnAck first(String instance, ExecutionChange change) {
        return TurnAck.of(TurnLock.none(instance), 1, change, events(1, 2));
    }

    private InstanceStatus status(String instance) {
        return provider.findStatus(instance).orElseThrow();
    }

    @Test
    void anInstanceCanBeBegunWithItsFirstTurn() {
        long incarnation = provider.begin(first("a").withWork(List.of(work("a", 2))));

        assertThat(incarnation).isPositive();
        assertThat(status("a").name()).isEqualTo(FLOW);
        assertThat(status("a").version()).isEqualTo("1.0.0");
        assertThat(status("a").status()).isEqualTo(ExecutionStatus.RUNNING);
        assertThat(provider.readHistory("a")).extracting(StoredEvent::eventId).containsExactly(1L, 2L);
        assertThat(takeWork().lock().key()).isEqualTo(new ActivityKey(1, 2));
        noTurn();
        TurnItem next = nextTurn("a");
        assertThat(next.incarnation()).isEqualTo(incarnation);
        assertThat(next.lastEventId()).isEqualTo(2);
        assertThat(next.attempt()).isEqualTo(1);
        assertThat(bodies(next)).containsExactly("next");
    }

    @Test
    void whoHasBegunAnInstanceCanGoOnWithoutAFetch() {
        NewWork leased = work("a", 2).withLease(new NewWork.Lease(TOKEN, LONG));
        long incarnation = provider.begin(first("a").withWork(List.of(leased)));
        noWork();

        WorkLock held = new WorkLock("a", new ActivityKey(1, 2), TOKEN);
        commit(TurnAck.of(TurnLock.none("a"), 1, ExecutionChange.ended(ExecutionStatus.COMPLETED, "done"), events(3, 3))
                .withDirect(new Direct(incarnation, 2, List.of(held))));
        assertThat(status("a").status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(status("a").output()).isEqualTo("done");
    }

    @Test
    void whatExistsIsNotBegun() {
        running("a");

        assertThat(provider.begin(first("a").withWork(List.of(work("a", 2))))).isZero();
        assertThat(provider.readHistory("a")).hasSize(1);
        noWork();
        noTurn();
    }

    @Test
    void whatHasEndedIsNotBegun() {
        ended("a", ExecutionStatus.COMPLETED);

        assertThat(provider.begin(first("a"))).isZero();
        assertThat(status("a").status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    void whatMessagesWaitForIsNotBegun() {
        put(NewMessage.of("a", "early").buffered());

        assertThat(provider.begin(first("a"))).isZero();
        start("a");
        assertThat(bodies(turn())).containsExactlyInAnyOrder("early", "start");
    }

    @Test
    void anInstanceThatWasBegunCannotBeStarted() {
        provider.begin(first("a"));

        assertThat(start("a")).isEqualTo(EnqueueOutcome.EXISTS);
        noTurn();
    }

    @Test
    void ofManyWhoBeginTheSameOneDoes() {
        List<Background<Long>> begun = IntStream.range(0, 8)
                .mapToObj(i -> new Background<>(() -> provider.begin(first("a"))))
                .toList();

        assertThat(begun)
                .extracting(Background::result)
                .filteredOn(incarnation -> incarnation > 0)
                .hasSize(1);
        assertThat(provider.readHistory("a")).hasSize(2);
    }

    @Test
    void whoBeginsWhatExistsIsNoTroubleToOthers() {
        running("0");
        List<Background<Long>> begun = IntStream.range(0, 8)
                .mapToObj(i -> Integer.toString(i))
                .map(instance -> new Background<>(() -> provider.begin(first(instance))))
                .toList();

        assertThat(begun.get(0).result()).isZero();
        assertThat(begun.subList(1, 8)).extracting(Background::result).allMatch(incarnation -> incarnation > 0);
        assertThat(provider.readHistory("0")).hasSize(1);
        assertThat(provider.readHistory("7")).hasSize(2);
    }

    @Test
    void anInstanceCanEndInTheTurnThatBeginsIt() {
        provider.begin(
                first("a", ExecutionChange.started(FLOW, "1.0.0").withEnd(ExecutionStatus.FAILED, "no such luck")));

        assertThat(status("a").status()).isEqualTo(ExecutionStatus.FAILED);
        assertThat(status("a").output()).isEqualTo("no such luck");
        assertThat(send("a", "late")).isEqualTo(EnqueueOutcome.FINISHED);
        noTurn();
    }

    @Test
    void aTurnThatBeginsAnInstanceCanDoWhateverATurnCan() {
        running("b");
        NewMessage timer =
                NewMessage.of("a", "ring").after(storage.lockTimeout()).asTimer(1, 2);
        NewMessage cancelled = NewMessage.of("a", "never").asTimer(1, 3);
        NewMessage child = NewMessage.start("a::child", new Start(FLOW, null, "a", false), "start");
        provider.begin(first("a")
                .withWork(List.of(work("a", 4)))
                .withCancelledWork(List.of(new ActivityKey(1, 4)))
                .withMessages(List.of(timer, cancelled, child, NewMessage.of("b", "hello")))
                .withCancelledTimers(List.of(3L))
                .withValues(List.of(ValueChange.set("key", "value")))
                .withCustomStatus(new CustomStatusChange("busy")));

        assertThat(turns(9)).extracting(TurnItem::instance).containsExactlyInAnyOrder("a::child", "b");
        assertThat(provider.findValue("a", "key")).contains("value");
        assertThat(status("a").customStatus().status()).isEqualTo("busy");
        noWork();
        assertThat(bodies(awaitTurn())).containsExactly("ring");
    }

    @Test
    void whatIsBegunAgainAfterItsRemovalIsAnotherOne() {
        long before = provider.begin(first("a"));
        provider.admin().delete(List.of("a"), Force.ALSO_RUNNING);
        long after = provider.begin(first("a"));

        assertThat(after).isPositive().isNotEqualTo(before);
        assertThat(provider.readHistory("a")).hasSize(2);
    }

    @Test
    void whoRemembersAFormerLifeCannotGoOnWithAnother() {
        TurnAck first = first("a").withWork(List.of(work("a", 2).withLease(new NewWork.Lease(TOKEN, LONG))));
        WorkLock held = new WorkLock("a", new ActivityKey(1, 2), TOKEN);
        TurnAck next = TurnAck.of(TurnLock.none("a"), 1, ExecutionChange.NONE, events(3, 3));
        long before = provider.begin(first);
        provider.admin().delete(List.of("a"), Force.ALSO_RUNNING);
        long after = provider.begin(first);

        assertThat(ack(next.withDirect(new Direct(before, 2, List.of(held))))).isEqualTo(AckOutcome.LOCK_LOST);
        commit(next.withDirect(new Direct(after, 2, List.of(held))));
    }
}
