package dev.dormouse.orchestration.kernel;

import static dev.dormouse.orchestration.kernel.Play.OTHER;
import static dev.dormouse.orchestration.kernel.Play.WORK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dormouse.orchestration.ActivityOptions;
import dev.dormouse.orchestration.ChildOptions;
import dev.dormouse.orchestration.kernel.TurnResult.End;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class FirstTurnTest {

    @Test
    void codeThatAwaitsNothingCompletes() {
        Play play = Play.of((ctx, in) -> in + "!");
        TurnResult result = play.start();
        assertThat(Play.output(result)).isEqualTo("in!");
        assertThat(play.history()).hasExactlyElementsOfTypes(Event.Started.class, Event.Completed.class);
        assertThat(play.history()).extracting(Event::id).containsExactly(1L, 2L);
    }

    @Test
    void anActivityIsScheduledAndAwaited() {
        Play play = Play.of((ctx, in) -> ctx.activity(
                        WORK, in, ActivityOptions.defaults().withSession("s").withTag("gpu"))
                .await());
        TurnResult result = play.start();
        assertThat(result.end()).isEqualTo(new End.Waits());
        assertThat(result.activities())
                .containsExactly(new Event.ActivityScheduled(2, Play.BEGINNING, "work", Payload.of("in"), "s", "gpu"));
    }

    @Test
    void everythingIsScheduledAtTheCallAndNotAtTheAwait() {
        Play play = Play.of((ctx, in) -> {
            ctx.activity(WORK, "a");
            ctx.timer(Duration.ofSeconds(5));
            ctx.child(OTHER, "c");
            ctx.event("e", String.class);
            ctx.queue("q", String.class).next();
            return ctx.activity(WORK, "b").await();
        });
        play.start();
        assertThat(play.history())
                .hasExactlyElementsOfTypes(
                        Event.Started.class,
                        Event.ActivityScheduled.class,
                        Event.TimerCreated.class,
                        Event.ChildScheduled.class,
                        Event.EventAwaited.class,
                        Event.QueueAwaited.class,
                        Event.ActivityScheduled.class);
    }

    @Test
    void aTimerIsALetterToItself() {
        TurnResult result = Play.of((ctx, in) -> {
                    ctx.timer(Duration.ofMinutes(1)).await();
                    return in;
                })
                .start();
        assertThat(result.letters())
                .containsExactly(new Letter("me", new Message.TimerFired(1, 2), Duration.ofMinutes(1)));
    }

    @Test
    void aChildIsStartedWithALinkToItsParent() {
        TurnResult result = Play.of(
                        (ctx, in) -> ctx.child(OTHER.withVersion("2.0.0"), "x").await())
                .start();
        Event.Begin begin = Event.Begin.of("other", Payload.of("x")).withParent(new Event.Parent("me", 1, 2));
        assertThat(result.letters()).containsExactly(Letter.of("me::sub::1_2", new Message.Start(begin, "2.0.0")));
    }

    @Test
    void childIdsTellExecutionsApart() {
        Play play = Play.of((ctx, in) -> ctx.child(OTHER, "x").await());
        play.executionId = 2;
        TurnResult result = play.turn(new Message.Continue(Event.Begin.of("self", Payload.EMPTY), null));
        assertThat(result.letters()).extracting(Letter::instance).containsExactly("me::sub::2_2");
    }

    @Test
    void anExplicitChildIdIsTakenVerbatim() {
        Play play = Play.of(
                (ctx, in) -> ctx.child(OTHER, "x", ChildOptions.withId("kid")).await());
        assertThat(play.start().letters()).extracting(Letter::instance).containsExactly("kid");
        assertThatThrownBy(() -> ChildOptions.withId("sub::1")).hasMessageContaining("sub::");
    }

    @Test
    void aDetachedStartHasNoParentAndIsRecorded() {
        Play play = Play.of((ctx, in) -> {
            ctx.startDetached(OTHER, "free", "x");
            return in;
        });
        TurnResult result = play.start();
        assertThat(result.letters())
                .containsExactly(Letter.of("free", new Message.Start(Event.Begin.of("other", Payload.of("x")), null)));
        assertThat(play.all(Event.DetachedStarted.class)).hasSize(1);
    }

    @Test
    void theResolvedVersionAndTheSeedArePinned() {
        Play play = Play.of((ctx, in) -> ctx.activity(WORK, in).await());
        play.start();
        assertThat(play.last(Event.Started.class))
                .isEqualTo(new Event.Started(1, Play.BEGINNING, Event.Begin.of("self", Payload.of("in")), "1.0.0", 42));
    }

    @Test
    void aTurnThatNothingStartsIsRefused() {
        assertThatThrownBy(() -> Play.of((ctx, in) -> in).turn()).hasMessageContaining("nothing starts me");
    }

    @Test
    void twoStartsInOneBatchCountOnce() {
        Play play = Play.of((ctx, in) -> in);
        TurnResult result = play.start(Message.Start.of("self", Payload.of("again")));
        assertThat(Play.output(result)).isEqualTo("in");
    }

    @Test
    void theContextKnowsItself() {
        Play play = Play.of((ctx, in) -> List.of(
                        ctx.instance(),
                        ctx.executionId(),
                        ctx.name(),
                        ctx.version(),
                        ctx.parent().orElse("none"))
                .toString());
        assertThat(Play.output(play.startAsChild())).isEqualTo("[me, 1, self, 1.0.0, mother]");
    }

    @Test
    void aFirstOrchestrationIsShort() {
        Play play = Play.of((ctx, in) -> {
            String paid = ctx.activity(WORK, in).await();
            return ctx.activity(WORK, paid).await();
        });
        play.start();
        play.turn(play.done(1, "paid"));
        assertThat(Play.output(play.turn(play.done(2, "shipped")))).isEqualTo("shipped");
    }
}
