package dev.dormouse.provider;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * An activity to execute.
 *
 * @param session executed where the session lives; null: anywhere
 * @param tag executed only by those who serve the tag; null: by those who serve the untagged
 * @param lease not null: already locked by the one who puts it in, under this token, as if fetched
 */
public record NewWork(
        String instance,
        ActivityKey key,
        String name,
        String body,
        @Nullable String session,
        @Nullable String tag,
        @Nullable Lease lease) {

    /** A lock from the beginning, so that no fetch is needed. The caller chooses the token. */
    public record Lease(long token, Duration lockTimeout) {}

    public NewWork {
        Limits.requireName("instance", instance);
        Limits.requireName("name", name);
    }

    public static NewWork of(String instance, ActivityKey key, String name, String body) {
        return new NewWork(instance, key, name, body, null, null, null);
    }

    public NewWork withSession(String id) {
        return new NewWork(instance, key, name, body, id, tag, lease);
    }

    public NewWork withTag(String name) {
        return new NewWork(instance, key, this.name, body, session, name, lease);
    }

    public NewWork withLease(Lease own) {
        return new NewWork(instance, key, name, body, session, tag, own);
    }
}
