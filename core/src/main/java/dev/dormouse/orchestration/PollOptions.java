package dev.dormouse.orchestration;

import java.time.Duration;

/**
 * How a node paces providers that do not wake it. Those that do are looked at only when woken, and need none of this.
 *
 * @param idleSleep the time between two looks at a provider that returns at once when it has nothing
 * @param longPollTimeout how long a provider that waits by itself may wait in one fetch; zero: treat it as one that does not
 */
public record PollOptions(Duration idleSleep, Duration longPollTimeout) {

    private static final PollOptions DEFAULTS = new PollOptions(Duration.ofMillis(100), Duration.ofSeconds(30));

    public PollOptions {
        Times.requirePositive("polling.idleSleep", idleSleep);
        if (longPollTimeout.isNegative()) {
            throw new IllegalArgumentException("polling.longPollTimeout must not be negative: " + longPollTimeout);
        }
    }

    public static PollOptions defaults() {
        return DEFAULTS;
    }

    public PollOptions withIdleSleep(Duration sleep) {
        return new PollOptions(sleep, longPollTimeout);
    }

    public PollOptions withLongPollTimeout(Duration timeout) {
        return new PollOptions(idleSleep, timeout);
    }
}
