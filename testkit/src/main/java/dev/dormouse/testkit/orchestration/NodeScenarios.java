package dev.dormouse.testkit.orchestration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.orchestration.ActivityOptions;
import dev.dormouse.orchestration.Orchestration;
import dev.dormouse.orchestration.OrchestrationNode;
import dev.dormouse.orchestration.PollOptions;
import dev.dormouse.orchestration.SessionOptions;
import dev.dormouse.orchestration.VersionPolicy;
import dev.dormouse.provider.TagFilter;
import dev.dormouse.telemetry.OrchestrationCounts;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Nodes that come, go, die, and share the work. */
public abstract class NodeScenarios extends ScenarioFixture {

    @Test
    void twoNodesShareInstancesAndNothingIsDoneTwice() throws Exception {
        Set<String> done = ConcurrentHashMap.newKeySet();
        AtomicInteger executions = new AtomicInteger();
        for (int i = 0; i < 2; i++) {
            start(counting(done, executions));
        }
        for (int i = 0; i < 30; i++) {
            begin("i" + i, "" + i);
        }
        for (int i = 0; i < 30; i++) {
            assertThat(result("i" + i)).isEqualTo(i + "+" + i);
        }
        assertThat(done).hasSize(60);
        assertThat(executions.get()).isEqualTo(60);
    }

    private OrchestrationNode.Builder counting(Set<String> done, AtomicInteger executions) {
        return node().activity(WORK, (ctx, input) -> {
                    executions.incrementAndGet();
                    done.add(ctx.instance() + "/" + ctx.activityId());
                    return input;
                })
                .orchestration(MAIN, (ctx, input) -> {
                    String first = ctx.activity(WORK, input).await();
                    return first + "+" + ctx.activity(WORK, input).await();
                });
    }

    @Test
    void anInstanceMayMoveFromNodeToNodeAndBack() throws Exception {
        OrchestrationCounts counts = new OrchestrationCounts();
        OrchestrationNode.Builder first = node().observer(counts).orchestration(MAIN, (ctx, input) -> {
            StringBuilder all = new StringBuilder();
            for (int i = 0; i < 4; i++) {
                all.append(ctx.queue("in", String.class).next().await());
                ctx.setStatus(all.toString());
            }
            return all.toString();
        });
        FaultyProvider faulty = new FaultyProvider(provider());
        start(first);
        begin("a", "");
        client().enqueueEvent("a", "in", "1");
        await("1", () -> shows("a", "1"));
        OrchestrationNode second = node(faulty.provider()).orchestration(MAIN, (ctx, input) -> {
                    StringBuilder all = new StringBuilder();
                    for (int i = 0; i < 4; i++) {
                        all.append(ctx.queue("in", String.class).next().await());
                        ctx.setStatus(all.toString());
                    }
                    return all.toString();
                })
                .start();
        for (int i = 2; i < 4; i++) {
            client().enqueueEvent("a", "in", "" + i);
            String expected = "123".substring(0, i);
            await(expected, () -> shows("a", expected));
        }
        second.stop(Duration.ofSeconds(5));
        client().enqueueEvent("a", "in", "4");
        assertThat(result("a")).isEqualTo("1234");
    }

    @Test
    void aTurnFindsItsHistoryInTheNodesMemory() throws Exception {
        OrchestrationCounts counts = new OrchestrationCounts();
        start(node().observer(counts).orchestration(MAIN, (ctx, input) -> {
            for (int i = 0; i < 10; i++) {
                ctx.activity(ECHO, "" + i).await();
            }
            return "done";
        }));
        begin("a", "");
        assertThat(result("a")).isEqualTo("done");
        assertThat(counts.snapshot().historiesRead()).isZero();
        await("all is told", () -> counts.snapshot().completed() == 1);
        assertThat(counts.snapshot().historiesKnown()).isGreaterThanOrEqualTo(10);
        assertThat(counts.snapshot().activitiesEager()).isGreaterThan(0);
    }

