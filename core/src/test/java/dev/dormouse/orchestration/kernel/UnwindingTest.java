package dev.dormouse.orchestration.kernel;

import static dev.dormouse.orchestration.kernel.Play.OTHER;
import static dev.dormouse.orchestration.kernel.Play.WORK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dormouse.orchestration.DurableFuture;
import dev.dormouse.orchestration.OrchestrationContext;
import dev.dormouse.orchestration.kernel.TurnResult.End;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Code that gets in the way of its own unwinding. */
class UnwindingTest {

    @Test
    void whatFinallyBlocksDecideIsRefused() {
        Play play = Play.of((ctx, in) -> {
            try {
                return ctx.activity(WORK, "a").await();
            } finally {
                ctx.activity(WORK, "clean up").await();
            }
        });
        assertThat(play.start().activities())
                .extracting(Event.ActivityScheduled::input)
                .containsExactly(Payload.of("a"));
        TurnResult cleaning = play.turn(play.done(1, "x"));
        assertThat(cleaning.activities())
                .extracting(Event.ActivityScheduled::input)
                .containsExactly(Payload.of("clean up"));
        assertThat(Play.output(play.turn(play.done(2, "")))).isEqualTo("x");
    }

    @Test
    void aReturnAfterSwallowingItIsIgnored() {
        Play play = Play.of((ctx, in) -> {
            try {
                return ctx.activity(WORK, "a").await();
            } catch (Throwable swallowed) {
                return "wrong";
            }
        });
        assertThat(play.start().end()).isEqualTo(new End.Waits());
        assertThat(Play.output(play.turn(play.done(1, "right")))).isEqualTo("right");
    }

    @Test
    void anExceptionInsteadOfItIsIgnored() {
        Play play = Play.of((ctx, in) -> {
            try (AutoCloseable resource = () -> {
                throw new IllegalStateException("close");
            }) {
                return ctx.activity(WORK, "a").await() + resource.hashCode();
            } finally {
                in = in.trim();
            }
        });
        assertThat(play.start().end()).isEqualTo(new End.Waits());
        Play wrapping = Play.of((ctx, in) -> {
            try {
                return ctx.activity(WORK, "a").await();
            } catch (Throwable t) {
                throw new IllegalStateException("wrapped", t);
            }
        });
        assertThat(wrapping.start().end()).isEqualTo(new End.Waits());
    }

    @Test
    void everyCallRethrowsIt() {
        List<Consumer<OrchestrationContext>> calls = List.of(
                ctx -> ctx.activity(WORK, "b"),
                ctx -> ctx.timer(Duration.ofSeconds(1)),
                ctx -> ctx.child(OTHER, "c"),
                ctx -> ctx.startDetached(OTHER, "x", "y"),
                ctx -> ctx.event("e", String.class),
                ctx -> ctx.queue("q", String.class),
                ctx -> ctx.all(List.of()),
                ctx -> ctx.continueAsNew("x"),
                ctx -> ctx.setStatus("x"),
                OrchestrationContext::clearStatus,
                OrchestrationContext::values,
                ctx -> ctx.valueOf("x", "y", String.class),
                OrchestrationContext::now,
                OrchestrationContext::random,
                OrchestrationContext::uuid);
        for (Consumer<OrchestrationContext> call : calls) {
            List<Throwable> thrown = new ArrayList<>();
            Play play = Play.of((ctx, in) -> {
                DurableFuture<String> future = ctx.activity(WORK, "a");
                List<Consumer<OrchestrationContext>> all =
                        List.of(any -> future.await(), call, any -> future.cancel(), any -> future.map(x -> x));
                for (Consumer<OrchestrationContext> each : all) {
                    try {
                        each.accept(ctx);
                    } catch (Throwable t) {
                        thrown.add(t);
                    }
                }
                return "ignored";
            });
            TurnResult result = play.start();
            assertThat(thrown).hasSize(4).allMatch(t -> t == thrown.get(0) && t instanceof Error);
            assertThat(result.events()).hasSize(2);
            assertThat(result.end()).isEqualTo(new End.Waits());
        }
    }

    @Test
    void loggingWhileUnwindingIsSilent() {
        Play play = Play.of((ctx, in) -> {
            try {
                return ctx.activity(WORK, "a").await();
            } finally {
                ctx.logger().info("leaving");
            }
        });
        play.start();
        assertThat(play.log).isEmpty();
        play.turn(play.done(1, "x"));
        assertThat(play.log).containsExactly("INFO leaving []");
    }

    // Being stopped from outside.

    @Test
    void anInterruptedTurnIsNotAFailedOrchestration() {
        Play play = Play.of((ctx, in) -> {
            throw new InterruptedException("stop");
        });
        assertThatThrownBy(play::start).isInstanceOf(TurnInterruptedError.class);
    }

    @Test
    void codeThatNeverEndsIsStoppedAtItsNextCall() {
        Play play = Play.of((ctx, in) -> {
            while (true) {
                try {
                    ctx.now();
                } catch (TurnInterruptedError e) {
                    return "swallowed";
                }
            }
        });
        int[] calls = new int[1];
        play.check = () -> {
            if (++calls[0] > 100) {
                throw new TurnInterruptedError("too long", null);
            }
        };
        assertThatThrownBy(play::start).isInstanceOf(TurnInterruptedError.class).hasMessage("too long");
    }

    @Test
    void aResultThatComesAfterTheInterruptionIsNotTaken() {
        boolean[] interrupted = new boolean[1];
        Play play = Play.of((ctx, in) -> {
            interrupted[0] = true;
            return "late";
        });
        play.check = () -> {
            if (interrupted[0]) {
                throw new TurnInterruptedError("too long", null);
            }
        };
        assertThatThrownBy(play::start).isInstanceOf(TurnInterruptedError.class);
    }
}
