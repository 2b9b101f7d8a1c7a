package dev.dormouse.orchestration.kernel;

import static dev.dormouse.orchestration.kernel.Play.OTHER;
import static dev.dormouse.orchestration.kernel.Play.WORK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.orchestration.DurableFuture;
import dev.dormouse.orchestration.EventQueue;
import dev.dormouse.orchestration.OrchestrationLimits;
import dev.dormouse.orchestration.kernel.Event.Carried;
import dev.dormouse.orchestration.kernel.TurnResult.End;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ContinueAsNewTest {

    @Test
    void theNextExecutionBeginsWithTheNewInput() {
        Play play = Play.of((ctx, in) -> in.equals("in") ? ctx.continueAsNew("next") : in + ctx.executionId());
        TurnResult first = play.start();
        assertThat(first.end()).isEqualTo(new End.ContinuedAsNew());
        Message.Continue next = next(first);
        assertThat(next.begin().input()).isEqualTo(Payload.of("next"));
        assertThat(Play.output(nextExecution(play, next))).isEqualTo("next2");
    }

    @Test
    void aVersionCanBeAskedFor() {
        TurnResult result =
                Play.of((ctx, in) -> ctx.continueAsNew("next", "2.0.0")).start();
        assertThat(next(result).version()).isEqualTo("2.0.0");
    }

    @Test
    void theParentStaysAndIsNotToldYet() {
        Play play = Play.of((ctx, in) -> in.equals("in") ? ctx.continueAsNew("next") : "end");
        TurnResult first = play.startAsChild();
        assertThat(first.letters()).hasSize(1);
        assertThat(nextExecution(play, next(first)).letters())
                .containsExactly(Letter.of("mother", new Message.ChildCompleted(3, 7, Payload.of("end"))));
    }

    @Test
    void messagesThatNobodyTookGoAlongInTheirOrder() {
        Play play = Play.of((ctx, in) -> {
            EventQueue<String> queue = ctx.queue("q", String.class);
            if (in.equals("in")) {
                queue.next().await();
                return ctx.continueAsNew("next");
            }
            return queue.next().await()
                    + ctx.queue("p", String.class).next().await()
                    + queue.next().await();
        });
        TurnResult first = play.start(
                Play.queued("q", "1"),
                Play.queued("q", "2"),
                Play.queued("p", "3"),
                Play.raised("e", "not carried"),
                Play.queued("q", "4"));
        assertThat(next(first).begin().carried())
                .containsExactly(
                        new Carried("q", Payload.of("2")),
                        new Carried("p", Payload.of("3")),
                        new Carried("q", Payload.of("4")));
        assertThat(Play.output(nextExecution(play, next(first)))).isEqualTo("234");
    }

    @Test
    void whatIsCarriedTwiceIsStillThere() {
        Play play = Play.of((ctx, in) -> in.length() < 4
                ? ctx.continueAsNew(in + "x")
                : ctx.queue("q", String.class).next().await());
        Message.Continue second = next(play.start(Play.queued("q", "m")));
        Message.Continue third = next(nextExecution(play, second));
        assertThat(third.begin().carried()).containsExactly(new Carried("q", Payload.of("m")));
        assertThat(Play.output(nextExecution(play, third))).isEqualTo("m");
    }

    @Test
    void whatCameMeanwhileBelongsToTheNextExecution() {
        Play play = Play.of((ctx, in) -> {
            if (in.equals("in")) {
                ctx.activity(WORK, "a");
                ctx.event("go", String.class).await();
                return ctx.continueAsNew("next");
            }
            return ctx.event("e", String.class).await()
                    + ctx.queue("q", String.class).next().await();
        });
        play.start();
        Message late = play.done(1, "late");
        Message.Continue next = next(play.turn(Play.raised("go", "")));
        assertThat(Play.output(nextExecution(play, next, late, Play.queued("q", "1"), Play.raised("e", "2"))))
                .isEqualTo("21");
    }

    @Test
    void aMessageThatWasHandedToSomebodyWhoNeverLookedGoesAlong() {
        Play play = Play.of((ctx, in) -> {
            EventQueue<String> queue = ctx.queue("q", String.class);
            if (in.equals("in")) {
                DurableFuture<String> never = queue.next();
                DurableFuture<String> second = queue.next();
                DurableFuture<String> mapped = queue.next().map(text -> text + "!");
                ctx.event("go", String.class).await();
                return ctx.continueAsNew(second.await() + never.isDone() + mapped.isDone());
            }
            return in + queue.next().await() + queue.next().await();
        });
        TurnResult first =
                play.start(Play.queued("q", "1"), Play.queued("q", "2"), Play.queued("q", "3"), Play.raised("go", ""));
        assertThat(next(first).begin().carried())
                .containsExactly(new Carried("q", Payload.of("1")), new Carried("q", Payload.of("3")));
        assertThat(Play.output(nextExecution(play, next(first)))).isEqualTo("2truetrue13");
    }

    @Test
    void whatSettledSomethingThatWasAwaitedHasBeenTaken() {
        Play play = Play.of((ctx, in) -> {
            EventQueue<String> queue = ctx.queue("q", String.class);
            int winner = ctx.race(List.of(queue.next().map(text -> text), ctx.timer(Duration.ofDays(1))))
                    .await()
                    .index();
            ctx.all(List.of(queue.next(), queue.next())).await();
            boolean inTime = queue.next().await(Duration.ofDays(1)).isPresent();
            return ctx.continueAsNew(winner + " " + inTime);
        });
        TurnResult first = play.start(
                Play.queued("q", "1"),
                Play.queued("q", "2"),
                Play.queued("q", "3"),
                Play.queued("q", "4"),
                Play.queued("q", "5"));
        assertThat(next(first).begin().input()).isEqualTo(Payload.of("0 true"));
        assertThat(next(first).begin().carried()).containsExactly(new Carried("q", Payload.of("5")));
    }

    @Test
    void theStatusGoesAlong() {
        Play play = Play.of((ctx, in) -> {
            if (in.equals("in")) {
                ctx.setStatus("half way");
                return ctx.continueAsNew("next");
            }
            return ctx.status().orElse("none");
        });
        assertThat(Play.output(nextExecution(play, next(play.start())))).isEqualTo("half way");
    }

    @Test
    void whatIsUnderWayIsCancelled() {
        Play play = Play.of((ctx, in) -> {
            ctx.activity(WORK, "a");
            ctx.timer(Duration.ofDays(1));
            ctx.child(OTHER, "c");
            ctx.event("go", String.class).await();
            return ctx.continueAsNew("next");
        });
        play.start();
        TurnResult result = play.turn(Play.raised("go", ""));
        assertThat(result.cancelled()).isEqualTo(new TurnResult.Cancelled(List.of(2L), List.of(3L)));
        assertThat(result.letters()).extracting(Letter::instance).containsExactly("me::sub::1_4", "me");
    }

    @Test
    void moreMessagesThanCanBeCarriedFailTheOrchestration() {
        Play play = Play.of((ctx, in) -> ctx.continueAsNew("next"));
        play.limits = OrchestrationLimits.defaults().withCarriedMax(1);
        TurnResult result = play.start(Play.queued("q", "1"), Play.queued("q", "2"));
        assertThat(Play.error(result).message()).contains("2 queue messages", "at most 1");
    }

    @Test
    void nothingCanBeDoneAfterwards() {
        Play play = Play.of((ctx, in) -> {
            try {
                return ctx.continueAsNew("next");
            } catch (Throwable caught) {
                ctx.activity(WORK, "too late");
                return "ignored";
            }
        });
        TurnResult result = play.start();
        assertThat(result.end()).isEqualTo(new End.ContinuedAsNew());
        assertThat(result.activities()).isEmpty();
    }

    @Test
    void aPlanSaysWhatToDoWithWhatWasFetched() {
        Play play = Play.of((ctx, in) -> in.equals("in")
                ? ctx.continueAsNew("next")
                : ctx.activity(WORK, "a").await());
        Message start = Message.Start.of("self", Payload.of("in"));
        assertThat(TurnPlan.of(1, List.of(), List.of(Play.raised("e", "x")))).isEqualTo(new TurnPlan.Unstarted());
        assertThat(TurnPlan.of(1, List.of(), List.of(Play.raised("e", "x"), start)))
                .isEqualTo(new TurnPlan.Run(1, List.of(), "self", null, true));
        Message.Continue next = next(play.start());
        assertThat(TurnPlan.of(1, play.history(), List.of(next)))
                .isEqualTo(new TurnPlan.Run(2, List.of(), "self", null, true));
        assertThat(TurnPlan.of(1, play.history(), List.of(Play.cancel("x"))))
                .as("waits for the continuation")
                .isEqualTo(new TurnPlan.Unstarted());
        nextExecution(play, next);
        assertThat(TurnPlan.of(2, play.history(), List.of()))
                .isEqualTo(new TurnPlan.Run(2, play.history(), "self", "1.0.0", false));
        play.turn(Play.cancel("x"));
        assertThat(TurnPlan.of(2, play.history(), List.of(start))).isEqualTo(new TurnPlan.Ended());
        assertThat(TurnPlan.of(1, play.history().subList(1, 2), List.of())).isInstanceOf(TurnPlan.Corrupted.class);
    }

    private static Message.Continue next(TurnResult result) {
        Letter last = result.letters().get(result.letters().size() - 1);
        assertThat(last.instance()).isEqualTo("me");
        return (Message.Continue) last.message();
    }

    /** With what came before the continuation first, as queues have it. */
    private static TurnResult nextExecution(Play play, Message... messages) {
        play.executionId++;
        play.stored.clear();
        return play.turn(messages);
    }
}
