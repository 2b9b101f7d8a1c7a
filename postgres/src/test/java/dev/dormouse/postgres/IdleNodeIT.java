package dev.dormouse.postgres;

import static dev.dormouse.postgres.NodeFixture.GENEROUS;
import static dev.dormouse.postgres.NodeFixture.NOTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.dormouse.Dormouse;
import dev.dormouse.DormouseBuilder;
import dev.dormouse.orchestration.Activity;
import dev.dormouse.orchestration.Orchestration;
import dev.dormouse.wake.WakeSettings;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a whole node costs in statements while there is nothing to do, as the server counts them. */
class IdleNodeIT {

    private static final Orchestration<Integer, Integer> COUNT =
            Orchestration.of("count", Integer.class, Integer.class);
    private static final Activity<Integer, Integer> NEXT = Activity.of("next", Integer.class, Integer.class);

    private final NodeFixture f = new NodeFixture();

    @AfterEach
    void close() {
        f.close();
    }

    @Test
    void anIdleNodeWithEverythingMakesOneStatementPerFallbackInterval() throws Exception {
        WakeSettings wake = WakeSettings.defaults().withFallbackInterval(Duration.ofSeconds(2));
        DormouseBuilder builder = f.node(wake)
                .orchestration(COUNT, (ctx, n) -> ctx.activity(NEXT, n).await())
                .activity(NEXT, (ctx, n) -> n + 1)
                .route("notes", "note", batch -> Map.of());
        for (String queue : new String[] {"second", "third", "fourth"}) {
            builder.handle(NOTE, queue, (job, note) -> f.note(note));
        }
        try (Dormouse node = builder.start()) {
            await().atMost(GENEROUS).until(() -> node.health().counts().listening());
            f.awaitQuiet();
            long before = f.statements();
            Thread.sleep(10_000); // a rate can only be seen over a time
            long made = f.statements() - before;
            System.out.println("idle for 10 s with everything and a fallback of 2 s: " + made + " statements");
            assertThat(made).isBetween(1L, 7L);
        }
    }
}
