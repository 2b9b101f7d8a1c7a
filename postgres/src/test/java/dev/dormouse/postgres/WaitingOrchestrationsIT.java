package dev.dormouse.postgres;

import static dev.dormouse.postgres.NodeFixture.NO_FALLBACK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.dormouse.Dormouse;
import dev.dormouse.orchestration.Orchestration;
import dev.dormouse.orchestration.RuntimeOptions;
import dev.dormouse.testkit.orchestration.PlainCodec;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** What orchestrations cost while they wait: {@code -Dwaiting.instances=100000} for the number that is promised. */
@Isolated
class WaitingOrchestrationsIT {

    private static final int COUNT = Integer.getInteger("waiting.instances", 3_000);
    private static final Duration PATIENCE = Duration.ofSeconds(60 + COUNT / 50);

    /** 200 MB for a hundred thousand. */
    private static final long BYTES_EACH_MAX = 2_000;

    private static final Orchestration<String, String> WAITING =
            Orchestration.of("waiting", String.class, String.class);

    private static final Duration TURN_LOCK = Duration.ofSeconds(2);

    private final NodeFixture f = new NodeFixture();

    @AfterEach
    void close() {
        f.close();
    }

    @Test
    void thoseThatWaitCostNoStatementAndLittleMemory() throws Exception {
        Dormouse node = node();
        begin("warm", 300);
        long heap = heap();
        begin("i", COUNT);
        // Longer than a turn may be locked: the node sees whether those that it fetched last were given up.
        f.awaitQuiet(TURN_LOCK.plusSeconds(1), PATIENCE);
        long each = (heap() - heap) / COUNT;
        long before = f.statements();
        Thread.sleep(3_000); // what does not happen can only be seen over a time
        long made = f.statements() - before;
        System.out.println(
                COUNT + " orchestrations wait: " + each + " bytes of heap each, " + made + " statements in 3 s");
        assertThat(made).isZero();
        assertThat(each).isLessThan(BYTES_EACH_MAX);

        node.orchestrations().raiseEvent("i7", "go", "on");
        assertThat(node.orchestrations().awaitCompletion(WAITING, "i7", PATIENCE))
                .isEqualTo("7on");
        node.stop(Duration.ofSeconds(5));
    }

    /** Every other one waits with a timer, too. */
    private Dormouse node() {
        return Dormouse.on(f.postgres())
                .wake(NO_FALLBACK)
                .codec(new PlainCodec())
                .orchestrationOptions(RuntimeOptions.defaults().withTurnLockTimeout(TURN_LOCK))
                .orchestration(WAITING, (ctx, input) -> {
                    if (Integer.parseInt(input) % 2 == 0) {
                        ctx.timer(Duration.ofDays(1));
                    }
                    return input + ctx.event("go", String.class).await();
                })
                .start();
    }

    private void begin(String prefix, int count) {
        long already = f.number("select count(*) from {schema}.history");
        for (int from = 0; from < count; from += 500) {
            f.number("select count(started) from generate_series(" + from + ", " + (Math.min(count, from + 500) - 1)
                    + ") n cross join lateral {schema}.start_orchestration('waiting', to_json(n::text)::text, '"
                    + prefix
                    + "' || n) s");
        }
        await().pollInterval(Duration.ofMillis(100))
                .atMost(PATIENCE)
                .until(() -> f.number("select count(*) from {schema}.history") == already + count);
    }

    private static long heap() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
