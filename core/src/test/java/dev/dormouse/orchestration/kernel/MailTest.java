package dev.dormouse.orchestration.kernel;

import static dev.dormouse.orchestration.kernel.Play.WORK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.orchestration.DurableFuture;
import dev.dormouse.orchestration.EventQueue;
import dev.dormouse.orchestration.kernel.TurnResult.End;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Events and queues. */
class MailTest {

    @Test
    void anEventThatNobodyWaitsForIsRecordedAndNotDelivered() {
        Play play = Play.of((ctx, in) -> {
            ctx.activity(WORK, "a").await();
            return ctx.event("e", String.class).await();
        });
        play.start(Play.raised("e", "early"));
        assertThat(play.turn(play.done(1, "x")).end()).isEqualTo(new End.Waits());
        assertThat(play.all(Event.EventRaised.class)).hasSize(1);
        assertThat(Play.output(play.turn(Play.raised("e", "late")))).isEqualTo("late");
    }

    @Test
    void theWaitThatWasBegunFirstGetsTheEvent() {
        Play play = Play.of((ctx, in) -> {
            DurableFuture<String> first = ctx.event("e", String.class);
            DurableFuture<String> second = ctx.event("e", String.class);
            return second.await() + first.await();
        });
        play.start();
        play.turn(Play.raised("e", "1"));
        assertThat(Play.output(play.turn(Play.raised("e", "2")))).isEqualTo("21");
    }

    @Test
    void aCancelledWaitIsPassedOver() {
        Play play = Play.of((ctx, in) -> {
            DurableFuture<String> first = ctx.event("e", String.class);
            DurableFuture<String> second = ctx.event("e", String.class);
            first.cancel();
            return second.await();
        });
        play.start();
        assertThat(Play.output(play.turn(Play.raised("e", "x")))).isEqualTo("x");
    }

    @Test
    void queueMessagesWaitForWhoeverTakesThem() {
        Play play = Play.of((ctx, in) -> {
            ctx.activity(WORK, "a").await();
            EventQueue<String> queue = ctx.queue("q", String.class);
            return queue.next().await() + queue.next().await() + queue.next().await();
        });
        play.start(Play.queued("q", "1"), Play.queued("other", "x"), Play.queued("q", "2"));
        play.turn(play.done(1, ""));
        assertThat(Play.output(play.turn(Play.queued("q", "3")))).isEqualTo("123");
    }

    @Test
    void aMessageForATakerWhoGaveUpGoesToTheNext() {
        Play play = Play.of((ctx, in) -> {
            EventQueue<String> queue = ctx.queue("q", String.class);
            String first = queue.next().await(Duration.ofSeconds(1)).orElse("none");
            return first + queue.next().await();
        });
        play.start();
        play.turn(play.fired(2));
        assertThat(Play.output(play.turn(Play.queued("q", "x")))).isEqualTo("nonex");
    }

    @Test
    void eventsAndQueuesOfTheSameNameAreApart() {
        Play play = Play.of((ctx, in) -> ctx.event("n", String.class).await()
                + ctx.queue("n", String.class).next().await());
        play.start(Play.queued("n", "q"));
        assertThat(Play.output(play.turn(Play.raised("n", "e")))).isEqualTo("eq");
    }

    @Test
    void dataIsReadAsTheTypeThatIsAskedFor() {
        Play play = Play.of((ctx, in) -> "" + (ctx.event("n", Integer.class).await() + 1));
        play.start();
        assertThat(Play.output(play.turn(Play.raised("n", "41")))).isEqualTo("42");
    }

    @Test
    void dataThatCannotBeReadIsTheCodesOwnTrouble() {
        Play play = Play.of((ctx, in) -> "" + ctx.event("n", Integer.class).await());
        play.start();
        assertThat(Play.error(play.turn(Play.raised("n", "many"))).message()).contains("not a number: many");
    }
}
