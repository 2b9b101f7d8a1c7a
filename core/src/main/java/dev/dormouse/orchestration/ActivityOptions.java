package dev.dormouse.orchestration;

import dev.dormouse.provider.TagFilter;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How an activity is to be executed.
 *
 * @param timeout for each attempt, from its scheduling; null: none
 * @param session executed where the session lives; null: anywhere
 * @param tag executed only by those who serve the tag; null: by those who serve the untagged
 */
public record ActivityOptions(
        ActivityRetry retry,
        @Nullable Duration timeout,
        @Nullable String session,
        @Nullable String tag) {

    private static final ActivityOptions DEFAULTS = new ActivityOptions(ActivityRetry.none(), null, null, null);

    public ActivityOptions {
        Objects.requireNonNull(retry, "retry");
        if (timeout != null && (timeout.isNegative() || timeout.isZero())) {
            throw new IllegalArgumentException("timeout must be positive: " + timeout);
        }
        if (session != null && session.isEmpty()) {
            throw new IllegalArgumentException("session must not be empty");
        }
        if (tag != null) {
            TagFilter.requireTag(tag);
        }
    }

    /** One attempt, anywhere, however long it takes. */
    public static ActivityOptions defaults() {
        return DEFAULTS;
    }

    public ActivityOptions withRetry(ActivityRetry policy) {
        return new ActivityOptions(policy, timeout, session, tag);
    }

    public ActivityOptions withTimeout(Duration perAttempt) {
        return new ActivityOptions(retry, perAttempt, session, tag);
    }

    public ActivityOptions withSession(String id) {
        return new ActivityOptions(retry, timeout, id, tag);
    }

    public ActivityOptions withTag(String name) {
        return new ActivityOptions(retry, timeout, session, name);
    }
}
