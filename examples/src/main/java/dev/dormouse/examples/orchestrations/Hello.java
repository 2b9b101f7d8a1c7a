package dev.dormouse.examples.orchestrations;

import dev.dormouse.DormouseBuilder;
import dev.dormouse.orchestration.Activity;
import dev.dormouse.orchestration.Orchestration;

/** The smallest: two activities, one after the other. If the process dies between them, another goes on with the second. */
final class Hello {

    static final Orchestration<String, String> HELLO = Orchestration.of("hello", String.class, String.class);
    static final Activity<String, String> TRANSLATE = Activity.of("translate", String.class, String.class);
    static final Activity<String, String> GREET = Activity.of("greet", String.class, String.class);

    private Hello() {}

    static DormouseBuilder register(DormouseBuilder node) {
        return node.activity(TRANSLATE, (ctx, word) -> "Hallo")
                .activity(GREET, (ctx, sentence) -> sentence + "!")
                .orchestration(HELLO, (ctx, name) -> {
                    String hello = ctx.activity(TRANSLATE, "Hello").await();
                    return ctx.activity(GREET, hello + ", " + name).await();
                });
    }
}
