package dev.dormouse.postgres.listen;

import dev.dormouse.wake.WakeHint;
import java.time.Duration;
import java.util.Optional;

/**
 * What travels in a NOTIFY: {@code <queue>} for work that is due now, {@code <queue>@<delayMillis>} for later. A queue name
 * that contains {@code @} always carries its delay, so that both directions agree on where the name ends.
 *
 * <p>Anyone may NOTIFY on the channel, so reading never throws; what does not read as a hint is nobody's hint.
 */
final class WakePayload {

    static final int LENGTH_MAX = 200;
    static final int QUEUE_LENGTH_MAX = 180;

    /** Waking early is harmless, and a bounded delay cannot overflow whoever computes with it. */
    static final Duration DELAY_MAX = Duration.ofDays(365);

    private static final String ECHO_PREFIX = "!echo:";
    private static final char DELAY_MARK = '@';
    private static final int DELAY_DIGITS_MAX = 18;

    private WakePayload() {}

    static String of(WakeHint hint) {
        requireSendable(hint.queue());
        long millis = hint.delay().compareTo(DELAY_MAX) > 0
                ? DELAY_MAX.toMillis()
                : hint.delay().toMillis();
        boolean bare = millis == 0 && hint.queue().indexOf(DELAY_MARK) < 0;
        return bare ? hint.queue() : hint.queue() + DELAY_MARK + millis;
    }

    static Optional<WakeHint> parse(String payload) {
        if (payload.isEmpty() || payload.length() > LENGTH_MAX || isEcho(payload)) {
            return Optional.empty();
        }
        int mark = payload.lastIndexOf(DELAY_MARK);
        if (mark < 0) {
            return Optional.of(WakeHint.now(payload));
        }
        return parseDelayed(payload.substring(0, mark), payload.substring(mark + 1));
    }

    static boolean isSendable(String queue) {
        return !queue.isEmpty() && queue.length() <= QUEUE_LENGTH_MAX && !isEcho(queue) && queue.indexOf('\0') < 0;
    }

    static String echo(String nonce) {
        return ECHO_PREFIX + nonce;
    }

    /** Whether this is a listener's self-test, ours or another node's. */
    static boolean isEcho(String payload) {
        return payload.startsWith(ECHO_PREFIX);
    }

    private static Optional<WakeHint> parseDelayed(String queue, String digits) {
        if (queue.isEmpty() || !isNumber(digits)) {
            return Optional.empty();
        }
        Duration delay = Duration.ofMillis(Long.parseLong(digits));
        return Optional.of(new WakeHint(queue, delay.compareTo(DELAY_MAX) > 0 ? DELAY_MAX : delay));
    }

    private static boolean isNumber(String text) {
        return !text.isEmpty()
                && text.length() <= DELAY_DIGITS_MAX
                && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private static void requireSendable(String queue) {
        if (!isSendable(queue)) {
            throw new IllegalArgumentException("Queue name '" + queue.replace("\0", "\\0") + "' (" + queue.length()
                    + " characters) cannot be announced; choose one of 1 to " + QUEUE_LENGTH_MAX
                    + " characters without NUL that does not begin with '" + ECHO_PREFIX + "'");
        }
    }
}
