package dev.dormouse.orchestration.runtime;

import dev.dormouse.orchestration.ErrorDetails.Application;
import dev.dormouse.orchestration.kernel.Event;
import dev.dormouse.orchestration.kernel.Letter;
import dev.dormouse.orchestration.kernel.Message;
import dev.dormouse.orchestration.kernel.Texts;
import dev.dormouse.provider.NewMessage;

/** What a turn sends, in the provider's words. */
final class Letters {

    private Letters() {}

    static NewMessage message(Letter letter, long executionId) {
        Message message = letter.message();
        String body = Texts.write(message);
        if (message instanceof Message.Beginning beginning) {
            return NewMessage.start(letter.instance(), start(letter.instance(), beginning), body)
                    .after(letter.delay());
        }
        NewMessage plain = NewMessage.of(letter.instance(), body).after(letter.delay());
        return message instanceof Message.TimerFired timer ? plain.asTimer(executionId, timer.schedule()) : plain;
    }

    /** A parent must not wait for ever for a child whose id was taken. */
    private static NewMessage.Start start(String instance, Message.Beginning beginning) {
        Event.Parent parent = beginning.begin().parent();
        NewMessage.Start start = new NewMessage.Start(
                beginning.begin().name(),
                beginning.version(),
                parent == null ? null : parent.instance(),
                beginning instanceof Message.Continue);
        return parent == null || start.next() ? start : start.withRefusal(refusal(instance, parent));
    }

    private static String refusal(String instance, Event.Parent parent) {
        Application error = new Application(
                Application.Kind.ORCHESTRATION_FAILED,
                "there is an instance " + instance + " already: give the child another id",
                null,
                false);
        return Texts.write(new Message.ChildFailed(parent.executionId(), parent.schedule(), error));
    }
}
