package dev.dormouse.examples.orchestrations;

import dev.dormouse.DormouseBuilder;
import dev.dormouse.orchestration.EventQueue;
import dev.dormouse.orchestration.Orchestration;
import dev.dormouse.orchestration.OrchestrationContext;

/**
 * A durable entity: state that only its own code changes, one message after the other. Nobody needs a lock, and no message
 * is lost, not even one that comes while the entity continues as new.
 */
final class Account {

    record Change(int cents, boolean close) {}

    static final Orchestration<Integer, Integer> ACCOUNT = Orchestration.of("account", Integer.class, Integer.class);
    static final String CHANGES = "changes";
    static final String BALANCE = "balance";
    private static final int CHANGES_PER_EXECUTION = 10;

    private Account() {}

    static DormouseBuilder register(DormouseBuilder node) {
        return node.orchestration(ACCOUNT, Account::keep);
    }

    private static Integer keep(OrchestrationContext ctx, Integer opening) {
        EventQueue<Change> changes = ctx.queue(CHANGES, Change.class);
        int balance = opening;
        for (int i = 0; i < CHANGES_PER_EXECUTION; i++) {
            Change change = changes.next().await();
            if (change.close()) {
                return balance;
            }
            balance += change.cents();
            ctx.values().set(BALANCE, balance);
        }
        return ctx.continueAsNew(balance);
    }
}
