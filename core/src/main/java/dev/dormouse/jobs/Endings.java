package dev.dormouse.jobs;

import dev.dormouse.jobs.JobRun.Stop;
import dev.dormouse.spi.PayloadException;
import dev.dormouse.text.Errors;
import java.time.Duration;

/** How one attempt at a job may end other than well: what its kind says becomes of it then. */
record Endings(ClaimedJob job, JobKind<?> kind) {

    /** Attempts are counted when they begin, so this one may be one too many. */
    boolean attemptsUsedUp() {
        return job.attempt() > kind.attemptsMax();
    }

    JobOutcome usedUp() {
        return new JobOutcome.Parked(
                job,
                "All " + kind.attemptsMax()
                        + " attempts are used up; the last one ended with its node, not with an outcome");
    }

    JobOutcome failed(Throwable t) {
        String error = Errors.describe(t);
        boolean hopeless = t instanceof NonRetryableException || t instanceof PayloadException;
        return hopeless ? new JobOutcome.Parked(job, error) : retryOrPark(error);
    }

    JobOutcome stopped(Stop why, String reason, String detail) {
        return switch (why) {
            case CANCELLED -> new JobOutcome.GivenUp(job, JobState.CANCELLED, reason);
            case TIMED_OUT -> retryOrPark(reason + "\n" + detail);
            case LEASE_LOST, SHUTDOWN -> new JobOutcome.Snoozed(job, Duration.ZERO);
        };
    }

    private JobOutcome retryOrPark(String error) {
        return job.attempt() >= kind.attemptsMax() ? new JobOutcome.Parked(job, error) : retry(error);
    }

    /** The failure path may not fail, not even in a user's retry policy. */
    private JobOutcome retry(String error) {
        try {
            return new JobOutcome.Retry(job, bounded(kind.retry().delay(job.attempt())), error);
        } catch (Throwable t) {
            return new JobOutcome.Parked(job, "The retry policy failed: " + Errors.describe(t) + "\n" + error);
        }
    }

    private static Duration bounded(Duration delay) {
        return delay.isNegative() ? Duration.ZERO : delay.compareTo(Start.LONGEST) > 0 ? Start.LONGEST : delay;
    }
}
