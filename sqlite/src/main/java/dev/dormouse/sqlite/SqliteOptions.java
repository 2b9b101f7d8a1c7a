package dev.dormouse.sqlite;

import dev.dormouse.wake.Ticker;
import java.time.InstantSource;

/**
 * How the provider waits, and by which clocks. Immutable; start from {@link #defaults()} and change what differs.
 *
 * @param longPolling whether fetches wait for work by themselves; if not, every fetch returns at once, and whoever asks has
 *     to pace itself
 * @param clock decides what is due and which locks have ended
 * @param ticker measures waiting
 */
public record SqliteOptions(boolean longPolling, InstantSource clock, Ticker ticker) {

    private static final SqliteOptions DEFAULTS = new SqliteOptions(true, InstantSource.system(), Ticker.SYSTEM);

    public static SqliteOptions defaults() {
        return DEFAULTS;
    }

    public SqliteOptions withLongPolling(boolean enabled) {
        return new SqliteOptions(enabled, clock, ticker);
    }

    /** Both clocks at once, for tests that move time themselves: they have to go together. */
    public SqliteOptions withClocks(InstantSource newClock, Ticker newTicker) {
        return new SqliteOptions(longPolling, newClock, newTicker);
    }
}
