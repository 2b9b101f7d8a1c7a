package dev.dormouse.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dormouse.orchestration.Activity;
import dev.dormouse.orchestration.Orchestration;
import dev.dormouse.orchestration.OrchestrationCancelledException;
import dev.dormouse.orchestration.OrchestrationContext;
import dev.dormouse.orchestration.OrchestrationHandler;
import dev.dormouse.provider.ExecutionStatus;
import dev.dormouse.provider.HistoryRequest;
import dev.dormouse.testkit.orchestration.CrashPoint;
import dev.dormouse.testkit.orchestration.DeterminismTest;
import dev.dormouse.testkit.orchestration.OrchestrationTest;
import dev.dormouse.testkit.orchestration.PlainCodec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The harness for those who write orchestrations, on a clock that stands still. */
class SteppedOrchestrationTest {

    private static final Orchestration<String, String> REMIND = Orchestration.of("remind", String.class, String.class);
    private static final Activity<String, String> MAIL = Activity.of("mail", String.class, String.class);

    private final List<String> mails = new ArrayList<>();
    private final List<SqliteProvider> opened = new ArrayList<>();
    private final OrchestrationTest test = OrchestrationTest.on(
                    clock -> {
                        SqliteProvider provider =
                                SqliteProvider.inMemory(SqliteOptions.defaults().withClocks(clock, clock));
                        opened.add(provider);
                        return provider;
                    },
                    new PlainCodec())
            .orchestration(REMIND, SteppedOrchestrationTest::remind)
            .activity(MAIL, (ctx, input) -> {
                mails.add(input);
                return "sent " + input;
            });

    @AfterEach
    void close() {
        test.close();
    }

    private static String remind(OrchestrationContext ctx, String whom) {
        ctx.activity(MAIL, "first to " + whom).await();
        ctx.timer(Duration.ofDays(30)).await();
        return ctx.activity(MAIL, "second to " + whom).await();
    }

    @Test
    void aMonthPassesInAMoment() {
        test.orchestrations().start(REMIND, "a", "Hazel");
        assertThat(test.runUntilIdle()).isEqualTo(3);
        assertThat(mails).containsExactly("first to Hazel");
        test.skip(Duration.ofDays(29));
        assertThat(mails).hasSize(1);
        test.skip(Duration.ofDays(2));
        assertThat(mails).containsExactly("first to Hazel", "second to Hazel");
        assertThat(test.status("a").orElseThrow().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(test.skipToNext()).isFalse();
    }

    @Test
    void timeGoesToTheNextThingThatHappens() {
        test.orchestrations().start(REMIND, "a", "Hazel");
        assertThat(test.skipToNext()).isTrue();
        assertThat(test.status("a").orElseThrow().finished()).isTrue();
    }

    @Test
    void aCrashAtAnyPointChangesNothingButMayRepeatAnActivity() {
        for (CrashPoint point : CrashPoint.values()) {
            mails.clear();
            String id = point.name();
            test.orchestrations().start(REMIND, id, "Hazel");
            test.crashAt(point);
            test.skip(Duration.ofDays(31));
            assertThat(test.status(id).orElseThrow().output()).contains("sent second to Hazel");
            assertThat(mails).as(id).hasSize(point == CrashPoint.BEFORE_ACTIVITY_COMMIT ? 3 : 2);
        }
        assertThatThrownBy(() -> test.crashAt(CrashPoint.BEFORE_TURN_COMMIT)).hasMessageContaining("start something");
    }

    @Test
    void newCodeIsTriedAgainstOldHistories(@TempDir Path folder) throws Exception {
        test.orchestrations().start(REMIND, "done", "Hazel");
        test.skip(Duration.ofDays(31));
        test.orchestrations().start(REMIND, "waits", "Hazel");
        test.runUntilIdle();
        SqliteProvider provider = opened.get(0);
        assertThat(determinism(SteppedOrchestrationTest::remind).replayAll(provider))
                .isEmpty();
        List<DeterminismTest.Divergence> found = determinism((ctx, whom) -> {
                    ctx.timer(Duration.ofDays(30)).await();
                    return "";
                })
                .replayAll(provider);
        assertThat(found)
                .extracting(DeterminismTest.Divergence::history)
                .containsExactlyInAnyOrder("done/1", "waits/1");
        assertThat(found.get(0).what()).contains("activity mail").contains("timer");
        assertThat(determinism((ctx, whom) -> remind(ctx, whom) + "!").replayAll(provider))
                .singleElement()
                .satisfies(divergence -> assertThat(divergence.what()).contains("the code ends with"));

        Path file = folder.resolve("done.history");
        DeterminismTest.write(
                file,
                provider.readHistories(List.of(HistoryRequest.latest("done"))).get(0));
        assertThat(determinism(SteppedOrchestrationTest::remind).replay(file)).isEmpty();
        assertThat(determinism((ctx, whom) -> "").replay(file)).isPresent();
    }

    @Test
    void whoIgnoresItsCancellationEndsAfterADayAndThatIsNoDivergence() {
        OrchestrationHandler<String, String> stubborn = (ctx, input) -> {
            while (true) {
                try {
                    ctx.timer(Duration.ofHours(1)).await();
                } catch (OrchestrationCancelledException e) {
                    ctx.setStatus("not me");
                }
            }
        };
        Orchestration<String, String> endless = Orchestration.of("endless", String.class, String.class);
        test.orchestration(endless, stubborn);
        test.orchestrations().start(endless, "a", "");
        test.runUntilIdle();
        test.orchestrations().cancel("a", "enough");
        test.skip(Duration.ofHours(23));
        assertThat(test.status("a").orElseThrow().finished()).isFalse();
        test.skip(Duration.ofHours(2));
        assertThat(test.status("a").orElseThrow().failure().orElseThrow().message())
                .isEqualTo("enough");
        assertThat(DeterminismTest.of(endless, stubborn, new PlainCodec()).replayAll(opened.get(0)))
                .isEmpty();
    }

    private static DeterminismTest determinism(OrchestrationHandler<String, String> handler) {
        return DeterminismTest.of(REMIND, handler, new PlainCodec());
    }
}
