package dev.dormouse.testkit.orchestration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dormouse.orchestration.Activity;
import dev.dormouse.orchestration.ActivityOptions;
import dev.dormouse.orchestration.ActivityRetry;
import dev.dormouse.orchestration.Backoff;
import dev.dormouse.orchestration.ChildFailedException;
import dev.dormouse.orchestration.ChildOptions;
import dev.dormouse.orchestration.DurableFuture;
import dev.dormouse.orchestration.Orchestration;
import dev.dormouse.orchestration.OrchestrationContext;
import dev.dormouse.orchestration.StartRequest;
import dev.dormouse.orchestration.SendOutcome;
import dev.dormouse.orchestration.Winner;
import dev.dormouse.provider.CustomStatus;
import dev.dormouse.provider.ExecutionInfo;
import dev.dormouse.provider.ExecutionStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What an orchestration can do, end to end. */
public abstract class OrchestrationScenarios extends ScenarioFixture {

    @Test
    void activitiesFollowOneAnother() throws Exception {
        start(node().orchestration(MAIN, (ctx, input) -> {
            String first = ctx.activity(ECHO, input + "1").await();
            return ctx.activity(ECHO, first + "2").await();
        }));
        begin("a", "x");
        assertThat(result("a")).isEqualTo("x12");
    }

    @Test
    void manyActivitiesRunAtTheSameTimeAndKeepTheirOrder() throws Exception {
        AtomicInteger together = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        start(node().activity(WORK, (ctx, input) -> {
                    most.accumulateAndGet(together.incrementAndGet(), Math::max);
                    await("another one runs too", () -> most.get() > 1);
                    together.decrementAndGet();
                    return input;
                })
                .orchestration(MAIN, (ctx, input) -> {
                    List<DurableFuture<String>> futures = new ArrayList<>();
                    for (int i = 0; i < 40; i++) {
                        futures.add(ctx.activity(WORK, "" + i));
                    }
                    return String.join(",", ctx.all(futures).await());
                }));
        begin("a", "");
        StringBuilder expected = new StringBuilder("0");
        for (int i = 1; i < 40; i++) {
            expected.append(',').append(i);
        }
        assertThat(result("a")).isEqualTo(expected.toString());
    }

    @Test
    void nothingAndBytesAreValuesToo() throws Exception {
        Orchestration<Void, byte[]> binary = Orchestration.of("binary", Void.class, byte[].class);
        Activity<byte[], byte[]> flip = Activity.of("flip", byte[].class, byte[].class);
        Activity<Void, Void> nothing = Activity.of("nothing", Void.class, Void.class);
        start(node().activity(flip, (ctx, input) -> new byte[] {(byte) ~input[0], 0, (byte) 0xff})
                .activity(nothing, (ctx, input) -> null)
                .orchestration(binary, (ctx, input) -> {
                    assertThat(ctx.activity(nothing, null).await()).isNull();
                    return ctx.activity(flip, new byte[] {(byte) 0x80}).await();
                }));
        client().start(binary, "a", null);
        assertThat(client().awaitCompletion(binary, "a", GENEROUS)).containsExactly(0x7f, 0, 0xff);
    }

    @Test
    void timersFireNotBeforeTheirTime() throws Exception {
        start(node().orchestration(MAIN, (ctx, input) -> {
            ctx.timer(Duration.ofMillis(300)).await();
            return "rang";
        }));
        long start = System.nanoTime();
        begin("a", "");
        assertThat(result("a")).isEqualTo("rang");
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(Duration.ofMillis(300).toNanos());
    }

    @Test
    void theLoserOfARaceIsCancelledAndToldSo() throws Exception {
        AtomicInteger cancelled = new AtomicInteger();
        start(node().activity(WORK, (ctx, input) -> {
                    ctx.cancelled().toCompletableFuture().get();
                    cancelled.incrementAndGet();
                    return "late";
                })
                .orchestration(MAIN, (ctx, input) -> {
                    Winner<Object> winner = ctx.<Object>race(
                                    List.of(ctx.activity(WORK, ""), ctx.timer(Duration.ofMillis(50))))
                            .await();
                    return "winner " + winner.index();
                }));
        begin("a", "");
        assertThat(result("a")).isEqualTo("winner 1");
        await("the activity is cancelled", () -> cancelled.get() == 1);
    }

