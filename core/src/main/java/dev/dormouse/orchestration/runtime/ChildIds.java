package dev.dormouse.orchestration.runtime;

import dev.dormouse.orchestration.ChildOptions;
import dev.dormouse.orchestration.ErrorDetails.Application;
import dev.dormouse.orchestration.kernel.Event;
import dev.dormouse.orchestration.kernel.Letter;
import dev.dormouse.orchestration.kernel.Message;
import dev.dormouse.provider.Provider;
import java.time.Duration;

/**
 * Sees to it that a parent does not wait forever for a child whose id was taken. Ids that are made cannot be; those that the
 * code chose are looked up before the turn is committed. Thread-safe.
 */
final class ChildIds {

    private final Provider provider;

    ChildIds(Provider provider) {
        this.provider = provider;
    }

    /** The same letter, or in place of a start that cannot be the news of its failure, to the parent itself. */
    Letter checked(Letter letter, String sender) {
        if (!(letter.message() instanceof Message.Start start)) {
            return letter;
        }
        Event.Parent parent = start.begin().parent();
        boolean chosen = parent != null && !letter.instance().startsWith(sender + ChildOptions.SEPARATOR);
        if (parent == null || !chosen || provider.findStatus(letter.instance()).isEmpty()) {
            return letter;
        }
        Application error = new Application(
                Application.Kind.ORCHESTRATION_FAILED,
                "there is an instance " + letter.instance() + " already: give the child another id",
                null,
                false);
        return new Letter(
                sender, new Message.ChildFailed(parent.executionId(), parent.schedule(), error), Duration.ZERO);
    }
}
