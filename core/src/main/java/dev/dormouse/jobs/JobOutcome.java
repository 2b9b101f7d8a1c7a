package dev.dormouse.jobs;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How an attempt ended; what is to be written about it. */
public sealed interface JobOutcome {

    ClaimedJob job();

    @SuppressWarnings("ArrayRecordComponent") // never compared; the bytes are passed through as they are
    record Succeeded(ClaimedJob job, byte @Nullable [] result) implements JobOutcome {}

    /** Over without success, on purpose. */
    record GivenUp(ClaimedJob job, JobState state, String reason) implements JobOutcome {}

    /** To be tried again. */
    record Retry(ClaimedJob job, Duration delay, String error) implements JobOutcome {}

    /** To be looked at by a person. */
    record Parked(ClaimedJob job, String error) implements JobOutcome {}

    /** To be run again later; this attempt does not count. */
    record Snoozed(ClaimedJob job, Duration delay) implements JobOutcome {}

    /**
     * The handler began to complete the job in its own transaction.
     *
     * @param ifNotCommitted what is to be written if that was not committed
     */
    record CompletedElsewhere(ClaimedJob job, JobOutcome ifNotCommitted) implements JobOutcome {}
}