    @Test
    void eventsReachThoseWhoWait() throws Exception {
        start(node().orchestration(MAIN, (ctx, input) -> {
            DurableFuture<String> first = ctx.event("go", String.class);
            DurableFuture<String> second = ctx.event("go", String.class);
            ctx.setStatus("waiting");
            return first.await() + second.await();
        }));
        begin("a", "");
        awaitStatus("a", "waiting");
        assertThat(client().raiseEvent("a", "other", "x")).isEqualTo(SendOutcome.DELIVERED);
        client().raiseEvent("a", "go", "1");
        client().raiseEvent("a", "go", "2");
        assertThat(result("a")).isEqualTo("12");
        assertThat(client().raiseEvent("a", "go", "3")).isEqualTo(SendOutcome.FINISHED);
        assertThat(client().raiseEvent("nobody", "go", "3")).isEqualTo(SendOutcome.UNKNOWN);
    }

    @Test
    void queueMessagesWaitForTheStartAndSurviveContinuingAsNew() throws Exception {
        start(node().orchestration(MAIN, (ctx, input) -> {
            String all = input + ctx.queue("in", String.class).next().await();
            return all.length() < 3 ? ctx.continueAsNew(all) : all;
        }));
        assertThat(client().enqueueEvent("a", "in", "0")).isEqualTo(SendOutcome.UNKNOWN);
        assertThat(client().enqueueEventOrBuffer("a", "in", "1")).isEqualTo(SendOutcome.BUFFERED);
        assertThat(client().enqueueEventOrBuffer("a", "in", "2")).isEqualTo(SendOutcome.BUFFERED);
        begin("a", "");
        client().enqueueEvent("a", "in", "3");
        assertThat(result("a")).isEqualTo("123");
        assertThat(client().admin().executions("a")).extracting(ExecutionInfo::status)
                .containsExactly(
                        ExecutionStatus.CONTINUED_AS_NEW, ExecutionStatus.CONTINUED_AS_NEW, ExecutionStatus.COMPLETED);
    }

    @Test
    void childrenGiveTheirResultsAndFailuresToTheirParent() throws Exception {
        start(node().orchestration(CHILD, (ctx, input) -> {
                    if (input.equals("bad")) {
                        throw new IllegalStateException("no good");
                    }
                    return ctx.activity(ECHO, input + ctx.parent().orElse("?")).await();
                })
                .orchestration(MAIN, (ctx, input) -> {
                    String good = ctx.child(CHILD, "good ").await();
                    String named = ctx.child(CHILD, "named ", ChildOptions.withId("my-child")).await();
                    try {
                        return ctx.child(CHILD, "bad").await();
                    } catch (ChildFailedException e) {
                        return good + "," + named + "," + e.error().message();
                    }
                }));
        begin("a", "");
        assertThat(result("a")).startsWith("good a,named a,").contains("no good");
        assertThat(client().admin().tree("a")).hasSize(4).startsWith("a").contains("my-child");
        assertThatThrownBy(() -> client().admin().delete("my-child")).hasMessageContaining("is a child of a");
        assertThat(client().admin().delete("a").instances()).isEqualTo(4);
        assertThat(client().status("a")).isEmpty();
    }

    @Test
    void aChildUnderATakenIdFailsRatherThanLeavingItsParentWaiting() throws Exception {
        start(node().orchestration(CHILD, (ctx, input) -> ctx.event("never", String.class).await())
                .orchestration(MAIN, (ctx, input) -> {
                    try {
                        return ctx.child(CHILD, "", ChildOptions.withId("taken")).await();
                    } catch (ChildFailedException e) {
                        return e.error().message();
                    }
                }));
        client().start(CHILD, "taken", "");
        begin("a", "");
        assertThat(result("a")).contains("taken");
    }

    @Test
    void whatIsStartedDetachedGoesItsOwnWay() throws Exception {
        start(node().orchestration(CHILD, (ctx, input) -> input + ctx.parent().isPresent())
                .orchestration(MAIN, (ctx, input) -> {
                    ctx.startDetached(CHILD, "free", "parent: ");
                    return "done";
                }));
        begin("a", "");
        assertThat(result("a")).isEqualTo("done");
        assertThat(client().awaitCompletion(CHILD, "free", GENEROUS)).isEqualTo("parent: false");
    }

    @Test
    void whatAnOrchestrationShowsCanBeWaitedFor() throws Exception {
        start(node().orchestration(MAIN, (ctx, input) -> {
            ctx.setStatus("half");
            ctx.values().set("count", 1);
            ctx.values().set("gone", "x");
            ctx.event("go", String.class).await();
            ctx.values().set("count", ctx.values().get("count", Integer.class).orElse(0) + 1);
            ctx.values().clear("gone");
            ctx.setStatus("whole");
            return "" + ctx.status().orElse("");
        }));
        begin("a", "");
        assertThat(client().awaitValue("a", "count", Integer.class, GENEROUS)).contains(1);
        CustomStatus half = client().awaitStatusChange("a", 0, GENEROUS).orElseThrow();
        assertThat(half.status()).isEqualTo("half");
        assertThat(client().awaitStatusChange("a", half.version(), Duration.ofMillis(50))).isEmpty();
        client().raiseEvent("a", "go", null);
        assertThat(client().awaitStatusChange("a", half.version(), GENEROUS).orElseThrow().status())
                .isEqualTo("whole");
        assertThat(result("a")).isEqualTo("whole");
        assertThat(client().values("a")).isEqualTo(Map.of("count", "2"));
        assertThat(client().value("a", "gone", String.class)).isEmpty();
    }

