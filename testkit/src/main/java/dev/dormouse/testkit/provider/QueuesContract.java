package dev.dormouse.testkit.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.provider.AckOutcome;
import dev.dormouse.provider.AttemptCount;
import dev.dormouse.provider.EnqueueOutcome;
import dev.dormouse.provider.Fetched;
import dev.dormouse.provider.NewMessage;
import dev.dormouse.provider.NewWork;
import dev.dormouse.provider.TurnAck;
import dev.dormouse.provider.TurnFetch;
import dev.dormouse.provider.TurnItem;
import dev.dormouse.provider.WorkFetch;
import dev.dormouse.provider.WorkItem;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The two queues: what is put in comes out, in order, when it is due, until it is taken off. */
abstract class QueuesContract extends ContractGroup {

    @Test
    void workComesInTheOrderInWhichItWasPutIn() {
        running("a");
        LongStream.rangeClosed(1, 5).forEach(id -> putWork(work("a", id)));

        assertThat(Stream.generate(this::takeWork)
                        .limit(5)
                        .map(item -> item.key().activityId()))
                .containsExactly(1L, 2L, 3L, 4L, 5L);
        noWork();
    }

    @Test
    void workStaysUntilItIsTakenOff() {
        running("a");
        putWork(work("a", 1));
        WorkItem item = takeWork();
        noWork();
        assertThat(dropWork(item)).isEqualTo(AckOutcome.COMMITTED);

        noWork();
        assertThat(dropWork(item)).as("there is nothing to take off twice").isEqualTo(AckOutcome.LOCK_LOST);
    }

    @Test
    void aCompletionGoesToItsInstance() {
        running("a");
        running("b");
        putWork(work("b", 7));
        ackWork(takeWork(), "done");

        TurnItem item = turn();
        assertThat(item.instance()).isEqualTo("b");
        assertThat(bodies(item)).containsExactly("done");
    }

    @Test
    void aCompletionForNobodyIsDropped() {
        putWork(work("gone", 1));

        assertThat(ackWork(takeWork(), "done")).isEqualTo(AckOutcome.COMMITTED);
        noWork();
        noTurn();
    }

    @Test
    void aTimerIsNotDueBeforeItsTime() {
        running("a");
        TurnItem item = nextTurn("a");
        long began = storage.nanos();
        commit(TurnAck.nothing(item)
                .withMessages(List.of(
                        NewMessage.of("a", "timer").after(storage.lockTimeout()).asTimer(1, 2))));

        assertThat(bodies(awaitTurn())).containsExactly("timer");
        assertLocked(began);
    }

    @Test
    void aMessageThatIsNotDueDoesNotComeAlongWithOneThatIs() {
        running("a");
        put(NewMessage.of("a", "later").after(LONG), NewMessage.of("a", "now"));

        assertThat(bodies(turn())).containsExactly("now");
    }

    @Test
    void aDelayedStartIsNotDueBeforeItsTime() {
        long began = storage.nanos();
        put(starting("a").after(storage.lockTimeout()));
        assertThat(start("a")).isEqualTo(EnqueueOutcome.EXISTS);

        assertThat(bodies(awaitTurn())).containsExactly("start");
        assertLocked(began);
    }

    @Test
    void whatIsSentBeforeADelayedStartComesTogetherWithIt() {
        put(NewMessage.of("a", "early").buffered());
        long began = storage.nanos();
        put(starting("a").after(storage.lockTimeout()));
        assertThat(send("a", "event")).isEqualTo(EnqueueOutcome.ENQUEUED);
        noTurn();

        assertThat(bodies(awaitTurn())).containsExactlyInAnyOrder("early", "start", "event");
        assertLocked(began);
    }

    @Test
    void workOfALostLockIsDeliveredAgain() {
        running("a");
        putWork(work("a", 1));
        long began = storage.nanos();
        WorkItem lost = takeWork(shortWork());
        WorkItem again = awaitWork(anyWork());

        assertLocked(began);
        assertThat(again.key()).isEqualTo(lost.key());
        assertThat(again.body()).isEqualTo(lost.body());
    }

    @Test
    void workIsDueAtOnce() {
        running("a");
        commit(TurnAck.nothing(nextTurn("a")).withWork(List.of(work("a", 1))));

        assertThat(takeWork().name()).isEqualTo(ACTIVITY);
    }

