package dev.dormouse.orchestration.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dormouse.orchestration.ErrorDetails;
import dev.dormouse.orchestration.kernel.Event.Begin;
import dev.dormouse.orchestration.kernel.Event.Carried;
import dev.dormouse.orchestration.kernel.Event.Parent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TextsTest {

    private static final Instant AT = Instant.ofEpochMilli(1_700_000_000_123L);
    private static final Payload BYTES = Payload.of(new byte[] {0, (byte) 0xff, 1});
    private static final Begin BEGIN = new Begin(
            "n",
            Payload.of("i\"n\\\n"),
            new Parent("p", 2, 3),
            List.of(new Carried("q", BYTES)),
            "s\0\ud800é\ud83d\ude00");
    private static final List<ErrorDetails> ERRORS = List.of(
            new ErrorDetails.Infrastructure("op", "m", true),
            new ErrorDetails.Configuration(ErrorDetails.Configuration.Kind.CORRUPTED, "r", "m"),
            new ErrorDetails.Application(ErrorDetails.Application.Kind.TIMED_OUT, "m", "d", false),
            new ErrorDetails.Application(ErrorDetails.Application.Kind.THREW, "m", null, true),
            new ErrorDetails.Poison(11, 10, "r", "m"));

    private static List<Event> events() {
        Stream<Event> failures = ERRORS.stream()
                .flatMap(error -> Stream.of(
                        new Event.Failed(9, AT, error),
                        new Event.ActivityFailed(9, AT, 3, error),
                        new Event.ChildFailed(9, AT, 3, error)));
        return Stream.concat(
                        failures,
                        Stream.of(
                                new Event.Started(9, AT, BEGIN, "1.2.3", Long.MIN_VALUE),
                                new Event.Started(9, AT, Begin.of("n", Payload.EMPTY), "1.2.3", 5),
                                new Event.Completed(9, AT, BYTES),
                                new Event.ContinuedAsNew(9, AT, Payload.EMPTY, null),
                                new Event.ContinuedAsNew(9, AT, Payload.EMPTY, "1.0.0"),
                                new Event.CancelRequested(9, AT, "r"),
                                new Event.ActivityScheduled(9, AT, "a", BYTES, "s", "t"),
                                new Event.ActivityScheduled(9, AT, "a", BYTES, null, null),
                                new Event.ActivityCompleted(9, AT, 3, Payload.of("\u2028 \u007f \t")),
                                new Event.TimerCreated(9, AT, Duration.ofDays(400)),
                                new Event.TimerFired(9, AT, 3),
                                new Event.ChildScheduled(9, AT, "n", "1.0.0", "i", BYTES),
                                new Event.ChildCompleted(9, AT, 3, Payload.EMPTY),
                                new Event.DetachedStarted(9, AT, "n", null, "i", BYTES),
                                new Event.EventAwaited(9, AT, "n"),
                                new Event.EventRaised(9, AT, "n", BYTES),
                                new Event.QueueAwaited(9, AT, "n"),
                                new Event.QueueReceived(9, AT, "n", BYTES),
                                new Event.ScheduleCancelled(9, AT, 3, "r"),
                                new Event.StatusChanged(9, AT, "s"),
                                new Event.StatusChanged(9, AT, null),
                                new Event.ValueSet(9, AT, "k", "v"),
                                new Event.ValueCleared(9, AT, "k"),
                                new Event.ValuesCleared(9, AT)))
                .toList();
    }

    @Test
    void everyEventComesBackAsItWas() {
        for (Event event : events()) {
            assertThat(Texts.readEvent(9, Texts.write(event))).isEqualTo(event);
        }
    }

    @Test
    void everyKindOfEventIsAmongThem() {
        List<Class<?>> kinds = Stream.of(Event.class.getDeclaredClasses())
                .filter(kind -> kind.isRecord() && Event.class.isAssignableFrom(kind))
                .toList();
        assertThat(events().stream().map(Object::getClass).distinct()).hasSize(kinds.size());
    }

    @Test
    void everyMessageComesBackAsItWas() {
        List<Message> messages = List.of(
                new Message.Start(BEGIN, "1.0.0"),
                Message.Start.of("n", Payload.of("x")),
                new Message.Continue(BEGIN, null),
                new Message.ActivityCompleted(1, 2, BYTES),
                new Message.ActivityFailed(1, 2, ERRORS.get(2)),
                new Message.TimerFired(1, 2),
                new Message.ChildCompleted(1, 2, BYTES),
                new Message.ChildFailed(1, 2, ERRORS.get(0)),
                new Message.Raise("n", BYTES),
                new Message.Enqueue("n", BYTES),
                new Message.Cancel("r"),
                new Message.CancelOverdue(3));
        for (Message message : messages) {
            assertThat(Texts.readMessage(1, Texts.write(message))).isEqualTo(message);
        }
    }

    @Test
    void errorsComeBackAsTheyWere() {
        assertThat(ERRORS)
                .allSatisfy(
                        error -> assertThat(Texts.readError(Texts.write(error))).isEqualTo(error));
    }

    @Test
    void theTextHoldsNothingThatADatabaseRefuses() {
        String text = Texts.write(new Event.Started(1, AT, BEGIN, "1.0.0", 1));
        assertThat(text).doesNotContain("\0").contains("\\u0000", "\\ud800", "é", "base64");
        assertThat(text.chars().noneMatch(c -> Character.isSurrogate((char) c))).isTrue();
    }

    @Test
    void whatOtherProgramsWriteIsRead() {
        assertThat(Texts.readMessage(
                        1, "{\"name\": \"order\", \"type\": \"start\", \"version\": null, \"extra\": [1, true]}"))
                .isEqualTo(Message.Start.of("order", Payload.EMPTY));
        assertThat(Texts.readMessage(1, " {\"type\":\"raise\",\"name\":\"e\",\"data\":\"\\/\\u00e9\"} "))
                .isEqualTo(new Message.Raise("e", Payload.of("/é")));
        assertThat(Texts.readMessage(1, "{\"type\":\"enqueue\",\"queue\":\"q\"}"))
                .isEqualTo(new Message.Enqueue("q", Payload.EMPTY));
    }

    @Test
    void whatIsNotSuchATextIsRefused() {
        assertRefused("", "a value is expected");
        assertRefused("[]", "should be an object");
        assertRefused("null", "should be an object");
        assertRefused("{\"type\":\"unknown\",\"at\":1}", "there is no type unknown");
        assertRefused("{\"at\":1}", "field type is missing");
        assertRefused("{\"type\":\"timerFired\",\"at\":1}", "field schedule is missing");
        assertRefused("{\"type\":\"timerFired\",\"at\":1,\"schedule\":\"x\"}", "field schedule should be a Long");
        assertRefused("{\"type\":\"timerFired\",\"at\":1.5,\"schedule\":1}", "a value is expected");
        assertRefused("{\"type\":\"valuesCleared\",\"at\":1} x", "more after the end");
        assertRefused("{\"type\":\"valuesCleared\",\"at\":1,\"at\":2}", "twice");
        assertRefused("{\"type\":\"valuesCleared\",\"at\":1", "is expected");
        assertRefused("{\"type\":\"valuesCleared", "does not end");
        assertRefused("{\"type\":\"\\x\"}", "no such escape");
        assertRefused("{\"type\":\"\\u12g4\"}", "no such escape");
        assertRefused("{\"type\":\"a\nb\"}", "control character");
        assertRefused("{\"type\":\"completed\",\"at\":1,\"output\":{\"base64\":\"?\"}}", "cannot be read");
        assertRefused("[".repeat(100_000), "nested too deeply");
        assertRefused("{\"type\":\"failed\",\"at\":1,\"error\":{\"category\":\"NONE\",\"message\":\"m\"}}", "NONE");
        assertRefused("{\"type\":\"valuesCleared\",\"at\":99999999999999999999}", "a value is expected");
    }

    @Test
    void theRefusalNamesTheEventAndShowsHowItBegins() {
        assertThatThrownBy(() -> Texts.readEvent(17, "{\"type\":\"?\"," + " ".repeat(500)))
                .hasMessageContaining("event 17 cannot be read")
                .hasMessageContaining("{\"type\":\"?\"")
                .hasMessageMatching("(?s).{1,300}");
        assertThatThrownBy(() -> Texts.readMessage(5, "{}")).hasMessageContaining("message 5");
    }

    private static void assertRefused(String text, String why) {
        assertThatThrownBy(() -> Texts.readEvent(9, text))
                .isInstanceOf(CorruptTextException.class)
                .hasMessageContaining("event 9")
                .hasMessageContaining(why);
    }
}