    @Test
    void valuesOfOthersCanBeRead() throws Exception {
        start(node().orchestration(CHILD, (ctx, input) -> {
                    ctx.values().set("k", input);
                    return input;
                })
                .orchestration(MAIN, (ctx, input) -> ctx.valueOf("other", "k", String.class)
                                .await()
                                .orElse("?")
                        + ctx.valueOf("other", "none", String.class).await().orElse("?")));
        client().start(CHILD, "other", "seen");
        assertThat(client().awaitCompletion(CHILD, "other", GENEROUS)).isEqualTo("seen");
        begin("a", "");
        assertThat(result("a")).isEqualTo("seen?");
    }

    @Test
    void failedActivitiesAreTriedAgainAsTheirPolicySays() throws Exception {
        AtomicInteger tries = new AtomicInteger();
        ActivityOptions thrice = ActivityOptions.defaults()
                .withRetry(ActivityRetry.of(3, Backoff.fixed(Duration.ofMillis(20))));
        start(node().activity(WORK, (ctx, input) -> {
                    if (tries.incrementAndGet() < 3) {
                        throw new IllegalStateException("not yet");
                    }
                    return "finally";
                })
                .orchestration(MAIN, (ctx, input) -> ctx.activity(WORK, "", thrice).await()));
        begin("a", "");
        assertThat(result("a")).isEqualTo("finally");
        assertThat(tries.get()).isEqualTo(3);
    }

    @Test
    void aStartIsDoneOnceAndCanBeDelayed() throws Exception {
        start(node().orchestration(MAIN, this::waitsForQueue));
        StartRequest<String> later = StartRequest.of(MAIN, "").withId("a").after(Duration.ofMillis(400));
        long start = System.nanoTime();
        assertThat(client().start(later).started()).isTrue();
        assertThat(client().start(later).started()).isFalse();
        client().enqueueEvent("a", "in", "early");
        assertThat(result("a")).isEqualTo("early");
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(Duration.ofMillis(400).toNanos());
        assertThat(client().start(MAIN, "a", "").started()).isFalse();
        String made = client().start(MAIN, "").instance();
        assertThat(client().status(made)).isPresent();
    }

    @Test
    void aWaitThatIsTooShortSaysSo() {
        start(node().orchestration(MAIN, this::waitsForQueue));
        begin("a", "");
        assertThatThrownBy(() -> client().awaitCompletion(MAIN, "a", Duration.ofMillis(50)))
                .isInstanceOf(TimeoutException.class)
                .hasMessageContaining("instance a of main has not ended");
        assertThatThrownBy(() -> client().awaitCompletion(MAIN, "b", Duration.ofMillis(50)))
                .hasMessageContaining("there is no instance b");
    }

    @Test
    void childrenCannotBeStartedFromOutside() {
        assertThatThrownBy(() -> client().start(MAIN, "a::sub::1_2", "")).hasMessageContaining("for children");
        assertThatThrownBy(() -> client().start(MAIN, "", "")).hasMessageContaining("1 to 1024 bytes");
    }

    @Test
    void historiesCanBeReadAndPruned() throws Exception {
        start(node().orchestration(MAIN, (ctx, input) -> input.length() < 3 ? ctx.continueAsNew(input + "x") : input));
        begin("a", "");
        assertThat(result("a")).isEqualTo("xxx");
        assertThat(client().admin().history("a")).hasSize(2);
        assertThat(client().admin().history("a", 1).get(1).describe()).isEqualTo("the orchestration continued as new");
        assertThat(client().admin().prune("a", 1, null).executions()).isEqualTo(3);
        assertThat(client().admin().executions("a")).hasSize(1);
        assertThat(client().admin().stats("a").orElseThrow().events()).isEqualTo(2);
    }

    private String waitsForQueue(OrchestrationContext ctx, String input) {
        return ctx.queue("in", String.class).next().await();
    }

    private void awaitStatus(String id, String status) {
        await(
                "status " + status,
                () -> client().status(id)
                        .map(each -> status.equals(each.customStatus().status()))
                        .orElse(false));
    }
}
