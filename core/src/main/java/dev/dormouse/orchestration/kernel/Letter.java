package dev.dormouse.orchestration.kernel;

import java.time.Duration;

/**
 * A message that a turn sends: the start of a child or of a detached orchestration, the cancellation of a child, the end
 * told to a parent, and to the instance itself its timers and its continuation.
 *
 * @param delay how long after the turn's commit it becomes due
 */
public record Letter(String instance, Message message, Duration delay) {

    static Letter of(String instance, Message message) {
        return new Letter(instance, message, Duration.ZERO);
    }
}
