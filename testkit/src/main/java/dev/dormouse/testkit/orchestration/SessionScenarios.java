package dev.dormouse.testkit.orchestration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.orchestration.ActivityOptions;
import dev.dormouse.orchestration.DurableFuture;
import dev.dormouse.orchestration.OrchestrationContext;
import dev.dormouse.orchestration.OrchestrationNode;
import dev.dormouse.orchestration.PollOptions;
import dev.dormouse.orchestration.SessionOptions;
import dev.dormouse.provider.Provider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** Sessions: their activities run where the session lives, and it lives on one node at a time. */
public abstract class SessionScenarios extends ScenarioFixture {

    /** Longer than any pause of a busy machine. */
    private static final SessionOptions LASTING =
            SessionOptions.defaults().withTimeouts(Duration.ofSeconds(30), Duration.ofMinutes(2));

    @Test
    void underLoadEverySessionStaysOnOneNode() throws Exception {
        Map<String, Set<String>> where = new ConcurrentHashMap<>();
        for (int i = 0; i < 3; i++) {
            start(named("node" + i, provider(), LASTING.withMax(4))
                    .activity(WORK, (ctx, input) -> {
                        where.computeIfAbsent(ctx.session().orElseThrow(), any -> ConcurrentHashMap.newKeySet())
                                .add(ctx.worker());
                        return "";
                    })
                    .orchestration(MAIN, (ctx, input) -> {
                        for (int round = 0; round < 4; round++) {
                            ctx.all(several(ctx, input, 5)).await();
                        }
                        return "done";
                    }));
        }
        int sessions = 12;
        for (int i = 0; i < 2 * sessions; i++) {
            begin("i" + i, "session" + i % sessions);
        }
        for (int i = 0; i < 2 * sessions; i++) {
            assertThat(result("i" + i)).isEqualTo("done");
        }
        assertThat(where)
                .hasSize(sessions)
                .allSatisfy((session, nodes) -> assertThat(nodes).as(session).hasSize(1));
        Set<String> used = new HashSet<>();
        where.values().forEach(used::addAll);
        assertThat(used).as("no node may hold more than four").hasSize(3);
    }

    @Test
    void aSessionMovesWhenItsNodeDies() throws Exception {
        SessionOptions brief = SessionOptions.defaults().withTimeouts(Duration.ofMillis(600), Duration.ofMinutes(2));
        FaultyProvider doomed = new FaultyProvider(provider());
        start(stepping(named("first", doomed.provider(), brief)));
        begin("a", "s");
        await("the first step", () -> status("a").equals("first"));
        doomed.die();
        start(stepping(named("second", provider(), brief)));
        for (int step = 0; step < 3; step++) {
            client().enqueueEvent("a", "go", "on");
        }
        assertThat(result("a")).isEqualTo("first second second second");
    }

    @Test
    void aSessionThatIsNotUsedIsLetGoAndUntilThenItIsKept() throws Exception {
        Duration idle = Duration.ofSeconds(3);
        SessionOptions options = SessionOptions.defaults().withTimeouts(Duration.ofMillis(600), idle);
        FaultyProvider deaf = new FaultyProvider(provider()).withoutWakes(true);
        start(stepping(named("first", deaf.provider(), options)
                .options(quick().withSessions(options.withOwner("first"))
                        .withPolling(PollOptions.defaults().withLongPollTimeout(Duration.ofMillis(100))))));
        begin("a", "s");
        await("the first step", () -> status("a").equals("first"));
        long used = System.nanoTime();
        for (String fetch : List.of("fetchWork", "fetchTurns")) {
            int before = deaf.calls(fetch);
            deaf.fail(fetch, Integer.MAX_VALUE / 2);
            await("nothing arrives any more", () -> deaf.calls(fetch) > before + 1);
        }
        start(stepping(named("second", provider(), options)));
        client().enqueueEvent("a", "go", "on");
        await("the second step", () -> status("a").equals("first second"));
        assertThat(Duration.ofNanos(System.nanoTime() - used))
                .as("the first node renewed it until it was idle")
                .isGreaterThan(idle.minusMillis(800));
        assertThat(deaf.calls("renewSessions")).isPositive();
    }

    @Test
    void aSessionForWhichThereWasNoRoomIsTakenWhenThereIs() throws Exception {
        start(stepping(named(
                "only",
                provider(),
                SessionOptions.defaults().withMax(1).withTimeouts(Duration.ofMillis(300), Duration.ofMillis(900)))));
        begin("a", "s1");
        await("the first step", () -> status("a").equals("only"));
        begin("b", "s2");
        await("room", () -> status("b").equals("only"));
    }

    private static OrchestrationNode.Builder named(String name, Provider on, SessionOptions sessions) {
        return node(on).name(name).options(quick().withSessions(sessions.withOwner(name)));
    }

    /** Says where its steps were executed, one at once and one for each message. */
    private static OrchestrationNode.Builder stepping(OrchestrationNode.Builder node) {
        return node.activity(WORK, (ctx, input) -> ctx.worker()).orchestration(MAIN, (ctx, input) -> {
            ActivityOptions session = ActivityOptions.defaults().withSession(input);
            List<String> where = new ArrayList<>();
            where.add(ctx.activity(WORK, "", session).await());
            for (int step = 0; step < 3; step++) {
                ctx.setStatus(String.join(" ", where));
                ctx.queue("go", String.class).next().await();
                where.add(ctx.activity(WORK, "", session).await());
            }
            return String.join(" ", where);
        });
    }

    private static List<DurableFuture<String>> several(OrchestrationContext ctx, String session, int count) {
        List<DurableFuture<String>> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(ctx.activity(WORK, "", ActivityOptions.defaults().withSession(session)));
        }
        return all;
    }

    private String status(String id) {
        return client().status(id)
                .map(each -> String.valueOf(each.customStatus().status()))
                .orElse("");
    }
}
