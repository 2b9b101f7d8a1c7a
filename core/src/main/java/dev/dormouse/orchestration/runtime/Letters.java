package dev.dormouse.orchestration.runtime;

import dev.dormouse.orchestration.kernel.Event;
import dev.dormouse.orchestration.kernel.Letter;
import dev.dormouse.orchestration.kernel.Message;
import dev.dormouse.orchestration.kernel.Texts;
import dev.dormouse.provider.NewMessage;
import org.jspecify.annotations.Nullable;

/** What a turn sends, in the provider's words. */
final class Letters {

    private Letters() {}

    static NewMessage message(Letter letter, long executionId) {
        Message message = letter.message();
        String body = Texts.write(message);
        if (message instanceof Message.Beginning beginning) {
            return NewMessage.start(letter.instance(), start(beginning), body).after(letter.delay());
        }
        NewMessage plain = NewMessage.of(letter.instance(), body).after(letter.delay());
        return message instanceof Message.TimerFired timer ? plain.asTimer(executionId, timer.schedule()) : plain;
    }

    static NewMessage.Start start(Message.Beginning beginning) {
        return new NewMessage.Start(
                beginning.begin().name(),
                beginning.version(),
                parent(beginning.begin().parent()),
                beginning instanceof Message.Continue);
    }

    private static @Nullable String parent(Event.@Nullable Parent parent) {
        return parent == null ? null : parent.instance();
    }
}
