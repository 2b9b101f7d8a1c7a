package dev.dormouse.jobs;

import dev.dormouse.text.Names;
import java.util.Objects;

/**
 * A key that at most one job of a kind may hold at a time.
 *
 * @param until the job gives the key up when it leaves the states that this names
 */
public record Uniqueness(String key, Until until) {

    /** How long a job keeps its key; each includes the ones before. */
    public enum Until {
        /** While scheduled or ready: a job that has started no longer stands in the way. */
        STARTED,
        /** Also while running and between its retries. */
        FINISHED_OR_PARKED,
        /** Also while parked. */
        FINISHED,
        /** Also when finished, until its record is pruned. */
        PRUNED
    }

    public Uniqueness {
        Names.key("unique key", key);
        Objects.requireNonNull(until, "until");
    }

    public static Uniqueness whileUnfinished(String key) {
        return new Uniqueness(key, Until.FINISHED);
    }

    public static Uniqueness whilePending(String key) {
        return new Uniqueness(key, Until.STARTED);
    }

    public static Uniqueness whileRemembered(String key) {
        return new Uniqueness(key, Until.PRUNED);
    }
}
