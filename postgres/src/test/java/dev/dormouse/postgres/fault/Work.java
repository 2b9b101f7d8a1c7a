package dev.dormouse.postgres.fault;

import dev.dormouse.jobs.JobKind;
import dev.dormouse.jobs.RetryPolicy;
import java.time.Duration;

/**
 * The arguments of a test job.
 *
 * @param n its number: unlike the job's id it is known before the enqueue, whatever becomes of that
 * @param millis how long its handler takes
 */
record Work(long n, int millis) {

    /** Its handler only writes to the ledger. */
    static final JobKind<Work> PLAIN = kind("plain", "default");

    /** Its handler makes an effect in the database and completes in the same transaction. */
    static final JobKind<Work> EFFECT = kind("effect", "effects");

    private static JobKind<Work> kind(String name, String queue) {
        return JobKind.of(name, Work.class)
                .withQueue(queue)
                .withAttemptsMax(100)
                .withRetry(RetryPolicy.fixed(Duration.ofMillis(200)));
    }
}
