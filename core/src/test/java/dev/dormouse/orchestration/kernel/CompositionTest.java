package dev.dormouse.orchestration.kernel;

import static dev.dormouse.orchestration.kernel.Play.OTHER;
import static dev.dormouse.orchestration.kernel.Play.WORK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.orchestration.ActivityFailedException;
import dev.dormouse.orchestration.DurableFuture;
import dev.dormouse.orchestration.Winner;
import dev.dormouse.orchestration.kernel.TurnResult.End;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CompositionTest {

    @Test
    void theFirstOfARaceWinsAndTheOthersAreCancelled() {
        Play play = Play.of((ctx, in) -> {
            Winner<String> winner = ctx.<String>race(ctx.activity(WORK, "a"), ctx.child(OTHER, "b"))
                    .await();
            return winner.index() + winner.value();
        });
        play.start();
        TurnResult result = play.turn(play.childDone(2, "x"));
        assertThat(Play.output(result)).isEqualTo("1x");
        assertThat(result.cancelled().activities()).containsExactly(2L);
        assertThat(play.last(Event.ScheduleCancelled.class).reason()).isEqualTo("lost the race");
    }

    @Test
    void theOrderOfArrivalDecidesARaceNotTheOrderOfTheList() {
        Play play = Play.of((ctx, in) -> ""
                + ctx.<String>race(ctx.activity(WORK, "a"), ctx.activity(WORK, "b"))
                        .await()
                        .index());
        play.start();
        assertThat(Play.output(play.turn(play.done(2, "x"), play.done(1, "y")))).isEqualTo("1");
    }

    @Test
    void theEarlierInTheListWinsATie() {
        Play play = Play.of((ctx, in) -> {
            DurableFuture<String> a = ctx.activity(WORK, "a");
            DurableFuture<String> b = ctx.activity(WORK, "b");
            ctx.all(List.of(a, b)).await();
            return "" + ctx.<String>race(b, a).await().index();
        });
        play.start();
        assertThat(Play.output(play.turn(play.done(1, "x"), play.done(2, "y")))).isEqualTo("0");
    }

    @Test
    void anyLeavesTheOthersAlone() {
        Play play = Play.of((ctx, in) -> {
            List<DurableFuture<String>> both = List.of(ctx.activity(WORK, "a"), ctx.activity(WORK, "b"));
            int first = ctx.any(both).await().index();
            return first + both.get(1 - first).await();
        });
        play.start();
        TurnResult first = play.turn(play.done(2, "x"));
        assertThat(first.end()).isEqualTo(new End.Waits());
        assertThat(first.cancelled()).isEqualTo(TurnResult.Cancelled.NONE);
        assertThat(Play.output(play.turn(play.done(1, "y")))).isEqualTo("1y");
    }

    @Test
    void aFailureCanWinARace() {
        Play play = Play.of((ctx, in) -> {
            Winner<Object> winner = ctx.race(ctx.activity(WORK, "a"), ctx.timer(Duration.ofSeconds(1)))
                    .await();
            try {
                return "" + winner.value();
            } catch (ActivityFailedException e) {
                return winner.index() + " " + e.activity() + " " + e.error().message();
            }
        });
        play.start();
        assertThat(Play.output(play.turn(play.failed(1, "bad")))).isEqualTo("0 work bad");
    }

    @Test
    void allThrowsTheFirstFailureWithTheOthersSuppressed() {
        Play play = Play.of((ctx, in) -> {
            try {
                ctx.all(List.of(ctx.activity(WORK, "a"), ctx.activity(WORK, "b"), ctx.activity(WORK, "c")))
                        .await();
                return "none";
            } catch (ActivityFailedException e) {
                return e.error().message() + " and " + e.getSuppressed()[0].getMessage();
            }
        });
        play.start();
        play.turn(play.failed(3, "third"));
        play.turn(play.done(2, "fine"));
        assertThat(Play.output(play.turn(play.failed(1, "first")))).isEqualTo("first and activity work failed: third");
    }

    @Test
    void allOfNothingIsDone() {
        assertThat(Play.output(
                        Play.of((ctx, in) -> "" + ctx.all(List.of()).await()).start()))
                .isEqualTo("[]");
    }

    @Test
    void aRaceOfNothingIsRefused() {
        TurnResult result =
                Play.of((ctx, in) -> "" + ctx.race(List.of()).await()).start();
        assertThat(Play.error(result).message()).contains("at least one");
    }

    @Test
    void compositesNest() {
        Play play = Play.of((ctx, in) -> {
            DurableFuture<List<String>> both = ctx.all(List.of(ctx.activity(WORK, "a"), ctx.activity(WORK, "b")));
            Winner<Object> winner =
                    ctx.race(both, ctx.timer(Duration.ofSeconds(1))).await();
            return winner.index() + " " + winner.value();
        });
        play.start();
        play.turn(play.done(1, "A"));
        assertThat(Play.output(play.turn(play.done(2, "B")))).isEqualTo("0 [A, B]");
        Play late = Play.of((ctx, in) -> {
            DurableFuture<List<String>> both = ctx.all(List.of(ctx.activity(WORK, "a"), ctx.activity(WORK, "b")));
            return "" + ctx.race(both, ctx.timer(Duration.ofSeconds(1))).await().index();
        });
        late.start();
        late.turn(late.done(1, "A"));
        TurnResult lost = late.turn(late.fired(3));
        assertThat(Play.output(lost)).isEqualTo("1");
        assertThat(lost.cancelled().activities()).containsExactly(3L);
    }

    @Test
    void anAwaitWithATimeoutGetsTheResultOrNothing() {
        Play play = Play.of((ctx, in) -> {
            Optional<String> first = ctx.event("e", String.class).await(Duration.ofSeconds(1));
            Optional<String> second = ctx.event("e", String.class).await(Duration.ofSeconds(1));
            return first + " " + second;
        });
        play.start();
        TurnResult got = play.turn(Play.raised("e", "x"));
        assertThat(got.cancelled().timers()).containsExactly(3L);
        assertThat(Play.output(play.turn(play.fired(4)))).isEqualTo("Optional[x] Optional.empty");
    }

    @Test
    void voidResultsAreNull() {
        Play play = Play.of((ctx, in) -> {
            Object nothing = ctx.timer(Duration.ofSeconds(1)).await();
            List<Void> both = ctx.all(List.of(ctx.timer(Duration.ofSeconds(1)), ctx.timer(Duration.ofSeconds(1))))
                    .await();
            return nothing + " " + both;
        });
        play.start();
        play.turn(play.fired(1));
        assertThat(Play.output(play.turn(play.fired(2), play.fired(3)))).isEqualTo("null [null, null]");
    }

    @Test
    void futuresOfAnotherTurnAreRefused() {
        List<DurableFuture<String>> leaked = new ArrayList<>();
        Play play = Play.of((ctx, in) -> {
            leaked.add(ctx.activity(WORK, "a"));
            return ctx.all(List.of(leaked.get(0))).await().get(0);
        });
        play.start();
        assertThat(Play.error(play.turn(play.done(1, "x"))).message()).contains("futures that this context made");
    }

    @Test
    void tenThousandChildrenCostTenThousandSteps() {
        int count = 10_000;
        Play play = Play.of((ctx, in) -> {
            List<DurableFuture<String>> children = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                children.add(ctx.child(OTHER, "" + i));
            }
            return "" + ctx.all(children).await().size();
        });
        int[] checks = new int[1];
        play.check = () -> checks[0]++;
        assertThat(play.start().letters()).hasSize(count);
        assertThat(checks[0]).isLessThan(count + 10);
        Message[] half = answers(0, count / 2);
        assertThat(play.turn(half).end()).isEqualTo(new End.Waits());
        checks[0] = 0;
        TurnResult end = play.turn(answers(count / 2, count));
        assertThat(Play.output(end)).isEqualTo("" + count);
        assertThat(checks[0]).isLessThan(count + 10);
    }

    private static Message[] answers(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> new Message.ChildCompleted(1, i + 2L, Payload.of("r" + i)))
                .toArray(Message[]::new);
    }
}
