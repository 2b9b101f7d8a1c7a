package dev.dormouse.dispatch;

import java.time.Duration;

/**
 * How long to hold the next look back under steady load. A look that brought several items, but far fewer than it could
 * have, will be followed by more of them: as long a pause as it took itself, and the next one finds twice as many, at half the
 * cost for each. One item alone never waits for others.
 */
final class Gathering {
    private static final int SEVERAL = 4;
    private static final Duration PAUSE_MAX = Duration.ofMillis(2);

    private Gathering() {}

    static Duration after(int claimed, int asked, Duration look) {
        if (claimed < SEVERAL || claimed >= asked / SEVERAL) {
            return Duration.ZERO;
        }
        return look.compareTo(PAUSE_MAX) < 0 ? look : PAUSE_MAX;
    }
}
