package dev.dormouse.orchestration.runtime;

import dev.dormouse.orchestration.kernel.Event;
import dev.dormouse.orchestration.kernel.Message;
import dev.dormouse.orchestration.kernel.Payload;
import dev.dormouse.orchestration.kernel.Texts;

/**
 * What an activity needs to be executed, so that nobody has to read a history for it. Written as the start of the
 * orchestration would be, with the activity's input in place of its own: name, version, input.
 */
record ActivityBody(String orchestration, String version, Payload input) {

    String text() {
        return Texts.write(new Message.Start(Event.Begin.of(orchestration, input), version));
    }

    /** Throws {@link dev.dormouse.orchestration.kernel.CorruptTextException}, or says that it is something else. */
    static ActivityBody read(long activityId, String text) {
        Message message = Texts.readMessage(activityId, text);
        if (message instanceof Message.Start start && start.version() != null) {
            return new ActivityBody(
                    start.begin().name(), start.version(), start.begin().input());
        }
        throw new IllegalArgumentException("activity " + activityId + " is " + message + ", not what a turn scheduled");
    }
}
