package dev.dormouse.postgres;

import static dev.dormouse.postgres.JobFixture.NUT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dormouse.Dormouse;
import dev.dormouse.jobs.CancelOutcome;
import dev.dormouse.jobs.DiscardOutcome;
import dev.dormouse.jobs.Enqueued;
import dev.dormouse.jobs.JobFilter;
import dev.dormouse.jobs.JobState;
import dev.dormouse.jobs.JobSummary;
import dev.dormouse.jobs.QueueLimits;
import dev.dormouse.jobs.RetryOutcome;
import dev.dormouse.jobs.Uniqueness;
import dev.dormouse.jobs.Uniqueness.Until;
import dev.dormouse.postgres.JobFixture.Nut;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class JobAdminIT {

    private final JobFixture fixture = new JobFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void aWaitingJobIsCancelledAtOnceAndGivesItsKeyUp() throws SQLException {
        long ready = fixture.enqueue("ready");
        long scheduled = fixture.jobs
                .enqueue(NUT.with(new Nut("later"))
                        .withDelay(Duration.ofHours(1))
                        .withUniqueKey("k"))
                .id();
        long parked = fixture.park("parked");

        for (long id : List.of(ready, scheduled, parked)) {
            assertThat(fixture.admin.cancel(id, "not needed")).isEqualTo(CancelOutcome.CANCELLED);
            JobSummary job = fixture.info(id).summary();
            assertThat(job.state()).isEqualTo(JobState.CANCELLED);
            assertThat(job.reason()).isEqualTo("not needed");
            assertThat(job.finishedAt()).isNotNull();
        }
        assertThat(fixture.jobs
                        .enqueue(NUT.with(new Nut("again")).withUniqueKey("k"))
                        .inserted())
                .isTrue();
        assertThat(fixture.value("select count(*) from {schema}.job_cancel")).isEqualTo("0");
    }

    @Test
    void cancellingWhatIsOverOrUnknownChangesNothing() {
        long id = fixture.enqueue("nut");
        fixture.admin.cancel(id, "first");

        assertThat(fixture.admin.cancel(id, "second")).isEqualTo(CancelOutcome.ALREADY_FINISHED);
        assertThat(fixture.admin.cancel(id + 999, "none")).isEqualTo(CancelOutcome.NOT_FOUND);
        assertThat(fixture.info(id).summary().reason()).isEqualTo("first");
    }

    @Test
    void theHandlerOfARunningJobIsToldAtOnceOnAnyNode() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch told = new CountDownLatch(1);
        Dormouse node =
                fixture.start(fixture.node().lease(Duration.ofMinutes(10)).handle(NUT, (job, nut) -> {
                    try {
                        begun.countDown();
                        new CountDownLatch(1).await();
                    } finally {
                        assertThat(job.cancelled()).isTrue();
                        told.countDown();
                    }
                }));
        JobFixture.until(() -> node.health().counts().listening());
        long id = fixture.enqueue("nut");
        // Claimed is not begun: a signal that comes before the handler has no one to tell.
        assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();

        // With a lease of ten minutes, nothing but the signal can tell it within the deadline.
        assertThat(fixture.admin.cancel(id, "stop it")).isEqualTo(CancelOutcome.REQUESTED);

        assertThat(told.await(30, TimeUnit.SECONDS)).isTrue();
        fixture.awaitState(id, JobState.CANCELLED);
        assertThat(fixture.info(id).summary().reason()).isEqualTo("stop it");
        assertThat(fixture.value("select count(*) from {schema}.job_cancel")).isEqualTo("0");
    }

    @Test
    void aCancellationThatNoSignalToldOfIsFoundByTheNode() throws SQLException {
        fixture.start(
                fixture.node().lease(Duration.ofSeconds(3)).handle(NUT, (job, nut) -> new CountDownLatch(1).await()));
        long id = fixture.enqueue("nut");
        fixture.awaitState(id, JobState.RUNNING);

        fixture.execute("insert into {schema}.job_cancel (job_id, reason) values (" + id + ", 'quietly')");

        fixture.awaitState(id, JobState.CANCELLED);
        assertThat(fixture.info(id).summary().reason()).isEqualTo("quietly");
    }

    @Test
    void aCancelledJobThatFailsIsNotTriedAgain() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        AtomicInteger runs = new AtomicInteger();
        Duration lease = Duration.ofMinutes(10);
        fixture.start(fixture.node().lease(lease).handle(NUT.withAttemptsMax(100), (job, nut) -> {
            runs.incrementAndGet();
            go.await();
            throw new IllegalStateException("fails by itself");
        }));
        long id = fixture.enqueue("nut");
        fixture.awaitState(id, JobState.RUNNING);

        // With so long a lease the node never hears of it: the request is found when the failure is written.
        fixture.execute("insert into {schema}.job_cancel (job_id, reason) values (" + id + ", 'enough')");
        go.countDown();

        fixture.awaitState(id, JobState.CANCELLED);
        assertThat(runs).hasValue(1);
        assertThat(fixture.info(id).errors()).hasSize(1);
    }

    @Test
    void aCancelledJobWhoseNodeDiesIsNotRunAgain() throws SQLException {
        long cancelled = fixture.enqueue("cancelled");
        long other = fixture.enqueue("other");
        claimedByADeadNode(cancelled);
        claimedByADeadNode(other);
        assertThat(fixture.admin.cancel(cancelled, "too late")).isEqualTo(CancelOutcome.REQUESTED);
        assertThat(fixture.info(cancelled).summary().cancelling()).isTrue();

        fixture.start(fixture.node().handle(NUT, (job, nut) -> {}));

        fixture.awaitState(other, JobState.SUCCEEDED);
        fixture.awaitState(cancelled, JobState.CANCELLED);
        assertThat(fixture.info(cancelled).summary().reason()).isEqualTo("too late");
        assertThat(fixture.value("select count(*) from {schema}.job_cancel")).isEqualTo("0");
    }

    @Test
    void aRetriedJobRunsAtOnceWithAllItsAttempts() throws SQLException {
        long id = fixture.park("nut");
        fixture.start(fixture.node().handle(NUT, (job, nut) -> job.result(new Nut("attempt " + job.attempt()))));

        assertThat(fixture.admin.retry(id)).isEqualTo(RetryOutcome.RETRIED);

        fixture.awaitState(id, JobState.SUCCEEDED);
        assertThat(fixture.info(id).summary().attempt()).isEqualTo(1);
        assertThat(fixture.info(id).errors()).hasSize(1);
    }

    @Test
    void onlyParkedJobsAreRetriedOrDiscarded() {
        long ready = fixture.enqueue("nut");

        assertThat(fixture.admin.retry(ready)).isEqualTo(RetryOutcome.NOT_PARKED);
        assertThat(fixture.admin.discard(ready, "no")).isEqualTo(DiscardOutcome.NOT_PARKED);
        assertThat(fixture.admin.retry(ready + 999)).isEqualTo(RetryOutcome.NOT_FOUND);
        assertThat(fixture.admin.discard(ready + 999, "no")).isEqualTo(DiscardOutcome.NOT_FOUND);
        assertThat(fixture.info(ready).state()).isEqualTo(JobState.READY);
    }

    @Test
    void aRetriedJobTakesItsUniqueKeyBackUnlessAnotherHoldsIt() throws SQLException {
        Uniqueness key = new Uniqueness("k", Until.FINISHED_OR_PARKED);
        long first = uniqueAndParked(key);
        long second = uniqueAndParked(key);

        assertThat(fixture.admin.retry(first)).isEqualTo(RetryOutcome.RETRIED);
        assertThat(fixture.admin.retry(second)).isEqualTo(RetryOutcome.KEY_TAKEN);

        assertThat(fixture.info(second).state()).isEqualTo(JobState.PARKED);
        assertThat(fixture.jobs.enqueue(NUT.with(new Nut("third")).withUniqueness(key)))
                .isEqualTo(new Enqueued(first, false));
        assertThat(fixture.admin.retryAll(JobFilter.any())).isZero();
    }

    @Test
    void allParkedJobsThatMatchAreRetriedInBatches() throws SQLException {
        int count = PgJobAdmin.BATCH + 7;
        fixture.jobs.enqueueAll(IntStream.range(0, count)
                .mapToObj(i -> NUT.with(new Nut("n" + i)).withQueue(i % 2 == 0 ? "wood" : "default"))
                .toList());
        fixture.execute("with gone as (delete from {schema}.job_ready returning id)"
                + " insert into {schema}.job_parked (id, attempt) select id, 2 from gone");

        assertThat(fixture.admin.retryAll(JobFilter.any().withQueue("wood"))).isEqualTo((count + 1) / 2);
        assertThat(fixture.admin.retryAll(JobFilter.any().withStates(JobState.PARKED)))
                .isEqualTo(count / 2);
        assertThat(fixture.admin.retryAll(JobFilter.any())).isZero();
        assertThat(fixture.value("select count(*) from {schema}.job_ready where attempt = 0"))
                .isEqualTo(Integer.toString(count));
    }

    @Test
    void discardedJobsAreOverWithTheirReason() throws SQLException {
        long one = fixture.park("one");
        long two = fixture.park("two");
        long three = fixture.park("three");

        assertThat(fixture.admin.discard(one, "rotten")).isEqualTo(DiscardOutcome.DISCARDED);
        assertThat(fixture.admin.discardAll(JobFilter.any().withKind(NUT), "stale"))
                .isEqualTo(2);

        assertThat(fixture.info(one).summary())
                .extracting("state", "reason")
                .containsExactly(JobState.DISCARDED, "rotten");
        for (long id : List.of(two, three)) {
            assertThat(fixture.info(id).summary())
                    .extracting("state", "reason")
                    .containsExactly(JobState.DISCARDED, "stale");
        }
    }

    @Test
    void aFilterForOtherStatesThanParkedIsRefused() {
        JobFilter filter = JobFilter.any().withStates(JobState.READY);

        assertThatThrownBy(() -> fixture.admin.retryAll(filter))
                .hasMessage("only parked jobs can be retried, but the filter asks for [READY]: leave the states out");
        assertThatThrownBy(() -> fixture.admin.discardAll(filter, "no")).hasMessageContaining("discarded");
    }

    @Test
    void aPauseIsRememberedUntilTheQueueIsResumed() throws SQLException {
        fixture.admin.pause("wood");
        String since = fixture.value("select paused_at from {schema}.job_queue where name = 'wood'");
        fixture.admin.pause("wood");

        assertThat(fixture.value("select paused_at from {schema}.job_queue where name = 'wood'"))
                .isEqualTo(since)
                .isNotNull();
        assertThat(fixture.admin.resume("wood")).isTrue();
        assertThat(fixture.admin.resume("wood")).isFalse();
        assertThat(fixture.admin.resume("attic")).isFalse();
    }

    @Test
    void limitsAreReplacedAsAWholeAndLeaveAPauseAlone() throws SQLException {
        fixture.admin.pause("wood");
        fixture.admin.limit("wood", QueueLimits.none().withMaxRunning(5).withMaxRunningPerKey(2));
        fixture.admin.limit("wood", QueueLimits.none().withRate(10, Duration.ofMinutes(1)));

        assertThat(fixture.value("select concat_ws(',', max_running, max_running_per_key, rate_count, rate_period_ms,"
                        + " paused_at is not null) from {schema}.job_queue"))
                .isEqualTo("10,60000,t");
    }

    private long uniqueAndParked(Uniqueness key) throws SQLException {
        long id = fixture.jobs
                .enqueue(NUT.with(new Nut("unique")).withUniqueness(key))
                .id();
        fixture.park(id);
        fixture.execute("delete from {schema}.job_unique where job_id = " + id);
        return id;
    }

    private void claimedByADeadNode(long id) throws SQLException {
        fixture.execute("with gone as (delete from {schema}.job_ready where id = " + id + " returning id),"
                + " dead as (insert into {schema}.node (name, lease_until) values ('dead', now() + interval '2 s')"
                + " returning id)"
                + " insert into {schema}.job_claim (node, job_id, claimed_at, attempt)"
                + " select dead.id, gone.id, now(), 1 from gone, dead");
    }
}
