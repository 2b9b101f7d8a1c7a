package dev.dormouse.wake;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A look at the listener.
 *
 * @param since when the listener came into this state
 * @param reconnects how often it came back to listening after the first time
 * @param lastError why it last left or missed listening; null if it never did
 * @param lastEcho how long its last self-test took; null before the first
 * @param notifications how many notifications it received, self-tests apart
 * @param foreign how many of these were no hint of ours and were ignored
 */
public record ListenerHealth(
        ListenerState state,
        Instant since,
        long reconnects,
        @Nullable String lastError,
        @Nullable Duration lastEcho,
        long notifications,
        long foreign) {}
