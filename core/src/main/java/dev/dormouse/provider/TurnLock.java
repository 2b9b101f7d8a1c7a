package dev.dormouse.provider;

import java.util.List;

/**
 * A time-limited right to one instance.
 *
 * @param token the fence: whoever locks the instance next gets another one
 * @param messages the messages that the turn was given, by the provider's own numbers: an ack takes these off the queue and
 *     no others
 */
public record TurnLock(String instance, long token, List<Long> messages) {

    public TurnLock {
        messages = List.copyOf(messages);
    }

    /** For a turn that was not fetched: nobody has the instance locked. */
    public static TurnLock none(String instance) {
        return new TurnLock(instance, 0, List.of());
    }
}
