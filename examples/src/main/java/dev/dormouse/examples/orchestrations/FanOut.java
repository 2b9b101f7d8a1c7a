package dev.dormouse.examples.orchestrations;

import dev.dormouse.DormouseBuilder;
import dev.dormouse.orchestration.Activity;
import dev.dormouse.orchestration.ActivityOptions;
import dev.dormouse.orchestration.ActivityRetry;
import dev.dormouse.orchestration.DurableFuture;
import dev.dormouse.orchestration.Orchestration;
import dev.dormouse.orchestration.OrchestrationContext;
import java.util.List;

/** Fan-out and fan-in: as many activities at once as there are pages, each tried again by itself, then one sum. */
final class FanOut {

    record Book(List<String> pages) {}

    static final Orchestration<Book, Integer> COUNT_WORDS = Orchestration.of("count-words", Book.class, Integer.class);
    static final Activity<String, Integer> COUNT_PAGE = Activity.of("count-page", String.class, Integer.class);

    private FanOut() {}

    static DormouseBuilder register(DormouseBuilder node) {
        return node.orchestration(COUNT_WORDS, FanOut::count)
                .activity(COUNT_PAGE, (ctx, page) -> page.split("\\s+").length);
    }

    private static Integer count(OrchestrationContext ctx, Book book) {
        ActivityOptions patiently = ActivityOptions.defaults().withRetry(ActivityRetry.byDefault());
        List<DurableFuture<Integer>> counts = book.pages().stream()
                .map(page -> ctx.activity(COUNT_PAGE, page, patiently))
                .toList();
        return ctx.all(counts).await().stream().mapToInt(Integer::intValue).sum();
    }
}
