package dev.dormouse.jobs;

import static dev.dormouse.jobs.JobQueueFixture.KIND;
import static dev.dormouse.jobs.JobQueueFixture.awaitInterrupt;
import static dev.dormouse.jobs.JobQueueFixture.awaitUninterruptibly;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.dispatch.Exchange;
import dev.dormouse.jobs.JobQueueFixture.Begun;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of a job whose handler is told to stop: by a timeout, a cancellation, a shutdown or a lost lease. */
class JobStopTest {

    private final JobQueueFixture f = new JobQueueFixture();

    @AfterEach
    void close() {
        f.close();
    }

    @Test
    void aHandlerIsInterruptedWhenItsTimeIsUp() {
        JobQueue queue = f.queue(KIND.withTimeout(Duration.ofMillis(20)), (job, args) -> {
            assertThat(job.timeLeft()).isPresent();
            awaitInterrupt();
        });
        f.runAll(queue, 1);
        assertThat(((JobOutcome.Retry) f.outcome(queue)).error()).contains("Timed out after PT0.02S");
    }

    @Test
    void aTimedOutLastAttemptIsParked() {
        JobQueue queue = f.queue(KIND.withTimeout(Duration.ofMillis(20)), (job, args) -> awaitInterrupt());
        f.runAll(queue, 3);
        assertThat(f.outcome(queue)).isInstanceOf(JobOutcome.Parked.class);
    }

    @Test
    void aTimerThatIsShutFailsTheAttemptAndStrandsNothing() {
        f.timer.shutdownNow();
        JobQueue queue = f.queue(KIND.withTimeout(Duration.ofMinutes(1)), (job, args) -> {});
        f.runAll(queue, 1);
        assertThat(f.outcome(queue)).isInstanceOf(JobOutcome.Retry.class);
        assertThat(queue.anythingRunning()).isFalse();
    }

    @Test
    void aCancelledHandlerIsToldAndTheJobIsGivenUp() throws Exception {
        AtomicBoolean told = new AtomicBoolean();
        Begun begun = f.begun((job, args) -> {
            try {
                awaitInterrupt();
            } finally {
                told.set(job.cancelled() && job.stopRequested());
            }
        });
        begun.queue().cancel(99, "nobody");
        begun.queue().cancel(1, "says the test");
        begun.thread().join();
        assertThat(told).isTrue();
        assertThat(f.outcome(begun.queue())).isEqualTo(cancelled("says the test"));
    }

    @Test
    void aCancellationThatOvertakesTheAnswerToTheClaimKeepsTheHandlerFromStarting() {
        AtomicBoolean ran = new AtomicBoolean();
        JobQueue queue = f.queue(KIND, (job, args) -> ran.set(true));
        f.store.meanwhile = () -> queue.cancel(1, "says the test");
        f.runAll(queue, 1);
        assertThat(ran).isFalse();
        assertThat(f.outcome(queue)).isEqualTo(cancelled("says the test"));
    }

    @Test
    void aCancellationIsRememberedForNoLaterClaim() {
        JobQueue queue = f.queue(KIND, (job, args) -> {});
        f.store.meanwhile = () -> queue.cancel(1, "of something that was not claimed");
        f.add(2);
        queue.exchange(1).claimed().forEach(queue::run);
        queue.exchange(0);
        f.store.meanwhile = () -> {};
        queue.cancel(1, "while nothing is claimed");
        f.runAll(queue, 1);
        assertThat(f.outcome(queue)).isInstanceOf(JobOutcome.Succeeded.class);
    }

    @Test
    void aHandlerThatIgnoresTheShutdownIsSettledOverItsHeadAndOnlyOnce() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        Begun begun = f.begun((job, args) -> awaitUninterruptibly(release));
        JobQueue queue = begun.queue();
        queue.interruptRunning();
        queue.abandonRunning();
        queue.abandonRunning();
        assertThat(f.nudges.get()).isPositive();
        assertThat(f.outcome(queue)).isEqualTo(new JobOutcome.Snoozed(f.claimedOne(), Duration.ZERO));
        release.countDown();
        begun.thread().join();
        assertThat(queue.unwritten()).isFalse();
        assertThat(queue.anythingRunning()).isFalse();
    }

    @Test
    void abandoningWhatWasNotToldToStopChangesNothing() {
        JobQueue queue = f.queue(KIND, (job, args) -> {});
        f.add(1);
        Exchange<ClaimedJob> exchange = queue.exchange(1);
        queue.abandonRunning();
        assertThat(queue.unwritten()).isFalse();
        exchange.claimed().forEach(queue::run);
        assertThat(f.outcome(queue)).isInstanceOf(JobOutcome.Succeeded.class);
    }

    @Test
    void aShutdownInterruptsAndTheAttemptDoesNotCount() throws Exception {
        Begun begun = f.begun((job, args) -> awaitInterrupt());
        begun.queue().interruptRunning();
        begun.thread().join();
        assertThat(f.outcome(begun.queue())).isInstanceOf(JobOutcome.Snoozed.class);
    }

    @Test
    void aHandlerThatFinishesInSpiteOfTheShutdownSucceeds() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        Begun begun = f.begun((job, args) -> awaitUninterruptibly(release));
        begun.queue().interruptRunning();
        release.countDown();
        begun.thread().join();
        assertThat(f.outcome(begun.queue())).isInstanceOf(JobOutcome.Succeeded.class);
    }

    @Test
    void aJobWhoseLeaseWasLostIsNotOursToSettle() throws Exception {
        AtomicBoolean told = new AtomicBoolean();
        Begun begun = f.begun((job, args) -> {
            try {
                awaitInterrupt();
            } finally {
                told.set(job.leaseLost());
            }
        });
        JobQueue queue = begun.queue();
        f.store.takenOver = true;
        Exchange<ClaimedJob> answer = queue.exchange(5);
        begun.thread().join();
        assertThat(answer.more())
                .as("look again at once, under the new identity")
                .isTrue();
        assertThat(told).isTrue();
        assertThat(queue.unwritten()).isFalse();
        queue.exchange(5);
        assertThat(f.store.nodes.get()).isEqualTo(2);
        assertThat(f.store.written()).isEmpty();
    }

    @Test
    void aJobThatWaitedForItsThreadUntilTheLeaseWasOverDoesNotStart() {
        AtomicBoolean ran = new AtomicBoolean();
        JobQueue queue = f.queue(KIND, (job, args) -> ran.set(true));
        f.add(1);
        ClaimedJob claimed = queue.exchange(1).claimed().get(0);
        f.ticker.advance(f.lease.length());
        queue.run(claimed);
        assertThat(ran).isFalse();
        assertThat(queue.unwritten()).isFalse();
        queue.exchange(1);
        assertThat(f.store.nodes.get())
                .as("the node goes on under a new identity")
                .isEqualTo(2);
    }

    /** The outcome of the one job, which was cancelled. */
    private JobOutcome cancelled(String reason) {
        return new JobOutcome.GivenUp(f.claimedOne(), JobState.CANCELLED, reason);
    }
}
