package dev.dormouse.orchestration.kernel;

import dev.dormouse.orchestration.ErrorDetails.Configuration;

/** Code and history that do not fit: the messages show both sides and where. */
final class Nondeterminism {

    private static final String ADVICE =
            ". The code must decide the same at every replay: register changed code under a new version";

    private Nondeterminism() {}

    static Configuration nothingDecided(TurnInput input, Event recorded) {
        return at(input, recorded.id(), says(recorded) + ", but the code decided nothing there");
    }

    static Configuration decidedOtherwise(TurnInput input, Event recorded, Event proposed) {
        return at(input, recorded.id(), says(recorded) + ", but in the code's view " + proposed.describe());
    }

    static Configuration endedEarly(TurnInput input, Event recorded, String how) {
        return at(input, recorded.id(), says(recorded) + ", but the code had ended before: " + how);
    }

    static Configuration unknownSchedule(TurnInput input, Message.Answer answer) {
        return new Configuration(
                Configuration.Kind.NONDETERMINISM,
                input.instance(),
                "a message says that " + answer.asEvent(0, input.moment().at()).describe() + ", but event "
                        + answer.schedule() + " of execution " + answer.executionId() + " scheduled no such thing");
    }

    private static String says(Event recorded) {
        return "history says that " + recorded.describe();
    }

    private static Configuration at(TurnInput input, long eventId, String message) {
        return new Configuration(
                Configuration.Kind.NONDETERMINISM,
                input.instance(),
                "at event " + eventId + " of execution " + input.executionId() + " " + message + ADVICE);
    }
}
