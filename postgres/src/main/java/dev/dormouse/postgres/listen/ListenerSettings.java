package dev.dormouse.postgres.listen;

import dev.dormouse.wake.Backoff;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;

/**
 * How a listener behaves.
 *
 * @param channel the channel to LISTEN on, at most 63 bytes
 * @param echoTimeout how long the self-test at connect may take
 * @param pingAfter how long a silence has to be to ask the server for a sign of life
 * @param pingTimeout how long the server may take for any answer, that one included
 * @param reconnect the pauses between attempts after a loss
 * @param retry the pauses between attempts when the database cannot push
 */
public record ListenerSettings(
        String channel,
        Duration echoTimeout,
        Duration pingAfter,
        Duration pingTimeout,
        Backoff reconnect,
        Backoff retry) {

    private static final int CHANNEL_BYTES_MAX = 63;

    public ListenerSettings {
        int bytes = channel.getBytes(StandardCharsets.UTF_8).length;
        if (channel.isBlank() || bytes > CHANNEL_BYTES_MAX) {
            throw new IllegalArgumentException(
                    "channel must have 1 to " + CHANNEL_BYTES_MAX + " bytes, but '" + channel + "' has " + bytes);
        }
        requireMillis("echoTimeout", echoTimeout);
        requireMillis("pingAfter", pingAfter);
        requireMillis("pingTimeout", pingTimeout);
        Objects.requireNonNull(reconnect, "reconnect");
        Objects.requireNonNull(retry, "retry");
    }

    public static ListenerSettings defaults(String channel) {
        return new ListenerSettings(
                channel,
                Duration.ofSeconds(2),
                Duration.ofSeconds(10),
                Duration.ofSeconds(3),
                new Backoff(Duration.ofMillis(50), Duration.ofSeconds(5)),
                new Backoff(Duration.ofSeconds(30), Duration.ofMinutes(5)));
    }

    public ListenerSettings withEchoTimeout(Duration timeout) {
        return new ListenerSettings(channel, timeout, pingAfter, pingTimeout, reconnect, retry);
    }

    public ListenerSettings withPing(Duration after, Duration timeout) {
        return new ListenerSettings(channel, echoTimeout, after, timeout, reconnect, retry);
    }

    public ListenerSettings withReconnect(Backoff backoff) {
        return new ListenerSettings(channel, echoTimeout, pingAfter, pingTimeout, backoff, retry);
    }

    public ListenerSettings withRetry(Backoff backoff) {
        return new ListenerSettings(channel, echoTimeout, pingAfter, pingTimeout, reconnect, backoff);
    }

    private static void requireMillis(String name, Duration duration) {
        if (duration.toMillis() < 2 || duration.toMillis() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(name + " must be from two milliseconds to 24 days: " + duration);
        }
    }
}
