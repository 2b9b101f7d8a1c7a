package dev.dormouse.jobs;

import dev.dormouse.text.Names;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which jobs are meant: those that match all that is given. Immutable; start from {@link #any()}.
 *
 * @param states empty for all
 * @param queue null for all
 * @param kind null for all
 * @param limitKey null for all
 */
public record JobFilter(
        Set<JobState> states,
        @Nullable String queue,
        @Nullable String kind,
        @Nullable String limitKey) {

    private static final JobFilter ANY = new JobFilter(Set.of(), null, null, null);

    public JobFilter {
        states = Set.copyOf(states);
        if (queue != null) {
            Names.name("queue", queue);
        }
        if (kind != null) {
            Names.name("kind", kind);
        }
        if (limitKey != null) {
            Names.key("limitKey", limitKey);
        }
    }

    public static JobFilter any() {
        return ANY;
    }

    public JobFilter withStates(JobState first, JobState... others) {
        return new JobFilter(EnumSet.of(first, others), queue, kind, limitKey);
    }

    public JobFilter withQueue(String queue) {
        return new JobFilter(states, Objects.requireNonNull(queue, "queue"), kind, limitKey);
    }

    public JobFilter withKind(String kind) {
        return new JobFilter(states, queue, Objects.requireNonNull(kind, "kind"), limitKey);
    }

    public JobFilter withKind(JobKind<?> kind) {
        return withKind(kind.name());
    }

    public JobFilter withLimitKey(String limitKey) {
        return new JobFilter(states, queue, kind, Objects.requireNonNull(limitKey, "limitKey"));
    }

    public boolean includes(JobState state) {
        return states.isEmpty() || states.contains(state);
    }

    /** Retrying and discarding are for parked jobs; a filter that says otherwise is a mistake. */
    void requireParked(String verb) {
        if (!states.isEmpty() && !states.equals(Set.of(JobState.PARKED))) {
            throw new IllegalArgumentException("only parked jobs can be " + verb + ", but the filter asks for " + states
                    + ": leave the states out");
        }
    }
}
