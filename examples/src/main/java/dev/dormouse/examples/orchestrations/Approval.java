package dev.dormouse.examples.orchestrations;

import dev.dormouse.DormouseBuilder;
import dev.dormouse.orchestration.Activity;
import dev.dormouse.orchestration.Orchestration;
import dev.dormouse.orchestration.OrchestrationContext;
import java.time.Duration;
import java.util.Optional;

/** Waits for a person, but not for ever. While it waits it holds no thread and no connection. */
final class Approval {

    record Expense(String what, int euros, Duration patience) {}

    record Decision(boolean approved, String by) {}

    static final Orchestration<Expense, String> APPROVAL = Orchestration.of("approval", Expense.class, String.class);
    static final Activity<Expense, Void> ASK = Activity.of("ask-for-approval", Expense.class, Void.class);

    /** The event that carries the answer. */
    static final String DECISION = "decision";

    private Approval() {}

    static DormouseBuilder register(DormouseBuilder node) {
        return node.orchestration(APPROVAL, Approval::approve).activity(ASK, (ctx, expense) -> null);
    }

    private static String approve(OrchestrationContext ctx, Expense expense) {
        // The wait begins before the question is asked, so that no answer can come too early.
        var decision = ctx.event(DECISION, Decision.class);
        ctx.activity(ASK, expense).await();
        ctx.setStatus("waiting for an answer");
        Optional<Decision> answer = decision.await(expense.patience());
        ctx.clearStatus();
        return answer.map(given -> (given.approved() ? "approved by " : "refused by ") + given.by())
                .orElse("nobody answered");
    }
}
