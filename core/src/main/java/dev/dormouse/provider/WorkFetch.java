package dev.dormouse.provider;

import java.time.Duration;
import java.util.Collection;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which work to lock.
 *
 * @param names only these activities; null: any
 * @param session null: only work without a session
 */
public record WorkFetch(
        int max,
        Duration lockTimeout,
        Duration pollTimeout,
        @Nullable Set<String> names,
        TagFilter tags,
        @Nullable SessionFetch session) {

    /**
     * Takes work of sessions too: those that the owner holds, and those that nobody holds, which become the owner's.
     *
     * @param owner who holds the sessions; several callers may share it
     * @param newSessionsMax how many sessions that the owner does not hold yet may be taken
     */
    public record SessionFetch(String owner, Duration lockTimeout, int newSessionsMax) {

        public SessionFetch(String owner, Duration lockTimeout) {
            this(owner, lockTimeout, Integer.MAX_VALUE);
        }

        public SessionFetch {
            Limits.requireName("owner", owner);
        }
    }

    public WorkFetch {
        Limits.requireFetch(max, lockTimeout, pollTimeout);
        names = names == null ? null : Set.copyOf(names);
    }

    /** Any untagged work without a session. */
    public static WorkFetch of(int max, Duration lockTimeout, Duration pollTimeout) {
        return new WorkFetch(max, lockTimeout, pollTimeout, null, TagFilter.UNTAGGED, null);
    }

    public WorkFetch withNames(Collection<String> only) {
        return new WorkFetch(max, lockTimeout, pollTimeout, Set.copyOf(only), tags, session);
    }

    public WorkFetch withTags(TagFilter filter) {
        return new WorkFetch(max, lockTimeout, pollTimeout, names, filter, session);
    }

    public WorkFetch withSession(SessionFetch own) {
        return new WorkFetch(max, lockTimeout, pollTimeout, names, tags, own);
    }
}
