package dev.dormouse.provider;

import org.jspecify.annotations.Nullable;

/**
 * One locked piece of work.
 *
 * @param attempt how many times it has been fetched, this time included
 */
public record WorkItem(
        WorkLock lock,
        String name,
        String body,
        @Nullable String session,
        @Nullable String tag,
        int attempt) {

    public String instance() {
        return lock.instance();
    }

    public ActivityKey key() {
        return lock.key();
    }
}
