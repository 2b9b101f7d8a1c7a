package dev.dormouse.sqlite;

import dev.dormouse.provider.ChangeWatch;
import dev.dormouse.provider.Fetched;
import dev.dormouse.provider.LongPoll;
import dev.dormouse.wake.Sleepers;
import dev.dormouse.wake.Survey;
import dev.dormouse.wake.Ticker;
import dev.dormouse.wake.WakeHub;
import dev.dormouse.wake.WakeObserver;
import dev.dormouse.wake.WakeSettings;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** Fetches that wait, and clients that wait for a change, on a hub of their own. Thread-safe. */
final class LongPolls {

    /** Nothing is ever lost within a process, so there is nothing for the fallback to find, and no trouble to poll for. */
    private static final WakeSettings SETTINGS =
            WakeSettings.defaults().withFallbackInterval(Duration.ofDays(1)).withAggressiveOn(Set.of());

    private static final Survey NOTHING_TO_SURVEY = queues -> List.of();

    final ChangeWatch changes;
    final WakeHub hub;
    private final LongPoll polls;

    /**
     * What a waiting fetch asks for.
     *
     * @param queues whose wakes may concern it
     * @param view everything else that tells it from others: those with equal views can stand in for each other
     */
    record Interest(List<String> queues, Object view) {}

    LongPolls(Ticker ticker) {
        this.hub = new WakeHub(SETTINGS, ticker, WakeObserver.NONE, NOTHING_TO_SURVEY);
        this.polls = new LongPoll(hub, Sleepers.NOBODY_ASKS);
        this.changes = new ChangeWatch(hub, Sleepers.NOBODY_ASKS);
        hub.listening();
    }

    <T> Fetched<T> fetch(Interest interest, Duration pollTimeout, Supplier<Fetched<T>> look) {
        return polls.fetch(interest.queues(), interest.view(), pollTimeout, look);
    }

    /** Ends all waits. */
    void close() {
        polls.close();
        changes.close();
    }
}
