package dev.dormouse.postgres;

import static dev.dormouse.postgres.JobFixture.NUT;
import static dev.dormouse.postgres.SchemaFixture.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.jobs.CancelOutcome;
import dev.dormouse.jobs.JobError;
import dev.dormouse.jobs.JobHandler;
import dev.dormouse.jobs.JobInfo;
import dev.dormouse.jobs.JobKind;
import dev.dormouse.jobs.JobProgress;
import dev.dormouse.jobs.JobState;
import dev.dormouse.jobs.NonRetryableException;
import dev.dormouse.jobs.RetryPolicy;
import dev.dormouse.postgres.JobFixture.Nut;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How attempts end, and what follows. */
final class JobRetryIT {

    private JobFixture fixture;

    @BeforeEach
    void open() {
        fixture = new JobFixture();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void theWaitBeforeARetryIsByTheDatabasesClock() throws Exception {
        handle(NUT.withRetry(RetryPolicy.fixed(Duration.ofHours(1))), (job, nut) -> {
            throw new IllegalStateException("fails");
        });
        long id = fixture.enqueue("a");
        fixture.awaitState(id, JobState.SCHEDULED);
        assertThat(fixture.info(id).summary().attempt()).isEqualTo(1);
        assertThat(fixture.value(
                        "select s.due_at - e.failed_at between '59 minutes 59 seconds' and '60 minutes 1 second'"
                                + " from {schema}.job_scheduled s join {schema}.job_error e on e.job_id = s.id"))
                .isEqualTo("t");
    }

    @Test
    void aRetryStartsWhenItIsDue() {
        List<Integer> attempts = new CopyOnWriteArrayList<>();
        handle(NUT.withAttemptsMax(3).withRetry(RetryPolicy.fixed(Duration.ofMillis(200))), (job, nut) -> {
            attempts.add(job.attempt());
            throw new IllegalStateException("attempt " + job.attempt());
        });
        long id = fixture.enqueue("a");
        fixture.awaitState(id, JobState.PARKED);
        assertThat(attempts).containsExactly(1, 2, 3);
        List<JobError> errors = fixture.info(id).errors();
        assertThat(errors).extracting(JobError::attempt).containsExactly(1, 2, 3);
        assertThat(errors)
                .allSatisfy(error -> assertThat(error.text())
                        .contains("IllegalStateException: attempt " + error.attempt())
                        .contains("JobRetryIT"));
        assertThat(fixture.info(id).summary().attempt()).isEqualTo(3);
    }

    @Test
    void anAttemptIsCountedWhenItBegins() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        handle(NUT, (job, nut) -> gate.await());
        long id = fixture.enqueue("a");
        fixture.awaitState(id, JobState.RUNNING);
        assertThat(fixture.info(id).summary().attempt()).isEqualTo(1);
        gate.countDown();
        fixture.awaitState(id, JobState.SUCCEEDED);
    }

    @Test
    void aJobThatKillsItsNodesIsParkedInTheEnd() {
        long id = fixture.enqueue("a");
        fixture.dieHolding(1, Duration.ofMillis(500), NUT);
        AtomicBoolean ran = new AtomicBoolean();
        handle(NUT.withAttemptsMax(1), (job, nut) -> ran.set(true));
        fixture.awaitState(id, JobState.PARKED);
        assertThat(ran).isFalse();
        assertThat(fixture.info(id).errors().get(0).text()).contains("ended while it held the job");
    }

    @Test
    void anErrorThatNoRetryHelpsAgainstParksAtOnce() {
        handle(NUT.withAttemptsMax(10), (job, nut) -> {
            throw new NonRetryableException("hopeless");
        });
        long id = fixture.enqueue("a");
        fixture.awaitState(id, JobState.PARKED);
        assertThat(fixture.info(id).errors()).hasSize(1);
        assertThat(fixture.info(id).summary().attempt()).isEqualTo(1);
    }

    @Test
    void aSnoozeDoesNotCountAndComesBack() {
        List<Integer> attempts = new CopyOnWriteArrayList<>();
        handle(NUT, (job, nut) -> {
            attempts.add(job.attempt());
            if (attempts.size() < 5) {
                job.snooze(Duration.ofMillis(20));
            }
        });
        long id = fixture.enqueue("a");
        fixture.awaitState(id, JobState.SUCCEEDED);
        assertThat(attempts).containsExactly(1, 1, 1, 1, 1);
        assertThat(fixture.info(id).errors()).isEmpty();
    }

    @Test
    void whatAHandlerDiscardsIsOverWithItsReason() {
        handle(NUT, (job, nut) -> job.discard("nobody wants it"));
        long id = fixture.enqueue("a");
        fixture.awaitState(id, JobState.DISCARDED);
        assertThat(fixture.info(id).summary().reason()).isEqualTo("nobody wants it");
    }

