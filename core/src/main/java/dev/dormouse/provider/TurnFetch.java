package dev.dormouse.provider;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which instances to lock.
 *
 * @param names only instances of these orchestrations; null: of any
 * @param versions by orchestration, the versions of it that the caller has: an instance that has or wants another one may be left
 *     alone, and is given back by the caller if it is not; null: all
 * @param engines only instances whose execution is pinned to an engine version within one of these ranges, or to none; null:
 *     whatever they are pinned to; an empty list fetches nothing
 * @param history whether the items bring their history along
 */
public record TurnFetch(
        int max,
        Duration lockTimeout,
        Duration pollTimeout,
        @Nullable Set<String> names,
        @Nullable Map<String, Set<String>> versions,
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
        versions = versions == null ? null : Map.copyOf(versions);
        engines = engines == null ? null : List.copyOf(engines);
    }

    /** Any instance, with its history. */
    public static TurnFetch of(int max, Duration lockTimeout, Duration pollTimeout) {
        return new TurnFetch(max, lockTimeout, pollTimeout, null, null, null, History.INCLUDED);
    }

    public TurnFetch withEngines(Collection<EngineRange> ranges) {
        return new TurnFetch(max, lockTimeout, pollTimeout, names, versions, List.copyOf(ranges), history);
    }

    public TurnFetch withNames(Collection<String> only) {
        return new TurnFetch(max, lockTimeout, pollTimeout, Set.copyOf(only), versions, engines, history);
    }

    /** Only instances of these orchestrations, in these versions as far as they have one. */
    public TurnFetch withVersions(Map<String, Set<String>> only) {
        return new TurnFetch(max, lockTimeout, pollTimeout, only.keySet(), only, engines, history);
    }

    public TurnFetch withHistory(History mode) {
        return new TurnFetch(max, lockTimeout, pollTimeout, names, versions, engines, mode);
    }
}
