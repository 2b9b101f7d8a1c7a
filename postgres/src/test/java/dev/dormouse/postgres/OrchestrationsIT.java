package dev.dormouse.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import dev.dormouse.Dormouse;
import dev.dormouse.DormouseBuilder;
import dev.dormouse.orchestration.Activity;
import dev.dormouse.orchestration.ActivityOptions;
import dev.dormouse.orchestration.DurableFuture;
import dev.dormouse.orchestration.Orchestration;
import dev.dormouse.orchestration.RuntimeOptions;
import dev.dormouse.orchestration.SendOutcome;
import dev.dormouse.provider.TagFilter;
import dev.dormouse.testkit.TestSchema;
import dev.dormouse.testkit.orchestration.PlainCodec;
import dev.dormouse.wake.NotifyMode;
import dev.dormouse.wake.WakeReason;
import dev.dormouse.wake.WakeSettings;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Orchestrations on whole nodes that share their listener and their ways of waking with jobs. */
class OrchestrationsIT {

    private static final Duration GENEROUS = Duration.ofSeconds(30);
    private static final Orchestration<String, String> MAIN = Orchestration.of("main", String.class, String.class);
    private static final Activity<String, String> WORK = Activity.of("work", String.class, String.class);
    /** No test waits for an hour: whatever happens was not the fallback. */
    private static final WakeSettings NO_FALLBACK = WakeSettings.defaults().withFallbackInterval(Duration.ofHours(1));

    private final TestSchema schema = TestSchema.create();
    private final HikariDataSource pool = new HikariDataSource();
    private final List<Dormouse> nodes = new ArrayList<>();

    @BeforeEach
    void openPool() {
        pool.setJdbcUrl(schema.url());
        pool.setMaximumPoolSize(12);
    }

    @AfterEach
    void closeAll() {
        nodes.forEach(node -> node.stop(Duration.ofMillis(200)));
        pool.close();
        schema.close();
    }

    @Test
    void aNodeRunsOrchestrationsAndActivitiesAndWaitsWithoutLooking() throws Exception {
        Dormouse node =
                start(node("one").activity(WORK, (ctx, input) -> input + "!").orchestration(MAIN, (ctx, input) -> {
                    List<DurableFuture<String>> all = new ArrayList<>();
                    for (int i = 0; i < 20; i++) {
                        all.add(ctx.activity(WORK, "" + i));
                    }
                    ctx.timer(Duration.ofMillis(100)).await();
                    return ctx.all(all).await().get(19);
                }));
        for (int i = 0; i < 10; i++) {
            node.orchestrations().start(MAIN, "i" + i, "");
        }
        for (int i = 0; i < 10; i++) {
            assertThat(node.orchestrations().awaitCompletion(MAIN, "i" + i, GENEROUS))
                    .isEqualTo("19!");
        }
        // Counted just after the client was told.
        await().atMost(GENEROUS).until(() -> node.orchestrationCounts().completed() == 10);
        // A turn that is fetched while another one is being committed reads what that one added, and no more.
        assertThat(node.orchestrationCounts().historiesRead()).isLessThan(200);
        assertThat(node.health().counts().wakes().get(WakeReason.FALLBACK)).isZero();
        assertThat(node.health().counts().fallbackFinds()).isZero();
    }

