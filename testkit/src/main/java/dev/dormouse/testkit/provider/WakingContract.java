package dev.dormouse.testkit.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.dormouse.provider.AttemptCount;
import dev.dormouse.provider.Fetched;
import dev.dormouse.provider.NewMessage;
import dev.dormouse.provider.NewMessage.Start;
import dev.dormouse.provider.NewWork;
import dev.dormouse.provider.TagFilter;
import dev.dormouse.provider.TurnAck;
import dev.dormouse.provider.TurnFetch;
import dev.dormouse.provider.TurnItem;
import dev.dormouse.provider.WorkFetch;
import dev.dormouse.provider.WorkFetch.SessionFetch;
import dev.dormouse.provider.WorkItem;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Everything that lets a fetch go on wakes one that can use it, and none is woken for nothing. */
abstract class WakingContract extends WaitingWords {

    @Test
    void aMessageWakesAFetchOfTurns() {
        running("a");
        Background<Fetched<TurnItem>> fetch = waitForTurn();
        long sent = System.nanoTime();
        send("a", "event");

        assertThat(bodies(assertWokenSince(sent, fetch))).containsExactly("event");
    }

    @Test
    void newWorkWakesAFetchOfWork() {
        Background<Fetched<WorkItem>> fetch = waitForWork();
        long sent = System.nanoTime();
        putWork(work("a", 1));

        assertWokenSince(sent, fetch);
    }

    @Test
    void aTurnWakesFetchesOfBothKinds() {
        running("a");
        running("b");
        TurnItem item = nextTurn("a");
        Background<Fetched<TurnItem>> turns = waitForTurn();
        Background<Fetched<WorkItem>> works = waitForWork();
        long committed = System.nanoTime();
        commit(TurnAck.nothing(item)
                .withWork(List.of(work("a", 1)))
                .withMessages(List.of(NewMessage.of("b", "event"))));

        assertThat(assertWokenSince(committed, turns).instance()).isEqualTo("b");
        assertWokenSince(committed, works);
    }

    @Test
    void aCompletionWakesAFetchOfTurns() {
        running("a");
        putWork(work("a", 1));
        WorkItem item = takeWork();
        Background<Fetched<TurnItem>> fetch = waitForTurn();
        long acked = System.nanoTime();
        ackWork(item, "done");

        assertThat(bodies(assertWokenSince(acked, fetch))).containsExactly("done");
    }

    @Test
    void aTurnGivenBackWakesAFetch() {
        start("a");
        TurnItem item = turn();
        Background<Fetched<TurnItem>> fetch = waitForTurn();
        long abandoned = System.nanoTime();
        provider.abandonTurn(item.lock(), Duration.ZERO, AttemptCount.KEEP);

        assertWokenSince(abandoned, fetch);
    }

    @Test
    void aDelayedAbandonWakesAFetchWhenItsDelayEnds() {
        start("a");
        TurnItem item = turn();
        Background<Fetched<TurnItem>> fetch = waitForTurn();
        long abandoned = System.nanoTime();
        provider.abandonTurn(item.lock(), storage.lockTimeout(), AttemptCount.KEEP);

        assertWokenSince(abandoned + storage.lockTimeout().toNanos(), fetch);
        assertThat(elapsed(abandoned)).isGreaterThanOrEqualTo(storage.lockTimeout());
    }

    @Test
    void delayedWorkWakesAFetchWhenItsDelayEnds() {
        putWork(work("a", 1));
        WorkItem item = takeWork();
        Background<Fetched<WorkItem>> fetch = waitForWork();
        long abandoned = System.nanoTime();
        provider.abandonWork(item.lock(), storage.lockTimeout(), AttemptCount.KEEP);

        assertWokenSince(abandoned + storage.lockTimeout().toNanos(), fetch);
    }

    @Test
    void aLockReleasedWithMessagesLeftWakesAFetch() {
        running("a");
        TurnItem item = nextTurn("a");
        send("a", "left");
        Background<Fetched<TurnItem>> fetch = waitForTurn();
        long acked = System.nanoTime();
        commit(TurnAck.nothing(item));

        assertThat(bodies(assertWokenSince(acked, fetch))).containsExactly("left");
    }

    @Test
    void aLockThatEndsWakesAFetch() {
        start("a");
        turnWithShortLock();
        long locked = System.nanoTime();
        Background<Fetched<TurnItem>> fetch = waitForTurn();

        assertWokenSince(locked + storage.lockTimeout().toNanos(), fetch);
    }

    @Test
    void workPutInUnderALeaseWakesAFetchWhenItsLeaseEnds() {
        Background<Fetched<WorkItem>> fetch = waitForWork();
        long leased = System.nanoTime();
        putWork(work("a", 1).withLease(new NewWork.Lease(42, storage.lockTimeout())));

        assertWokenSince(leased + storage.lockTimeout().toNanos(), fetch);
        assertThat(elapsed(leased)).isGreaterThanOrEqualTo(storage.lockTimeout());
    }

    @Test
    void workWhoseLockEndsWakesAFetch() {
        putWork(work("a", 1));
        takeWork(shortWork());
        long locked = System.nanoTime();

        assertWokenSince(locked + storage.lockTimeout().toNanos(), waitForWork());
    }

