package dev.dormouse.jobs;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a job at one moment, but for what may be large. Times are by the database's clock.
 *
 * @param attempt how many attempts have begun, the one under way included
 * @param dueAt when a scheduled job becomes ready; null in every other state
 * @param claimedAt when the running attempt, or the last one of a finished job, began
 * @param node who runs it, or ran it last; null for a job that never ran or waits
 * @param parkedAt when a parked job was parked; null in every other state
 * @param finishedAt null until it is over
 * @param reason why it was cancelled or discarded, or is to be
 * @param cancelling it runs, and somebody asked to cancel it
 * @param progress null if its handler never said
 */
public record JobSummary(
        long id,
        JobState state,
        String queue,
        String kind,
        int priority,
        @Nullable String uniqueKey,
        @Nullable String limitKey,
        int attempt,
        Instant enqueuedAt,
        @Nullable Instant dueAt,
        @Nullable Instant claimedAt,
        @Nullable Long node,
        @Nullable Instant parkedAt,
        @Nullable Instant finishedAt,
        @Nullable String reason,
        boolean cancelling,
        @Nullable JobProgress progress) {

    /** How long the last attempt took; empty unless the job ran and is over. */
    public Optional<Duration> duration() {
        return claimedAt == null || finishedAt == null
                ? Optional.empty()
                : Optional.of(Duration.between(claimedAt, finishedAt));
    }
}
