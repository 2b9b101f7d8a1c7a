package dev.dormouse.outbox;

import java.util.List;
import java.util.OptionalLong;

/**
 * Some parked messages, newest first.
 *
 * @param next the cursor of the following page; empty if there is none
 */
public record ParkedPage(List<ParkedMessage> messages, OptionalLong next) {

    public ParkedPage {
        messages = List.copyOf(messages);
    }
}
