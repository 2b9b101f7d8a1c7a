package dev.dormouse.orchestration.kernel;

import static dev.dormouse.orchestration.kernel.Play.OTHER;
import static dev.dormouse.orchestration.kernel.Play.WORK;

import dev.dormouse.orchestration.ActivityOptions;
import dev.dormouse.orchestration.ActivityRetry;
import dev.dormouse.orchestration.ApplicationException;
import dev.dormouse.orchestration.Backoff;
import dev.dormouse.orchestration.ChildOptions;
import dev.dormouse.orchestration.DurableFuture;
import dev.dormouse.orchestration.OrchestrationCancelledException;
import dev.dormouse.orchestration.OrchestrationContext;
import dev.dormouse.orchestration.OrchestrationException;
import dev.dormouse.orchestration.OrchestrationHandler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;

/** A random orchestration: the same seed is the same code. Notes what it sees, and returns its notes. */
record Program(long seed) implements OrchestrationHandler<String, String> {

    private static final ActivityOptions RETRYING = ActivityOptions.defaults()
            .withRetry(ActivityRetry.of(3, Backoff.linear(Duration.ofMillis(1), Duration.ofMillis(1)))
                    .retryingTimeouts());

    @Override
    public String run(OrchestrationContext ctx, String input) {
        return new Run(ctx, new Random(seed)).run();
    }

    /** One run of the code. Chooses by the seed only, so that every run chooses the same. */
    private static final class Run {
        private final OrchestrationContext ctx;
        private final Random choice;
        private final StringBuilder notes = new StringBuilder();
        private final List<DurableFuture<String>> held = new ArrayList<>();
        private int names;

        Run(OrchestrationContext ctx, Random choice) {
            this.ctx = ctx;
            this.choice = choice;
        }

        String run() {
            int steps = 3 + choice.nextInt(12);
            for (int i = 0; i < steps; i++) {
                // drawn before the step, so that a step that throws draws no less
                Random own = new Random(choice.nextLong());
                guarded(() -> step(own));
            }
            return switch (choice.nextInt(6)) {
                case 0 -> ctx.continueAsNew(notes.toString());
                case 1 -> throw new ApplicationException(notes.toString(), null, false);
                default -> notes.toString();
            };
        }

        private void guarded(Runnable step) {
            try {
                step.run();
            } catch (OrchestrationCancelledException e) {
                note("cancelled");
                note(guardedUndo());
            } catch (OrchestrationException e) {
                note("failed " + e.error().message());
            } catch (CancellationException e) {
                note("withdrawn");
            }
        }

        private String guardedUndo() {
            try {
                return ctx.activity(WORK, name("undo")).await();
            } catch (OrchestrationException e) {
                return "not undone";
            }
        }

        private void step(Random own) {
            switch (own.nextInt(15)) {
                case 0 -> note(future(own).await());
                case 1, 2, 3 -> held.add(future(own));
                case 4 -> withHeld(own, future -> note(future.await()));
                case 5 -> withHeld(own, DurableFuture::cancel);
                case 6 -> note("race " + ctx.race(several(own)).await().index());
                case 7 -> note("any " + ctx.any(several(own)).await().index());
                case 8 -> note("all " + ctx.all(several(own)).await());
                case 9 -> note("perhaps " + future(own).await(Duration.ofMillis(5)));
                case 10 -> ctx.startDetached(OTHER, name("free"), "x");
                case 11 -> values(own);
                case 12 -> note(ctx.uuid() + "/" + ctx.random().nextInt(100));
                case 13 -> swallowing(() -> future(own).await());
                default ->
                    note("done " + held.stream().map(DurableFuture::isDone).toList());
            }
        }

        private DurableFuture<String> future(Random own) {
            return switch (own.nextInt(8)) {
                case 0 -> ctx.timer(Duration.ofMillis(3)).map(fired -> "tick");
                case 1 -> ctx.child(OTHER, "x", ChildOptions.withId(name("child")));
                case 2 -> ctx.event("e" + own.nextInt(2), String.class);
                case 3 -> ctx.queue("q" + own.nextInt(2), String.class).next();
                case 4 -> ctx.activity(WORK, name("retried"), RETRYING);
                case 5 -> ctx.activity(WORK, name("timed"), RETRYING.withTimeout(Duration.ofMillis(9)));
                default -> ctx.activity(WORK, name("plain"));
            };
        }

        private List<DurableFuture<String>> several(Random own) {
            List<DurableFuture<String>> several = new ArrayList<>();
            for (int i = 0; i <= own.nextInt(3) + 1; i++) {
                several.add(future(own));
            }
            if (!held.isEmpty() && own.nextBoolean()) {
                several.add(held.get(own.nextInt(held.size())));
            }
            return several;
        }

        private void withHeld(Random own, java.util.function.Consumer<DurableFuture<String>> use) {
            if (!held.isEmpty()) {
                use.accept(held.get(own.nextInt(held.size())));
            }
        }

        private void values(Random own) {
            String key = "k" + own.nextInt(3);
            int before = ctx.values().get(key, Integer.class).orElse(0);
            ctx.values().set(key, before + 1);
            if (own.nextInt(4) == 0) {
                ctx.values().clearAll();
            }
            ctx.setStatus(key + before);
            note(key + "=" + before + ctx.status());
        }

        /** As bad code does: gets in the way of everything. */
        private void swallowing(Supplier<String> call) {
            String got = "nothing";
            try {
                got = call.get();
            } catch (OrchestrationException | CancellationException e) {
                got = "trouble";
            } catch (Error unwinding) {
                ctx.activity(WORK, "must not be");
            } finally {
                ctx.setStatus("leaving with " + got);
            }
            note(got);
        }

        private String name(String kind) {
            names++;
            return kind + names;
        }

        private void note(String what) {
            notes.append(what).append(';');
        }
    }
}
