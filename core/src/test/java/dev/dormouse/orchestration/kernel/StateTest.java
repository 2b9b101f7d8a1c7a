package dev.dormouse.orchestration.kernel;

import static dev.dormouse.orchestration.kernel.Play.OTHER;
import static dev.dormouse.orchestration.kernel.Play.WORK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dormouse.orchestration.Activity;
import dev.dormouse.orchestration.ChildOptions;
import dev.dormouse.orchestration.ErrorDetails.Configuration;
import dev.dormouse.orchestration.OrchestrationHandler;
import dev.dormouse.orchestration.OrchestrationLimits;
import dev.dormouse.orchestration.kernel.TurnResult.End;
import dev.dormouse.provider.CustomStatusChange;
import dev.dormouse.provider.ValueChange;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Status, values, limits. */
class StateTest {

    @Test
    void theLastStatusOfATurnIsShown() {
        Play play = Play.of((ctx, in) -> {
            ctx.setStatus("one");
            ctx.setStatus("two");
            ctx.activity(WORK, "a").await();
            String before = ctx.status().orElseThrow();
            ctx.clearStatus();
            return before + ctx.status().isPresent();
        });
        assertThat(play.start().changes().status()).isEqualTo(new CustomStatusChange("two"));
        TurnResult second = play.turn(play.done(1, ""));
        assertThat(second.changes().status()).isEqualTo(new CustomStatusChange(null));
        assertThat(Play.output(second)).isEqualTo("twofalse");
    }

    @Test
    void valuesAreReadAsTheyWereWritten() {
        Play play = Play.of((ctx, in) -> {
            ctx.values().set("n", 41);
            ctx.values().set("t", "x");
            ctx.values().clear("old");
            int n = ctx.values().get("n", Integer.class).orElseThrow() + 1;
            return n + " " + ctx.values().keys() + " " + ctx.values().all()
                    + ctx.values().get("old", String.class);
        });
        play.values.put("old", "1");
        play.values.put("kept", "2");
        TurnResult result = play.start();
        assertThat(Play.output(result)).isEqualTo("42 [kept, n, t] {kept=2, n=41, t=x}Optional.empty");
        assertThat(result.changes().values())
                .containsExactly(ValueChange.set("n", "41"), ValueChange.set("t", "x"), ValueChange.clear("old"));
    }

    @Test
    void readingAndWritingAgainReplaysFromTheStateAtTheBeginning() {
        Play play = Play.of((ctx, in) -> {
            for (int i = 0; i < 3; i++) {
                ctx.values()
                        .set("count", ctx.values().get("count", Integer.class).orElse(0) + 1);
                ctx.activity(WORK, "a").await();
            }
            ctx.values().clearAll();
            return "" + ctx.values().keys().size();
        });
        play.values.put("count", "10");
        play.start();
        assertThat(play.turn(play.done(1, "")).changes().values()).containsExactly(ValueChange.set("count", "12"));
        assertThat(play.turn(play.done(2, "")).changes().values()).containsExactly(ValueChange.set("count", "13"));
        assertThat(play.turn(play.done(3, "")).changes().values()).containsExactly(ValueChange.clearAll());
    }

    @Test
    void aValueOfAnotherInstanceIsLookedUpByABuiltInActivity() {
        Play play = Play.of((ctx, in) ->
                "" + ctx.valueOf("they", "n", Integer.class).await().map(n -> n + 1)
                        + ctx.valueOf("they", "m", Integer.class).await());
        Event.ActivityScheduled lookup = play.start().activities().get(0);
        assertThat(lookup.name()).isEqualTo("dormouse:value");
        assertThat(ValueLookup.read(lookup.input())).isEqualTo(new ValueLookup("they", "n"));
        play.turn(play.done(1, ValueLookup.answer(Optional.of("41")).text().orElseThrow()));
        assertThat(Play.output(play.turn(
                        play.done(2, ValueLookup.answer(Optional.empty()).text().orElseThrow()))))
                .isEqualTo("Optional[42]Optional.empty");
    }