    @Test
    void whatADeadNodeWasDoingIsDoneByAnother() throws Exception {
        CountDownLatch runs = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        FaultyProvider doomed = new FaultyProvider(provider());
        OrchestrationNode first = node(doomed.provider())
                .activity(WORK, (ctx, input) -> {
                    runs.countDown();
                    never.await();
                    return "first";
                })
                .orchestration(MAIN, (ctx, input) -> ctx.activity(WORK, "").await())
                .start();
        begin("a", "");
        runs.await();
        doomed.die();
        start(node().activity(WORK, (ctx, input) -> "second, attempt " + ctx.attempt())
                .orchestration(MAIN, (ctx, input) -> ctx.activity(WORK, "").await()));
        assertThat(result("a")).isEqualTo("second, attempt 2");
        never.countDown();
        first.stop(Duration.ZERO);
    }

    @Test
    void aNodeThatStopsGivesItsActivitiesBackAsIfNeverFetched() throws Exception {
        CountDownLatch runs = new CountDownLatch(1);
        OrchestrationNode first = start(node().options(
                        quick().withActivityLockTimeout(Duration.ofMinutes(10)))
                .activity(WORK, (ctx, input) -> {
                    runs.countDown();
                    new CountDownLatch(1).await();
                    return "never";
                })
                .orchestration(MAIN, (ctx, input) -> ctx.activity(WORK, "").await()));
        begin("a", "");
        runs.await();
        first.stop(Duration.ofMillis(50));
        start(node().activity(WORK, (ctx, input) -> "attempt " + ctx.attempt())
                .orchestration(MAIN, (ctx, input) -> ctx.activity(WORK, "").await()));
        assertThat(result("a")).isEqualTo("attempt 1");
    }

    @Test
    void aNodeWithNothingToDoStopsAtOnce() {
        OrchestrationNode idle = start(node().orchestration(MAIN, (ctx, input) -> input));
        await("idle", () -> idle.health().stream().allMatch(queue -> queue.free() == queue.slots()));
        long start = System.nanoTime();
        idle.stop(Duration.ofSeconds(30));
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
    }

    @Test
    void aLongActivityKeepsItsLockThroughPassingTrouble() throws Exception {
        FaultyProvider faulty = new FaultyProvider(provider());
        AtomicInteger executions = new AtomicInteger();
        AtomicBoolean cancelled = new AtomicBoolean();
        start(node(faulty.provider())
                .activity(WORK, (ctx, input) -> {
                    executions.incrementAndGet();
                    faulty.fail("renewWork", 1);
                    int renewals = faulty.calls("renewWork");
                    await("renewed", () -> faulty.calls("renewWork") >= renewals + 5);
                    cancelled.set(ctx.isCancelled());
                    return "done";
                })
                .orchestration(MAIN, (ctx, input) -> ctx.activity(WORK, "").await()));
        begin("a", "");
        assertThat(result("a")).isEqualTo("done");
        assertThat(executions.get()).isEqualTo(1);
        assertThat(cancelled.get()).isFalse();
    }

    @Test
    void passingTroubleWhenWritingRepeatsNoActivity() throws Exception {
        FaultyProvider faulty = new FaultyProvider(provider());
        AtomicInteger executions = new AtomicInteger();
        faulty.fail("ackWork", 2).fail("ackTurns", 2).fail("fetchTurns", 1).fail("fetchWork", 1);
        start(node(faulty.provider())
                .options(quick().withTurnLockTimeout(Duration.ofSeconds(20))
                        .withActivityLockTimeout(Duration.ofSeconds(20)))
                .activity(WORK, (ctx, input) -> "" + executions.incrementAndGet())
                .orchestration(MAIN, (ctx, input) -> ctx.activity(WORK, "").await()));
        begin("a", "");
        assertThat(result("a")).isEqualTo("1");
        assertThat(executions.get()).isEqualTo(1);
    }

    @Test
    void answersThatAreLostAfterTheCommitChangeNothing() throws Exception {
        FaultyProvider faulty = new FaultyProvider(provider());
        AtomicInteger executions = new AtomicInteger();
        faulty.loseAnswers("ackWork", 1).loseAnswers("ackTurns", 1);
        start(node(faulty.provider())
                .options(quick().withoutEagerActivities())
                .activity(WORK, (ctx, input) -> "" + executions.incrementAndGet())
                .orchestration(MAIN, (ctx, input) -> ctx.activity(WORK, "").await() + ctx.activity(WORK, "").await()));
        begin("a", "");
        assertThat(result("a")).isEqualTo("12");
    }