    @Test
    void delayedWorkIsPassedOver() {
        running("a");
        putWork(work("a", 1), work("a", 2));
        provider.abandonWork(takeWork().lock(), LONG, AttemptCount.KEEP);

        assertThat(takeWork().key().activityId()).isEqualTo(2);
        noWork();
    }

    @Test
    void messagesForNobodyLeaveNothingBehind() {
        assertThat(put(NewMessage.of("nobody", "one"), NewMessage.of("nobody", "two")))
                .containsOnly(EnqueueOutcome.UNKNOWN_INSTANCE);
        noTurn();
        assertThat(provider.admin().queueDepths().messages()).isZero();
        running("a");
        assertThat(send("a", "three")).isEqualTo(EnqueueOutcome.ENQUEUED);
        assertThat(bodies(turn())).containsExactly("three");
    }

    @Test
    void instancesComeInTheOrderInWhichTheyBecameDue() {
        IntStream.range(0, 5).forEach(i -> start("i" + i));

        assertThat(turns(10).stream().map(TurnItem::instance)).containsExactly("i0", "i1", "i2", "i3", "i4");
    }

    @Test
    void aFetchTakesNoMoreThanItAskedForAndSaysThatThereIsMore() {
        IntStream.range(0, 5).forEach(i -> start("i" + i));
        Fetched<TurnItem> some = provider.fetchTurns(TurnFetch.of(3, LONG, Duration.ZERO));
        assertThat(some.items()).hasSize(3);
        assertThat(some.more()).isTrue();
        Fetched<TurnItem> rest = provider.fetchTurns(TurnFetch.of(3, LONG, Duration.ZERO));
        assertThat(rest.items()).hasSize(2);
        assertThat(rest.more()).isFalse();
    }

    @Test
    void aFetchOfWorkTakesNoMoreThanItAskedForAndSaysThatThereIsMore() {
        running("a");
        LongStream.rangeClosed(1, 5).forEach(id -> putWork(work("a", id)));
        Fetched<WorkItem> some = provider.fetchWork(WorkFetch.of(3, LONG, Duration.ZERO));
        assertThat(some.items().stream().map(item -> item.key().activityId())).containsExactly(1L, 2L, 3L);
        assertThat(some.more()).isTrue();
        Fetched<WorkItem> rest = provider.fetchWork(WorkFetch.of(3, LONG, Duration.ZERO));
        assertThat(rest.items()).hasSize(2);
        assertThat(rest.more()).isFalse();
    }

    @Test
    void onlyInstancesOfTheNamedOrchestrationsAreFetched() {
        put(NewMessage.start("a", new NewMessage.Start("One", null, null, false), "a"));
        put(NewMessage.start("b", new NewMessage.Start("Two", null, null, false), "b"));
        TurnFetch any = TurnFetch.of(10, LONG, Duration.ZERO);

        assertThat(provider.fetchTurns(any.withNames(Set.of("Three"))).items()).isEmpty();
        assertThat(provider.fetchTurns(any.withNames(Set.of("Two", "Three"))).items().stream()
                        .map(TurnItem::instance))
                .containsExactly("b");
        assertThat(turn().instance()).as("what was passed over is not locked").isEqualTo("a");
    }

    @Test
    void onlyTheNamedActivitiesAreFetched() {
        running("a");
        putWork(
                NewWork.of("a", work("a", 1).key(), "One", ""),
                NewWork.of("a", work("a", 2).key(), "Two", ""));

        noWork(anyWork().withNames(Set.of("Three")));
        assertThat(takeWork(anyWork().withNames(Set.of("Two"))).name()).isEqualTo("Two");
        assertThat(takeWork().name()).isEqualTo("One");
    }

    @Test
    void aFetchTellsWhenSomethingBecomesDue() {
        running("a");
        put(NewMessage.of("a", "later").after(Duration.ofSeconds(30)));
        put(NewMessage.of("a", "much later").after(LONG));

        Duration nextDue =
                provider.fetchTurns(TurnFetch.of(1, LONG, Duration.ZERO)).nextDue();
        assertThat(nextDue).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(30));
    }

    @Test
    void withNothingToComeThereIsNoNextDue() {
        assertThat(provider.fetchTurns(TurnFetch.of(1, LONG, Duration.ZERO)).nextDue())
                .isNull();
        assertThat(provider.fetchWork(WorkFetch.of(1, LONG, Duration.ZERO)).nextDue())
                .isNull();
    }
}