    @Test
    void aSessionThatEndsWakesOneWhoWaitsForIt() {
        putWork(work("a", 1).withSession("s"), work("a", 2).withSession("s"));
        takeWork(anyWork().withSession(new SessionFetch("one", storage.lockTimeout())));
        long locked = System.nanoTime();
        Background<Fetched<WorkItem>> fetch =
                waitFor(WorkFetch.of(1, LONG, LONG).withSession(new SessionFetch("two", LONG)));

        assertWokenSince(locked + storage.lockTimeout().toNanos(), fetch);
    }

    @Test
    void workOfASessionWakesItsHolder() {
        putWork(work("a", 1).withSession("s"));
        takeWork(anyWork().withSession(new SessionFetch("one", LONG)));
        List<Background<Fetched<WorkItem>>> others = IntStream.range(0, 3)
                .mapToObj(i -> waitFor(
                        WorkFetch.of(1, LONG, Duration.ofSeconds(8)).withSession(new SessionFetch("other-" + i, LONG))))
                .toList();
        Background<Fetched<WorkItem>> holder =
                waitFor(WorkFetch.of(1, LONG, LONG).withSession(new SessionFetch("one", LONG)));
        long sent = System.nanoTime();
        putWork(work("a", 2).withSession("s"));

        assertWokenSince(sent, holder);
        assertThat(others).allMatch(Background::running);
    }

    @Test
    void taggedWorkWakesOneWhoServesTheTag() {
        Background<Fetched<WorkItem>> untagged = waitForWork();
        Background<Fetched<WorkItem>> gpu = waitFor(WorkFetch.of(1, LONG, LONG).withTags(TagFilter.only("gpu")));
        Background<Fetched<WorkItem>> cpu = waitFor(WorkFetch.of(1, LONG, LONG).withTags(TagFilter.only("cpu")));
        long sent = System.nanoTime();
        putWork(work("a", 1).withTag("gpu"));
        assertThat(assertWokenSince(sent, gpu).tag()).isEqualTo("gpu");
        assertThat(List.of(untagged, cpu)).allMatch(Background::running);
        long again = System.nanoTime();
        putWork(work("a", 2));

        assertThat(assertWokenSince(again, untagged).tag()).isNull();
    }

    @Test
    void whoServesEveryTagIsWokenByAnyOfThem() {
        Background<Fetched<WorkItem>> any = waitFor(WorkFetch.of(1, LONG, LONG).withTags(TagFilter.ANY));
        long sent = System.nanoTime();
        putWork(work("a", 1).withTag("never heard of"));

        assertWokenSince(sent, any);
    }

    @Test
    void workWakesOneWhoKnowsTheActivity() {
        Background<Fetched<WorkItem>> one = waitFor(WorkFetch.of(1, LONG, LONG).withNames(Set.of("One")));
        Background<Fetched<WorkItem>> two = waitFor(WorkFetch.of(1, LONG, LONG).withNames(Set.of("Two")));
        long sent = System.nanoTime();
        putWork(NewWork.of("a", work("a", 1).key(), "Two", ""));
        assertWokenSince(sent, two);
        assertThat(one.running()).isTrue();
        long again = System.nanoTime();
        putWork(NewWork.of("a", work("a", 2).key(), "One", ""));

        assertWokenSince(again, one);
    }

    @Test
    void aStartWakesOneWhoKnowsTheOrchestration() {
        Background<Fetched<TurnItem>> one = waitFor(TurnFetch.of(1, LONG, LONG).withNames(Set.of("One")));
        Background<Fetched<TurnItem>> two = waitFor(TurnFetch.of(1, LONG, LONG).withNames(Set.of("Two")));
        long sent = System.nanoTime();
        put(NewMessage.start("a", new Start("Two", null, null, false), ""));
        assertWokenSince(sent, two);
        long again = System.nanoTime();
        put(NewMessage.start("b", new Start("One", null, null, false), ""));

        assertWokenSince(again, one);
    }

    @Test
    void tenCallersAndTenInstancesMeet() {
        List<Background<Fetched<TurnItem>>> fetches =
                Stream.generate(this::waitForTurn).limit(10).toList();
        long sent = System.nanoTime();
        put(IntStream.range(0, 10).mapToObj(i -> starting("i" + i)).toArray(NewMessage[]::new));

        assertThat(fetches.stream().map(fetch -> assertWokenSince(sent, fetch).instance()))
                .doesNotHaveDuplicates()
                .hasSize(10);
    }

    @Test
    void oneInsertCostsOneLookHoweverManyWait() {
        assumeTrue(storage.looks().isPresent(), "nobody counts looks");
        List<Background<Fetched<TurnItem>>> fetches =
                Stream.generate(this::waitForTurn).limit(8).toList();
        long before = storage.looks().orElseThrow();
        start("a");
        eventually(() -> fetches.stream().filter(fetch -> !fetch.running()).findFirst());

        assertThat(storage.looks().orElseThrow() - before).isEqualTo(1);
        assertThat(fetches.stream().filter(Background::running)).hasSize(7);
    }

    @Test
    void waitingCostsNoLooks() {
        assumeTrue(storage.looks().isPresent(), "nobody counts looks");
        List<Background<?>> fetches = List.of(waitForTurn(), waitForTurn(), waitForWork(), waitForWork());
        long before = storage.looks().orElseThrow();
        passSince(storage.nanos(), storage.lockTimeout());

        assertThat(storage.looks().orElseThrow()).isEqualTo(before);
        assertThat(fetches).allMatch(Background::running);
    }
}