    @Test
    void sessionsKeepTheirActivitiesOnOneNode() throws Exception {
        for (int i = 0; i < 2; i++) {
            String name = "node" + i;
            start(node().name(name)
                    .options(quick().withActivityConcurrency(2)
                            .withSessions(SessionOptions.defaults()
                                    .withOwner(name)
                                    .withTimeouts(Duration.ofSeconds(2), Duration.ofSeconds(20))))
                    .activity(WORK, (ctx, input) -> ctx.worker())
                    .orchestration(MAIN, (ctx, input) -> {
                        ActivityOptions session = ActivityOptions.defaults().withSession(input);
                        String all = "";
                        for (int step = 0; step < 5; step++) {
                            all += ctx.activity(WORK, "", session).await() + " ";
                        }
                        return all;
                    }));
        }
        for (int i = 0; i < 4; i++) {
            begin("i" + i, "session" + i);
        }
        for (int i = 0; i < 4; i++) {
            List<String> where = List.of(String.valueOf(result("i" + i)).split(" "));
            assertThat(where).hasSize(5).allMatch(where.get(0)::equals);
        }
    }

    @Test
    void tagsSayWhichNodesExecute() throws Exception {
        Orchestration<String, String> tagged = Orchestration.of("tagged", String.class, String.class);
        start(node().name("plain")
                .activity(WORK, (ctx, input) -> ctx.worker())
                .orchestration(tagged, (ctx, input) -> ctx.activity(WORK, "").await() + " "
                        + ctx.activity(WORK, "", ActivityOptions.defaults().withTag("gpu"))
                                .await() + " "
                        + ctx.activity(WORK, "", ActivityOptions.defaults().withTag("other"))
                                .await()));
        start(node().name("gpu")
                .options(quick().withTags(TagFilter.only("gpu")))
                .activity(WORK, (ctx, input) -> ctx.worker() + "/" + ctx.tag().orElse("")));
        start(node().name("any")
                .options(quick().withTags(new TagFilter(false, true, Set.of())))
                .orchestration(MAIN, (ctx, input) -> "")
                .activity(WORK, (ctx, input) -> ctx.tag().orElse("").equals("other") ? "any" : "gpu/gpu"));
        client().start(tagged, "a", "");
        assertThat(client().awaitCompletion(tagged, "a", GENEROUS)).isEqualTo("plain gpu/gpu any");
    }

    @Test
    void anInstanceKeepsItsVersionThroughADeployment() throws Exception {
        Orchestration<String, String> second = MAIN.withVersion("2.0.0");
        OrchestrationNode old = start(node().orchestration(
                MAIN, (ctx, input) -> "1:" + ctx.event("go", String.class).await()));
        begin("a", "");
        await("it waits", () -> client().admin().history("a").size() >= 2);
        old.stop(Duration.ofSeconds(5));
        OrchestrationNode next = start(node().orchestration(
                        MAIN, (ctx, input) -> "1:" + ctx.event("go", String.class).await())
                .orchestration(second, (ctx, input) -> "2"));
        client().raiseEvent("a", "go", "x");
        assertThat(result("a")).isEqualTo("1:x");
        begin("b", "");
        assertThat(result("b")).isEqualTo("2");
        next.versionPolicy("main", VersionPolicy.exactly("1.0.0"));
        begin("c", "");
        await("it waits", () -> client().admin().history("c").size() >= 2);
        client().raiseEvent("c", "go", "y");
        assertThat(result("c")).isEqualTo("1:y");
    }

    @Test
    void providersThatWakeNobodyArePolled() throws Exception {
        for (boolean waits : new boolean[] {true, false}) {
            FaultyProvider silent = new FaultyProvider(provider()).withoutWakes(waits);
            OrchestrationNode node = node(silent.provider())
                    .options(quick().withPolling(PollOptions.defaults().withIdleSleep(Duration.ofMillis(20))))
                    .orchestration(MAIN, (ctx, input) -> {
                        ctx.timer(Duration.ofMillis(50)).await();
                        return ctx.activity(ECHO, input).await();
                    })
                    .start();
            begin("a" + waits, "polled");
            assertThat(result("a" + waits)).isEqualTo("polled");
            long start = System.nanoTime();
            node.stop(Duration.ofSeconds(20));
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
        }
    }

    private boolean shows(String id, String status) {
        return client().status(id)
                .map(each -> status.equals(each.customStatus().status()))
                .orElse(false);
    }
}
