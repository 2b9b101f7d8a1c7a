package dev.dormouse.orchestration.kernel;

import static dev.dormouse.orchestration.kernel.Play.OTHER;
import static dev.dormouse.orchestration.kernel.Play.WORK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.orchestration.DurableFuture;
import dev.dormouse.orchestration.kernel.TurnResult.End;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReplayTest {

    @Test
    void aResultIsHandedToTheCode() {
        Play play = Play.of((ctx, in) -> ctx.activity(WORK, in).await());
        play.start();
        assertThat(Play.output(play.turn(play.done(1, "result")))).isEqualTo("result");
    }

    @Test
    void whatWasDecidedBeforeIsNotDecidedAgain() {
        Play play = Play.of((ctx, in) -> {
            ctx.activity(WORK, "a").await();
            return ctx.activity(WORK, "b").await();
        });
        play.start();
        TurnResult second = play.turn(play.done(1, "x"));
        assertThat(second.activities())
                .extracting(Event.ActivityScheduled::input)
                .containsExactly(Payload.of("b"));
        assertThat(second.activities()).extracting(Event.ActivityScheduled::id).containsExactly(4L);
    }

    @Test
    void aTurnThatBringsNothingChangesNothing() {
        Play play = Play.of((ctx, in) -> ctx.activity(WORK, in).await());
        play.start();
        assertThat(play.turn()).isEqualTo(TurnResult.nothing(new End.Waits()));
    }

    @Test
    void aTurnThatCrashedIsRepeatedToTheLetter() {
        Play play = Play.of((ctx, in) ->
                ctx.activity(WORK, ctx.uuid() + " " + ctx.random().nextInt()).await());
        assertThat(play.dryTurn(Message.Start.of("self", Payload.of("in")))).isEqualTo(play.start());
    }

    @Test
    void someOfSeveralResultsAreNotEnoughForAll() {
        Play play = Play.of((ctx, in) -> String.join(
                ",",
                ctx.all(List.of(ctx.activity(WORK, "a"), ctx.activity(WORK, "b")))
                        .await()));
        play.start();
        assertThat(play.turn(play.done(2, "B")).end()).isEqualTo(new End.Waits());
        assertThat(Play.output(play.turn(play.done(1, "A")))).isEqualTo("A,B");
    }

    @Test
    void resultsMayComeInAnotherOrderThanTheyAreAwaited() {
        Play play = Play.of((ctx, in) -> {
            DurableFuture<String> a = ctx.activity(WORK, "a");
            DurableFuture<String> b = ctx.activity(WORK, "b");
            return a.await() + b.await();
        });
        play.start();
        play.turn(play.done(2, "B"));
        assertThat(Play.output(play.turn(play.done(1, "A")))).isEqualTo("AB");
    }

    @Test
    void allKindsOfAnswersArrive() {
        Play play = Play.of((ctx, in) -> {
            String text = ctx.activity(WORK, "a").await();
            ctx.timer(Duration.ofSeconds(1)).await();
            text += ctx.child(OTHER, "c").await();
            text += ctx.event("e", String.class).await();
            return text + ctx.queue("q", String.class).next().await();
        });
        play.start();
        play.turn(play.done(1, "1"));
        play.turn(play.fired(2));
        play.turn(play.childDone(3, "3"));
        play.turn(Play.raised("e", "4"));
        assertThat(Play.output(play.turn(Play.queued("q", "5")))).isEqualTo("1345");
    }

    @Test
    void manyAnswersInOneTurnAreTakenInTheirOrder() {
        Play play = Play.of((ctx, in) -> {
            List<String> got = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                got.add(ctx.event("e", String.class).await());
            }
            return got.toString();
        });
        assertThat(Play.output(play.start(Play.raised("e", "1"), Play.raised("e", "2"), Play.raised("e", "3"))))
                .isEqualTo("[1, 2, 3]");
    }

    @Test
    void replayingEndsWhereTheHistoryDid() {
        List<Boolean> replaying = new ArrayList<>();
        Play play = Play.of((ctx, in) -> {
            replaying.add(ctx.isReplaying());
            ctx.activity(WORK, "a").await();
            replaying.add(ctx.isReplaying());
            return ctx.activity(WORK, "b").await();
        });
        play.start();
        assertThat(replaying).containsExactly(false);
        play.turn(play.done(1, "x"));
        assertThat(replaying).containsExactly(false, true, false);
    }

    @Test
    void aLineIsLoggedOnce() {
        Play play = Play.of((ctx, in) -> {
            ctx.logger().info("begin {}", in);
            ctx.activity(WORK, "a").await();
            ctx.logger().warn("middle");
            return ctx.activity(WORK, "b").await();
        });
        play.start();
        play.turn(play.done(1, "x"));
        play.turn(play.done(2, "x"));
        assertThat(play.log).containsExactly("INFO begin {} [in]", "WARN middle []");
    }

    @Test
    void timeStandsStillBetweenAwaitsAndIsTheSameAtEveryReplay() {
        Play play = Play.of((ctx, in) -> {
            String text = ctx.now().toString();
            ctx.activity(WORK, "a").await();
            text += " " + ctx.now();
            ctx.activity(WORK, "b").await();
            return text + " " + ctx.now();
        });
        play.start();
        play.turn(play.done(1, "x"));
        assertThat(Play.output(play.turn(play.done(2, "y"))))
                .isEqualTo(Play.BEGINNING + " " + Play.BEGINNING.plusSeconds(1) + " " + Play.BEGINNING.plusSeconds(2));
    }

    @Test
    void chanceDiffersBetweenExecutionsAndNotBetweenReplays() {
        Play play = Play.of((ctx, in) -> {
            String text = ctx.uuid() + " " + ctx.random().nextLong();
            ctx.activity(WORK, text).await();
            return text;
        });
        String scheduled = play.start().activities().get(0).input().text().orElseThrow();
        play.seed = 43;
        assertThat(Play.output(play.turn(play.done(1, "x")))).isEqualTo(scheduled);
        assertThat(play.with(p -> p.stored.clear()).start().activities().get(0).input())
                .isNotEqualTo(Payload.of(scheduled));
    }

    @Test
    void theSizeOfTheHistoryIsTheSameAtEveryReplay() {
        List<Long> sizes = new ArrayList<>();
        Play play = Play.of((ctx, in) -> {
            sizes.add(ctx.historyBytes());
            ctx.activity(WORK, "a").await();
            sizes.add(ctx.historyBytes());
            return ctx.activity(WORK, "b").await() + (ctx.historyPressure() > 0);
        });
        play.start();
        play.turn(play.done(1, "x".repeat(1000)));
        assertThat(Play.output(play.turn(play.done(2, "x")))).isEqualTo("xtrue");
        assertThat(sizes).hasSize(5);
        assertThat(sizes.get(1)).isEqualTo(sizes.get(0));
        assertThat(sizes.get(2)).isGreaterThan(sizes.get(0) + 1000).isEqualTo(sizes.get(4));
    }

    @Test
    void aLongSequenceGoesOnStepByStep() {
        Play play = Play.of((ctx, in) -> {
            int sum = 0;
            for (int i = 0; i < 20; i++) {
                sum += Integer.parseInt(ctx.activity(WORK, "n" + i).await());
            }
            return "" + sum;
        });
        play.start();
        IntStream.rangeClosed(1, 19).forEach(i -> play.turn(play.done(i, "" + i)));
        assertThat(Play.output(play.turn(play.done(20, "20")))).isEqualTo("210");
    }

    @Test
    void idsFollowEachOtherWithoutGaps() {
        Play play = Play.of((ctx, in) ->
                ctx.activity(WORK, "a").await() + ctx.activity(WORK, "b").await());
        play.start();
        play.turn(play.done(1, "x"), Play.raised("e", ""), Play.queued("q", ""));
        play.turn(play.done(2, "x"));
        assertThat(play.history().stream().map(Event::id))
                .containsExactlyElementsOf(IntStream.rangeClosed(1, play.stored.size())
                        .mapToObj(i -> (long) i)
                        .toList());
    }

    @Test
    void theFutureCanBeAwaitedTwice() {
        Play play = Play.of((ctx, in) -> {
            DurableFuture<String> a = ctx.activity(WORK, "a");
            return a.await() + a.await() + a.isDone();
        });
        play.start();
        assertThat(Play.output(play.turn(play.done(1, "x")))).isEqualTo("xxtrue");
    }

    @Test
    void aMappedFutureIsChangedOnce() {
        List<String> calls = new ArrayList<>();
        Play play = Play.of((ctx, in) -> {
            DurableFuture<Integer> length = ctx.activity(WORK, "a").map(text -> {
                calls.add(text);
                return text.length();
            });
            return "" + (length.await() + length.await());
        });
        play.start();
        assertThat(Play.output(play.turn(play.done(1, "xyz")))).isEqualTo("6");
        assertThat(calls).containsExactly("xyz");
    }
}
