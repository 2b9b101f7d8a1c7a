package dev.dormouse.server;

import dev.dormouse.Dormouse;
import dev.dormouse.DormouseBuilder;
import dev.dormouse.orchestration.Activity;
import dev.dormouse.orchestration.Orchestration;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeoutException;

/** The demo's orchestration: two activities with a timer between them. */
final class DemoOrchestration {

    private static final Orchestration<String, String> HELLO =
            Orchestration.of("demo-hello", String.class, String.class);
    private static final Activity<String, String> TRANSLATE = Activity.of("demo-translate", String.class, String.class);
    private static final Activity<String, String> GREET = Activity.of("demo-greet", String.class, String.class);
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private DemoOrchestration() {}

    static DormouseBuilder register(DormouseBuilder node) {
        return node.activity(TRANSLATE, (ctx, word) -> "Hallo")
                .activity(GREET, (ctx, sentence) -> sentence + "!")
                .orchestration(HELLO, (ctx, name) -> {
                    String hello = ctx.activity(TRANSLATE, "Hello").await();
                    ctx.timer(PAUSE).await();
                    return ctx.activity(GREET, hello + ", " + name).await();
                });
    }

    static void show(Dormouse producer, DemoPrinter out) throws InterruptedException {
        out.step("An orchestration: an activity, a timer of " + PAUSE.toMillis() + " ms, another activity");
        String id = "demo-" + UUID.randomUUID();
        long began = System.nanoTime();
        producer.orchestrations().start(HELLO, id, "world");
        try {
            String said = producer.orchestrations().awaitCompletion(HELLO, id, PATIENCE);
            out.fact("it said", String.valueOf(said));
        } catch (TimeoutException e) {
            throw CommandFailure.of("The orchestration did not end: " + e.getMessage(), e);
        }
        double millis = (System.nanoTime() - began) / 1e6 - PAUSE.toMillis();
        out.fact("start to end, the timer aside", DemoPrinter.millis(millis));
        out.fact(
                "events in its history",
                producer.orchestrations().admin().history(id).size());
    }
}
