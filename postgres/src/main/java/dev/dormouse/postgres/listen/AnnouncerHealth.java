package dev.dormouse.postgres.listen;

import org.jspecify.annotations.Nullable;

/**
 * A look at the announcer.
 *
 * @param statements how many statements it ran
 * @param notifications how many notifications these sent; none where nobody slept
 * @param failures how many attempts failed
 * @param dropped how many hints it gave up, or refused after it was stopped
 * @param lastError why the last failed attempt failed; null if none did
 */
public record AnnouncerHealth(
        long statements,
        long notifications,
        long failures,
        long dropped,
        @Nullable String lastError) {}
