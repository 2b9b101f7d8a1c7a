package dev.dormouse.provider;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which instances to lock.
 *
 * @param names only instances of these orchestrations; null: of any
 * @param engines only instances whose execution is pinned to an engine version within one of these ranges, or to none; null:
 *     whatever they are pinned to; an empty list fetches nothing
 * @param history whether the items bring their history along
 */
public record TurnFetch(
        int max,
        Duration lockTimeout,
        Duration pollTimeout,
        @Nullable Set<String> names,
        @Nullable List<EngineRange> engines,
        History history) {

    /** Whether fetched items bring their history along. */
    public enum History {
        INCLUDED,
        /** For callers that keep histories: they read what they lack. */
        ON_DEMAND
    }

    public TurnFetch {
        Limits.requireFetch(max, lockTimeout, pollTimeout);
        names = names == null ? null : Set.copyOf(names);
        engines = engines == null ? null : List.copyOf(engines);
    }

    /** Any instance, with its history. */
    public static TurnFetch of(int max, Duration lockTimeout, Duration pollTimeout) {
        return new TurnFetch(max, lockTimeout, pollTimeout, null, null, History.INCLUDED);
    }

    public TurnFetch withEngines(Collection<EngineRange> ranges) {
        return new TurnFetch(max, lockTimeout, pollTimeout, names, List.copyOf(ranges), history);
    }

    public TurnFetch withNames(Collection<String> only) {
        return new TurnFetch(max, lockTimeout, pollTimeout, Set.copyOf(only), engines, history);
    }

    public TurnFetch withHistory(History mode) {
        return new TurnFetch(max, lockTimeout, pollTimeout, names, engines, mode);
    }
}
