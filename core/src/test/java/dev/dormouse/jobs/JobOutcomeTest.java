package dev.dormouse.jobs;

import static dev.dormouse.jobs.JobQueueFixture.KIND;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of a job when its handler returns, throws or chooses. */
class JobOutcomeTest {

    private final JobQueueFixture f = new JobQueueFixture();

    @AfterEach
    void close() {
        f.close();
    }

    @Test
    void aHandlerThatReturnsSucceeds() {
        AtomicBoolean ran = new AtomicBoolean();
        JobQueue queue = f.queue(KIND, (job, args) -> ran.set(args.equals("world") && job.attempt() == 1));
        f.runAll(queue, 1);
        assertThat(ran).isTrue();
        assertThat(f.outcome(queue)).isInstanceOf(JobOutcome.Succeeded.class);
        assertThat(queue.anythingRunning()).isFalse();
    }

    @Test
    void aHandlerThatThrowsIsTriedAgainUntilItsAttemptsAreUsedUp() {
        JobQueue queue = f.queue(KIND, (job, args) -> {
            throw new IllegalStateException("says the test");
        });
        f.runAll(queue, 2);
        JobOutcome.Retry retry = (JobOutcome.Retry) f.outcome(queue);
        assertThat(retry.delay()).isEqualTo(Duration.ofSeconds(7));
        assertThat(retry.error()).contains("says the test");
        f.runAll(queue, 3);
        assertThat(f.outcome(queue)).isInstanceOf(JobOutcome.Parked.class);
    }

    @Test
    void errorsOfTheVirtualMachineAreFailuresLikeAnyOther() {
        JobQueue queue = f.queue(KIND, (job, args) -> recurse(1));
        f.runAll(queue, 1);
        assertThat(((JobOutcome.Retry) f.outcome(queue)).error()).contains("StackOverflowError");
    }

    @Test
    void aJobWhoseNodesKeepDyingIsParkedWithoutRunning() {
        AtomicBoolean ran = new AtomicBoolean();
        JobQueue queue = f.queue(KIND, (job, args) -> ran.set(true));
        f.runAll(queue, 4);
        assertThat(((JobOutcome.Parked) f.outcome(queue)).error()).contains("All 3 attempts");
        assertThat(ran).isFalse();
    }

    @Test
    void hopelessFailuresAreParkedAtOnce() {
        JobQueue queue = f.queue(KIND, (job, args) -> {
            throw new NonRetryableException("says the test");
        });
        f.runAll(queue, 1);
        assertThat(f.outcome(queue)).isInstanceOf(JobOutcome.Parked.class);
    }

    @Test
    void aPayloadThatDoesNotDecodeParksOnlyThatJob() {
        JobQueue queue = f.queue(KIND, (job, args) -> {});
        f.store.add(1, "greet", 1, new byte[] {'!'});
        f.add(2);
        queue.exchange(10).claimed().forEach(queue::run);
        queue.exchange(0);
        assertThat(f.store.written()).hasSize(2);
        assertThat(f.store.written().get(0)).isInstanceOf(JobOutcome.Parked.class);
        assertThat(f.store.written().get(1)).isInstanceOf(JobOutcome.Succeeded.class);
    }

    @Test
    void aRetryPolicyThatFailsParksTheJobWithBothErrors() {
        JobQueue queue = f.queue(
                KIND.withRetry(attempt -> {
                    throw new IllegalArgumentException("no policy, says the test");
                }),
                (job, args) -> {
                    throw new IllegalStateException("no job, says the test");
                });
        f.runAll(queue, 1);
        assertThat(((JobOutcome.Parked) f.outcome(queue)).error())
                .contains("no policy, says the test")
                .contains("no job, says the test");
    }

    @Test
    void aRetryPolicyMayAnswerAnyDelay() {
        for (Duration absurd : List.of(Duration.ofSeconds(Long.MAX_VALUE), Duration.ofSeconds(-1))) {
            f.store.written.clear();
            JobQueue queue = f.queue(KIND.withRetry(attempt -> absurd), (job, args) -> {
                throw new IllegalStateException("says the test");
            });
            f.runAll(queue, 1);
            assertThat(((JobOutcome.Retry) f.outcome(queue)).delay()).isBetween(Duration.ZERO, Start.LONGEST);
        }
    }

    @Test
    void whatAHandlerChoosesCounts() {
        JobQueue snoozing = f.queue(KIND, (job, args) -> job.snooze(Duration.ofMinutes(1)));
        f.runAll(snoozing, 1);
        assertThat(f.outcome(snoozing)).isInstanceOf(JobOutcome.Snoozed.class);
        f.store.written.clear();
        JobQueue discarding = f.queue(KIND, (job, args) -> job.discard("says the test"));
        f.runAll(discarding, 1);
        assertThat(f.outcome(discarding)).isInstanceOf(JobOutcome.GivenUp.class);
        f.store.written.clear();
        JobQueue absurd = f.queue(KIND, (job, args) -> job.snooze(Duration.ofSeconds(Long.MAX_VALUE)));
        f.runAll(absurd, 1);
        assertThat(((JobOutcome.Retry) f.outcome(absurd)).error()).contains("below a thousand years");
    }

    private static int recurse(int depth) {
        return depth == Integer.MIN_VALUE ? depth : recurse(depth + 1) + 1;
    }
}
