package dev.dormouse.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dormouse.dispatch.Exchange;
import dev.dormouse.node.NodeLease;
import dev.dormouse.spi.PayloadCodec;
import dev.dormouse.spi.PayloadException;
import dev.dormouse.wake.ManualTicker;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One attempt at a job, from its claim until its outcome is with the store. */
class JobQueueTest {

    private static final JobKind<String> KIND =
            JobKind.of("greet", String.class).withAttemptsMax(3).withRetry(RetryPolicy.fixed(Duration.ofSeconds(7)));

    private final ManualTicker ticker = new ManualTicker();
    private final MemoryJobs store = new MemoryJobs();
    private final NodeLease lease = new NodeLease(store, "test", Duration.ofSeconds(10), ticker);
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);
    private final AtomicInteger nudges = new AtomicInteger();

    @AfterEach
    void close() {
        timer.shutdownNow();
    }

    @Test
    void aHandlerThatReturnsSucceeds() {
        AtomicBoolean ran = new AtomicBoolean();
        JobQueue queue = queue(KIND, (job, args) -> ran.set(args.equals("world") && job.attempt() == 1));
        runAll(queue, 1);
        assertThat(ran).isTrue();
        assertThat(outcome(queue)).isInstanceOf(JobOutcome.Succeeded.class);
        assertThat(queue.anythingRunning()).isFalse();
    }

    @Test
    void aHandlerThatThrowsIsTriedAgainUntilItsAttemptsAreUsedUp() {
        JobQueue queue = queue(KIND, (job, args) -> {
            throw new IllegalStateException("says the test");
        });
        runAll(queue, 2);
        JobOutcome.Retry retry = (JobOutcome.Retry) outcome(queue);
        assertThat(retry.delay()).isEqualTo(Duration.ofSeconds(7));
        assertThat(retry.error()).contains("says the test");
        runAll(queue, 3);
        assertThat(outcome(queue)).isInstanceOf(JobOutcome.Parked.class);
    }

    @Test
    void errorsOfTheVirtualMachineAreFailuresLikeAnyOther() {
        JobQueue queue = queue(KIND, (job, args) -> recurse(1));
        runAll(queue, 1);
        assertThat(((JobOutcome.Retry) outcome(queue)).error()).contains("StackOverflowError");
    }

    @Test
    void aJobWhoseNodesKeepDyingIsParkedWithoutRunning() {
        AtomicBoolean ran = new AtomicBoolean();
        JobQueue queue = queue(KIND, (job, args) -> ran.set(true));
        runAll(queue, 4);
        assertThat(((JobOutcome.Parked) outcome(queue)).error()).contains("All 3 attempts");
        assertThat(ran).isFalse();
    }

    @Test
    void hopelessFailuresAreParkedAtOnce() {
        JobQueue queue = queue(KIND, (job, args) -> {
            throw new NonRetryableException("says the test");
        });
        runAll(queue, 1);
        assertThat(outcome(queue)).isInstanceOf(JobOutcome.Parked.class);
    }

    @Test
    void aPayloadThatDoesNotDecodeParksOnlyThatJob() {
        JobQueue queue = queue(KIND, (job, args) -> {});
        store.add(1, "greet", 1, new byte[] {'!'});
        store.add(2, "greet", 1, "world".getBytes(StandardCharsets.UTF_8));
        queue.exchange(10).claimed().forEach(queue::run);
        queue.exchange(0);
        assertThat(store.written()).hasSize(2);
        assertThat(store.written().get(0)).isInstanceOf(JobOutcome.Parked.class);
        assertThat(store.written().get(1)).isInstanceOf(JobOutcome.Succeeded.class);
    }

    @Test
    void aRetryPolicyThatFailsParksTheJobWithBothErrors() {
        JobQueue queue = queue(
                KIND.withRetry(attempt -> {
                    throw new IllegalArgumentException("no policy, says the test");
                }),
                (job, args) -> {
                    throw new IllegalStateException("no job, says the test");
                });
        runAll(queue, 1);
        assertThat(((JobOutcome.Parked) outcome(queue)).error())
                .contains("no policy, says the test")
                .contains("no job, says the test");
    }

    @Test
    void aRetryPolicyMayAnswerAnyDelay() {
        for (Duration absurd : List.of(Duration.ofSeconds(Long.MAX_VALUE), Duration.ofSeconds(-1))) {
            store.written.clear();
            JobQueue queue = queue(KIND.withRetry(attempt -> absurd), (job, args) -> {
                throw new IllegalStateException("says the test");
            });
            runAll(queue, 1);
            assertThat(((JobOutcome.Retry) outcome(queue)).delay()).isBetween(Duration.ZERO, Start.LONGEST);
        }
    }

    @Test
    void aHandlerIsInterruptedWhenItsTimeIsUp() {
        JobQueue queue = queue(KIND.withTimeout(Duration.ofMillis(20)), (job, args) -> {
            assertThat(job.timeLeft()).isPresent();
            new CountDownLatch(1).await();
        });
        runAll(queue, 1);
        assertThat(((JobOutcome.Retry) outcome(queue)).error()).contains("Timed out after PT0.02S");
    }

    @Test
    void aTimedOutLastAttemptIsParked() {
        JobQueue queue = queue(KIND.withTimeout(Duration.ofMillis(20)), (job, args) -> new CountDownLatch(1).await());
        runAll(queue, 3);
        assertThat(outcome(queue)).isInstanceOf(JobOutcome.Parked.class);
    }

    @Test
    void aCancelledHandlerIsToldAndTheJobIsGivenUp() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        AtomicBoolean told = new AtomicBoolean();
        JobQueue queue = queue(KIND, (job, args) -> {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } finally {
                told.set(job.cancelled() && job.stopRequested());
            }
        });
        Thread thread = runInBackground(queue);
        begun.await();
        queue.cancel(99, "nobody");
        queue.cancel(1, "says the test");
        thread.join();
        assertThat(told).isTrue();
        JobOutcome.GivenUp givenUp = (JobOutcome.GivenUp) outcome(queue);
        assertThat(givenUp.state()).isEqualTo(JobState.CANCELLED);
        assertThat(givenUp.reason()).isEqualTo("says the test");
    }

    @Test
    void aHandlerThatIgnoresTheShutdownIsSettledOverItsHeadAndOnlyOnce() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        JobQueue queue = queue(KIND, (job, args) -> {
            begun.countDown();
            awaitUninterruptibly(release);
        });
        Thread thread = runInBackground(queue);
        begun.await();
        queue.interruptRunning();
        queue.abandonRunning();
        queue.abandonRunning();
        assertThat(nudges.get()).isPositive();
        assertThat(outcome(queue)).isEqualTo(new JobOutcome.Snoozed(claimedOne(), Duration.ZERO));
        release.countDown();
        thread.join();
        assertThat(queue.unwritten()).isFalse();
        assertThat(queue.anythingRunning()).isFalse();
    }

    @Test
    void abandoningWhatWasNotToldToStopChangesNothing() {
        JobQueue queue = queue(KIND, (job, args) -> {});
        store.add(1, "greet", 1, "world".getBytes(StandardCharsets.UTF_8));
        Exchange<ClaimedJob> exchange = queue.exchange(1);
        queue.abandonRunning();
        assertThat(queue.unwritten()).isFalse();
        exchange.claimed().forEach(queue::run);
        assertThat(outcome(queue)).isInstanceOf(JobOutcome.Succeeded.class);
    }

    @Test
    void aShutdownInterruptsAndTheAttemptDoesNotCount() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        JobQueue queue = queue(KIND, (job, args) -> {
            begun.countDown();
            new CountDownLatch(1).await();
        });
        Thread thread = runInBackground(queue);
        begun.await();
        queue.interruptRunning();
        thread.join();
        assertThat(outcome(queue)).isInstanceOf(JobOutcome.Snoozed.class);
    }

    @Test
    void aHandlerThatFinishesInSpiteOfTheShutdownSucceeds() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        JobQueue queue = queue(KIND, (job, args) -> {
            begun.countDown();
            awaitUninterruptibly(release);
        });
        Thread thread = runInBackground(queue);
        begun.await();
        queue.interruptRunning();
        release.countDown();
        thread.join();
        assertThat(outcome(queue)).isInstanceOf(JobOutcome.Succeeded.class);
    }

    @Test
    void aJobWhoseLeaseWasLostIsNotOursToSettle() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        AtomicBoolean told = new AtomicBoolean();
        JobQueue queue = queue(KIND, (job, args) -> {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } finally {
                told.set(job.leaseLost());
            }
        });
        Thread thread = runInBackground(queue);
        begun.await();
        store.takenOver = true;
        Exchange<ClaimedJob> answer = queue.exchange(5);
        thread.join();
        assertThat(answer.more())
                .as("look again at once, under the new identity")
                .isTrue();
        assertThat(told).isTrue();
        assertThat(queue.unwritten()).isFalse();
        queue.exchange(5);
        assertThat(store.nodes.get()).isEqualTo(2);
        assertThat(store.written()).isEmpty();
    }

    @Test
    void aJobThatWaitedForItsThreadUntilTheLeaseWasOverDoesNotStart() {
        AtomicBoolean ran = new AtomicBoolean();
        JobQueue queue = queue(KIND, (job, args) -> ran.set(true));
        store.add(1, "greet", 1, "world".getBytes(StandardCharsets.UTF_8));
        ClaimedJob claimed = queue.exchange(1).claimed().get(0);
        ticker.advance(lease.length());
        queue.run(claimed);
        assertThat(ran).isFalse();
        assertThat(queue.unwritten()).isFalse();
        queue.exchange(1);
        assertThat(store.nodes.get())
                .as("the node goes on under a new identity")
                .isEqualTo(2);
    }

    @Test
    void outcomesThatCouldNotBeWrittenAreWrittenNextTimeInOrder() {
        JobQueue queue = queue(KIND, (job, args) -> {});
        for (int i = 1; i <= 5; i++) {
            store.add(i, "greet", 1, "world".getBytes(StandardCharsets.UTF_8));
        }
        queue.exchange(5).claimed().forEach(queue::run);
        store.fails = true;
        assertThatThrownBy(() -> queue.exchange(5)).hasMessageContaining("away");
        assertThat(queue.unwritten()).isTrue();
        store.fails = false;
        queue.exchange(5);
        assertThat(store.written()).extracting(outcome -> outcome.job().id()).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(queue.unwritten()).isFalse();
    }

    @Test
    void whatIsGivenBackDoesNotRun() {
        AtomicBoolean ran = new AtomicBoolean();
        JobQueue queue = queue(KIND, (job, args) -> ran.set(true));
        store.add(1, "greet", 1, "world".getBytes(StandardCharsets.UTF_8));
        List<ClaimedJob> claimed = queue.exchange(1).claimed();
        queue.giveBack(claimed);
        claimed.forEach(queue::run);
        assertThat(ran).isFalse();
        assertThat(queue.anythingRunning()).isFalse();
        assertThat(store.givenBack).hasSize(1);
    }

    @Test
    void aTimerThatIsShutFailsTheAttemptAndStrandsNothing() {
        timer.shutdownNow();
        JobQueue queue = queue(KIND.withTimeout(Duration.ofMinutes(1)), (job, args) -> {});
        runAll(queue, 1);
        assertThat(outcome(queue)).isInstanceOf(JobOutcome.Retry.class);
        assertThat(queue.anythingRunning()).isFalse();
    }

    @Test
    void whatAHandlerChoosesCounts() {
        JobQueue snoozing = queue(KIND, (job, args) -> job.snooze(Duration.ofMinutes(1)));
        runAll(snoozing, 1);
        assertThat(outcome(snoozing)).isInstanceOf(JobOutcome.Snoozed.class);
        store.written.clear();
        JobQueue discarding = queue(KIND, (job, args) -> job.discard("says the test"));
        runAll(discarding, 1);
        assertThat(outcome(discarding)).isInstanceOf(JobOutcome.GivenUp.class);
        store.written.clear();
        JobQueue absurd = queue(KIND, (job, args) -> job.snooze(Duration.ofSeconds(Long.MAX_VALUE)));
        runAll(absurd, 1);
        assertThat(((JobOutcome.Retry) outcome(absurd)).error()).contains("below a thousand years");
    }

    @Test
    void aClaimThatTheServerForgotAndGaveOutAgainIsNotRunTwice() {
        JobQueue queue = queue(KIND, (job, args) -> {});
        byte[] payload = "world".getBytes(StandardCharsets.UTF_8);
        store.add(1, "greet", 1, payload);
        ClaimedJob first = queue.exchange(1).claimed().get(0);
        store.add(1, "greet", 1, payload);
        Exchange<ClaimedJob> again = queue.exchange(1);
        assertThat(again.claimed()).isEmpty();
        assertThat(again.found()).isTrue();
        queue.run(first);
        assertThat(outcome(queue)).isInstanceOf(JobOutcome.Succeeded.class);
    }

    private JobQueue queue(JobKind<String> kind, JobHandler<String> handler) {
        JobQueue queue = new JobQueue(
                "default",
                Map.of(kind.name(), new Registration<>(kind, handler)),
                new JobQueue.Parts(
                        store,
                        lease,
                        new Words(),
                        PayloadLimit.DEFAULT,
                        ticker,
                        timer,
                        new SilentAnnouncer(),
                        JobObserver.NONE));
        queue.nudgeWith(nudges::incrementAndGet);
        return queue;
    }

    private void runAll(JobQueue queue, int attempt) {
        store.written.clear();
        store.add(1, "greet", attempt, "world".getBytes(StandardCharsets.UTF_8));
        queue.exchange(1).claimed().forEach(queue::run);
    }

    private Thread runInBackground(JobQueue queue) {
        Thread thread = new Thread(() -> runAll(queue, 1));
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private ClaimedJob claimedOne() {
        return store.written().get(0).job();
    }

    /** The one outcome that the store was told. */
    private JobOutcome outcome(JobQueue queue) {
        queue.exchange(0);
        assertThat(store.written()).hasSize(1);
        return store.written().get(0);
    }

    private static int recurse(int depth) {
        return depth == Integer.MIN_VALUE ? depth : recurse(depth + 1) + 1;
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        while (true) {
            try {
                latch.await();
                return;
            } catch (InterruptedException ignored) {
                // That is the point.
            }
        }
    }

    private static final class Words implements PayloadCodec {

        @Override
        public byte[] encode(Object value, Type type) {
            return value.toString().getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public Object decode(byte[] payload, Type type) {
            if (payload[0] == '!') {
                throw new PayloadException("no word, says the test");
            }
            return new String(payload, StandardCharsets.UTF_8);
        }
    }
}