    @Test
    void aStartInTheCallersTransactionHappensIfAndWhenThatCommits() throws Exception {
        Dormouse node = start(node("one").orchestration(MAIN, (ctx, input) -> input));
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            node.orchestrations().in(connection).start(MAIN, "undone", "");
            connection.rollback();
            node.orchestrations().in(connection).start(MAIN, "done", "x");
            assertThat(node.orchestrations().status("done")).isEmpty();
            connection.commit();
        }
        assertThat(node.orchestrations().awaitCompletion(MAIN, "done", GENEROUS))
                .isEqualTo("x");
        assertThat(node.orchestrations().status("undone")).isEmpty();
        assertThatThrownBy(() -> node.orchestrations().awaitCompletion(MAIN, "undone", Duration.ofMillis(10)))
                .isInstanceOf(TimeoutException.class);
    }

    @Test
    void sleepingNodesAreWokenByOthersAndTakeOver() throws Exception {
        CountDownLatch runs = new CountDownLatch(1);
        AtomicBoolean told = new AtomicBoolean();
        Dormouse orchestrator = start(node("orchestrator")
                .orchestration(
                        MAIN,
                        (ctx, input) -> ctx.activity(
                                        WORK, "", ActivityOptions.defaults().withTag("far"))
                                .await()));
        Dormouse client = start(node("client"));
        start(node("worker")
                .orchestrationOptions(quick().withTags(TagFilter.only("far")))
                .activity(WORK, (ctx, input) -> {
                    runs.countDown();
                    ctx.cancelled().toCompletableFuture().get();
                    told.set(true);
                    return "";
                }));
        client.orchestrations().start(MAIN, "a", "");
        runs.await();
        assertThat(client.orchestrations().cancel("a", "enough")).isEqualTo(SendOutcome.DELIVERED);
        assertThat(client.orchestrations()
                        .awaitEnd("a", GENEROUS)
                        .failure()
                        .orElseThrow()
                        .message())
                .isEqualTo("enough");
        await().atMost(GENEROUS).untilTrue(told);
        assertThat(orchestrator.health().counts().wakes().get(WakeReason.NOTIFY))
                .isPositive();
    }

    /**
     * The survivor slept through all of it, and its fallback is an hour away. The doomed node tells of the activity in the
     * transaction that puts it in: one that dies between its commit and the announcement is left to the fallback.
     */
    @Test
    void aSleepingNodeNoticesTheDeathOfAnotherWhenItsLockEnds() throws Exception {
        assertTakesOver(NO_FALLBACK.withNotifyMode(NotifyMode.IN_TRANSACTION), NO_FALLBACK);
    }

    @Test
    void whatADeadNodeLeftWithoutAWordIsFoundByTheFallback() throws Exception {
        assertTakesOver(
                NO_FALLBACK.withNotifyMode(NotifyMode.NONE), NO_FALLBACK.withFallbackInterval(Duration.ofSeconds(1)));
    }

    private void assertTakesOver(WakeSettings ofTheDoomed, WakeSettings ofTheSurvivor) throws Exception {
        CountDownLatch runs = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        HikariDataSource doomedPool = new HikariDataSource();
        doomedPool.setJdbcUrl(schema.url());
        doomedPool.setConnectionTimeout(1000);
        Dormouse doomed = Dormouse.on(Postgres.at(doomedPool, schema.name()))
                .name("doomed")
                .codec(new PlainCodec())
                .wake(ofTheDoomed)
                .orchestrationOptions(quick())
                .orchestration(MAIN, (ctx, input) -> ctx.activity(WORK, "").await())
                .activity(WORK, (ctx, input) -> {
                    runs.countDown();
                    never.await();
                    return "never";
                })
                .start();
        CountDownLatch again = new CountDownLatch(1);
        Dormouse survivor = start(node("survivor").wake(ofTheSurvivor).activity(WORK, (ctx, input) -> {
            again.countDown();
            return "attempt " + ctx.attempt();
        }));
        awaitAsleep(survivor);
        doomed.orchestrations().start(MAIN, "a", "");
        assertThat(runs.await(GENEROUS.toSeconds(), TimeUnit.SECONDS)).isTrue();
        doomedPool.close();
        // Only then another node, which would look around when it starts.
        assertThat(again.await(GENEROUS.toSeconds(), TimeUnit.SECONDS)).isTrue();
        start(node("orchestrator")
                .orchestration(MAIN, (ctx, input) -> ctx.activity(WORK, "").await()));
        assertThat(survivor.orchestrations().awaitCompletion(MAIN, "a", GENEROUS))
                .isEqualTo("attempt 2");
        never.countDown();
        doomed.stop(Duration.ZERO);
    }

    private static void awaitAsleep(Dormouse node) {
        await().atMost(GENEROUS).until(() -> node.health().counts().listening());
    }

    @Test
    void sessionsStayOnOneNode() throws Exception {
        for (int i = 0; i < 2; i++) {
            start(node("node" + i).activity(WORK, (ctx, input) -> ctx.worker()).orchestration(MAIN, (ctx, input) -> {
                ActivityOptions session = ActivityOptions.defaults().withSession(input);
                StringBuilder all = new StringBuilder();
                for (int step = 0; step < 5; step++) {
                    all.append(ctx.activity(WORK, "", session).await()).append(' ');
                }
                return all.toString();
            }));
        }
        for (int i = 0; i < 6; i++) {
            nodes.get(0).orchestrations().start(MAIN, "i" + i, "session" + i);
        }
        for (int i = 0; i < 6; i++) {
            String all = nodes.get(1).orchestrations().awaitCompletion(MAIN, "i" + i, GENEROUS);
            List<String> where = List.of(String.valueOf(all).split(" "));
            assertThat(where).hasSize(5).allMatch(where.get(0)::equals);
        }
    }

    private DormouseBuilder node(String name) {
        return Dormouse.on(Postgres.at(pool, schema.name()))
                .name(name)
                .codec(new PlainCodec())
                .wake(NO_FALLBACK)
                .orchestrationOptions(quick());
    }

    private static RuntimeOptions quick() {
        return RuntimeOptions.defaults().withActivityLockTimeout(Duration.ofSeconds(2));
    }

    private Dormouse start(DormouseBuilder builder) {
        Dormouse node = builder.start();
        nodes.add(node);
        return node;
    }
}