    @Test
    void theResultIsKeptWithTheJob() {
        handle(NUT, (job, nut) -> job.result(new Nut("shell of " + nut.name())));
        long id = fixture.enqueue("a");
        fixture.awaitState(id, JobState.SUCCEEDED);
        assertThat(fixture.info(id).result().orElseThrow()).asString().isEqualTo("{\"name\":\"shell of a\"}");
    }

    @Test
    void progressIsSeenWhileTheJobRuns() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        handle(NUT, (job, nut) -> {
            job.progress(0.25, "a quarter");
            job.progress(0.5, "half");
            gate.await();
        });
        long id = fixture.enqueue("a");
        until(() -> fixture.admin
                .find(id)
                .map(info -> info.summary().progress())
                .filter(progress -> progress.fraction() == 0.5)
                .isPresent());
        JobProgress progress = Objects.requireNonNull(fixture.info(id).summary().progress());
        assertThat(progress.note()).isEqualTo("half");
        assertThat(fixture.info(id).state()).isEqualTo(JobState.RUNNING);
        gate.countDown();
        fixture.awaitState(id, JobState.SUCCEEDED);
    }

    @Test
    void aHandlerWhoseTimeIsUpIsInterruptedTriedAgainAndThenParked() {
        List<Integer> interrupted = new CopyOnWriteArrayList<>();
        handle(NUT.withTimeout(Duration.ofMillis(300)), (job, nut) -> {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.add(job.attempt());
                throw e;
            }
        });
        long id = fixture.enqueue("a");
        fixture.awaitState(id, JobState.PARKED);
        assertThat(interrupted).containsExactly(1, 2);
        assertThat(fixture.info(id).errors())
                .hasSize(2)
                .allSatisfy(error -> assertThat(error.text()).contains("Timed out after PT0.3S"));
    }

    @Test
    void aRunningJobIsCancelledFromAnotherNodeWithinASecondOrSo() throws Exception {
        CountDownLatch told = new CountDownLatch(1);
        handle(NUT, (job, nut) -> {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                if (job.cancelled()) {
                    told.countDown();
                }
                throw e;
            }
        });
        long id = fixture.enqueue("a");
        fixture.awaitState(id, JobState.RUNNING);
        assertThat(fixture.admin.cancel(id, "changed our minds")).isEqualTo(CancelOutcome.REQUESTED);
        // A second, and what a busy machine needs; without the signal it would be a third of the lease.
        assertThat(told.await(4, TimeUnit.SECONDS)).isTrue();
        fixture.awaitState(id, JobState.CANCELLED);
        assertThat(fixture.info(id).summary().reason()).isEqualTo("changed our minds");
    }

    @Test
    void whateverAHandlerThrowsIsThatJobsFailureOnly() {
        List<Throwable> hostile = List.of(
                new StackOverflowError("deep"),
                new OutOfMemoryError("by hand"),
                new InterruptedException("by hand"),
                new ThreadDeathLike(),
                new Mute(),
                new IllegalStateException("a\0b and \uD800 and \uDC00"),
                new IllegalStateException("\uD83D\uDC3F".repeat(20_000)),
                cyclic());
        handle(NUT.withAttemptsMax(1), (job, nut) -> {
            if (nut.name().equals("deep")) {
                dig(0);
            }
            if (!nut.name().equals("good")) {
                sneak(hostile.get(Integer.parseInt(nut.name())));
            }
        });
        for (int i = 0; i < hostile.size(); i++) {
            long id = fixture.enqueue(Integer.toString(i));
            fixture.awaitState(id, JobState.PARKED);
            assertThat(fixture.info(id).errors())
                    .as(hostile.get(i).getClass().getName())
                    .hasSize(1);
            assertThat(fixture.info(id).errors().get(0).text())
                    .contains(hostile.get(i).getClass().getName());
        }
        JobInfo deep = parked("deep");
        assertThat(deep.errors().get(0).text()).contains("StackOverflowError");
        fixture.awaitState(fixture.enqueue("good"), JobState.SUCCEEDED);
    }

    private JobInfo parked(String name) {
        long id = fixture.enqueue(name);
        fixture.awaitState(id, JobState.PARKED);
        return fixture.info(id);
    }

    private void handle(JobKind<Nut> kind, JobHandler<Nut> handler) {
        fixture.start(fixture.node().wake(SchemaFixture.NO_FALLBACK).handle(kind, handler));
    }

    private static int dig(int depth) {
        return depth == Integer.MAX_VALUE ? 0 : dig(depth + 1) + 1;
    }

    @SuppressWarnings("unchecked") // erased: throws anything, checked or not
    private static <E extends Throwable> void sneak(Throwable t) throws E {
        throw (E) t;
    }

    private static Throwable cyclic() {
        IllegalStateException outer = new IllegalStateException("outer");
        outer.initCause(new IllegalStateException("inner", outer));
        return outer;
    }

    private static final class Mute extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("will not say");
        }
    }

    private static final class ThreadDeathLike extends Error {
        private static final long serialVersionUID = 1L;
    }
}
