package dev.dormouse.jobs;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An attempt that failed.
 *
 * @param claimedAt when the attempt began; null if that is not known
 * @param text the full error, with its stack trace
 */
public record JobError(
        int attempt, Instant failedAt, long node, @Nullable Instant claimedAt, String text) {}