    @Test
    void reservedNamesAreRefused() {
        assertThatThrownBy(() -> Activity.of("dormouse:value", String.class, String.class))
                .hasMessageContaining("reserved");
        assertThatThrownBy(() -> Activity.of("", String.class, String.class)).hasMessageContaining("1 to 120");
        assertThatThrownBy(() -> Activity.of("a b", String.class, String.class)).hasMessageContaining("'a b'");
        assertThatThrownBy(() -> OTHER.withVersion("latest")).hasMessageContaining("1.2.3");
    }

    // Limits.

    private static final OrchestrationLimits SMALL = OrchestrationLimits.defaults()
            .withPayloadBytesMax(10)
            .withStatusBytesMax(10)
            .withValueBytesMax(10)
            .withValueKeysMax(2)
            .withNameBytesMax(40);

    private static final String LONG = "x".repeat(50);

    @Test
    void whatIsTooLargeFailsTheOrchestration() {
        assertExceeds(
                "the input of activity work has 50 bytes; at most 10",
                (ctx, in) -> ctx.activity(WORK, LONG).await());
        assertExceeds(
                "the input of other has 50", (ctx, in) -> ctx.child(OTHER, LONG).await());
        assertExceeds("the input of the next execution", (ctx, in) -> ctx.continueAsNew(LONG));
        assertExceeds("the output has 50", (ctx, in) -> LONG);
        assertExceeds("the status has 50", (ctx, in) -> {
            ctx.setStatus(LONG);
            return in;
        });
        assertExceeds("value k has 50", (ctx, in) -> {
            ctx.values().set("k", LONG);
            return in;
        });
        assertExceeds("3 values; at most 2", (ctx, in) -> {
            ctx.values().set("a", 1);
            ctx.values().set("b", 1);
            ctx.values().set("c", 1);
            return in;
        });
        assertExceeds(
                "the name of an event",
                (ctx, in) -> ctx.event(LONG, String.class).await());
        assertExceeds(
                "the instance of a child",
                (ctx, in) -> ctx.child(OTHER, "", ChildOptions.withId(LONG)).await());
    }

    @Test
    void aLimitIsToldToTheParent() {
        Play play = Play.of((ctx, in) -> ctx.activity(WORK, LONG).await());
        play.limits = SMALL;
        TurnResult result = play.startAsChild();
        assertThat(result.letters())
                .containsExactly(Letter.of("mother", new Message.ChildFailed(3, 7, Play.error(result))));
    }

    @Test
    void aLimitCannotBeCaught() {
        assertExceeds("the status", (ctx, in) -> {
            ctx.activity(WORK, "dropped");
            try {
                ctx.setStatus(LONG);
            } catch (Throwable t) {
                return "caught";
            }
            return in;
        });
    }

    @Test
    void aHistoryThatGrowsTooLargeFailsTheOrchestration() {
        Play play = Play.of((ctx, in) -> {
            while (true) {
                ctx.event("e", String.class).await();
            }
        });
        play.limits = OrchestrationLimits.defaults().withHistoryBytesMax(1000);
        play.startAsChild();
        TurnResult result = play.turn(Play.raised("e", "x".repeat(100)));
        assertThat(result.end()).isEqualTo(new End.Waits());
        TurnResult over = play.turn(Play.raised("e", "x".repeat(1000)));
        assertThat(Play.error(over).message()).contains("at most 1000", "continue as new");
        assertThat(over.letters()).extracting(Letter::instance).containsExactly("mother");
    }

    @Test
    void whatCannotBeStoredIsRefusedWhereItIsSaid() {
        Play play = Play.of((ctx, in) -> {
            ctx.setStatus("a\0b");
            return in;
        });
        assertThat(Play.error(play.start()).message()).contains("the status", "offset 1", "U+0000");
    }

    private static void assertExceeds(String message, OrchestrationHandler<String, String> code) {
        Play play = Play.of(code);
        play.limits = SMALL;
        TurnResult result = play.startAsChild();
        Configuration error = (Configuration) Play.error(result);
        assertThat(error.kind()).isEqualTo(Configuration.Kind.LIMIT_EXCEEDED);
        assertThat(error.message()).contains(message);
        assertThat(result.activities()).isEmpty();
        assertThat(result.letters())
                .as("the parent is told")
                .containsExactly(Letter.of("mother", new Message.ChildFailed(3, 7, error)));
    }
}
