package dev.dormouse.postgres;

import static dev.dormouse.postgres.JobFixture.NUT;
import static dev.dormouse.postgres.SchemaFixture.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.jobs.Enqueued;
import dev.dormouse.jobs.JobKind;
import dev.dormouse.jobs.JobRequest;
import dev.dormouse.jobs.JobState;
import dev.dormouse.jobs.NonRetryableException;
import dev.dormouse.jobs.Uniqueness;
import dev.dormouse.jobs.Uniqueness.Until;
import dev.dormouse.postgres.JobFixture.Nut;
import dev.dormouse.wake.WakeSettings;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A unique key has one holder, who gives it up when it has gone as far as was said. */
final class JobUniqueIT {

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
    void theSecondIsAnsweredWithTheFirst() {
        Enqueued first = enqueue(Until.FINISHED);
        Enqueued second = enqueue(Until.FINISHED);
        assertThat(first.inserted()).isTrue();
        assertThat(second).isEqualTo(new Enqueued(first.id(), false));
        assertThat(fixture.jobs.enqueue(nut().withUniqueKey("other")).inserted())
                .isTrue();
    }

    @Test
    void keysOfDifferentKindsAreDifferent() {
        JobKind<Nut> seed = JobKind.of("seed", Nut.class);
        assertThat(enqueue(Until.FINISHED).inserted()).isTrue();
        assertThat(fixture.jobs
                        .enqueue(seed.with(new Nut("n")).withUniqueKey("key"))
                        .inserted())
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource(Until.class)
    void aKeyIsGivenUpWhenTheJobHasGoneSoFar(Until until) throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        long id = enqueue(until).id();
        assertThat(enqueue(until).id()).as("ready").isEqualTo(id);
        fixture.start(fixture.node().handle(NUT, (job, nut) -> {
            gate.await();
            throw new NonRetryableException("to be parked");
        }));
        fixture.awaitState(id, JobState.RUNNING);
        awaitKey("running", until.compareTo(Until.STARTED) > 0);
        gate.countDown();
        fixture.awaitState(id, JobState.PARKED);
        awaitKey("parked", until.compareTo(Until.FINISHED_OR_PARKED) > 0);
        fixture.admin.discard(id, "not wanted");
        awaitKey("finished", until == Until.PRUNED);
    }

    @ParameterizedTest
    @EnumSource(Until.class)
    void successGivesUpTheKeyUnlessItIsToBeRemembered(Until until) throws Exception {
        fixture.start(fixture.node().handle(NUT, (job, nut) -> {}));
        long id = enqueue(until).id();
        fixture.awaitState(id, JobState.SUCCEEDED);
        awaitKey("finished", until == Until.PRUNED);
        Enqueued again = enqueue(until);
        assertThat(again.inserted()).isEqualTo(until != Until.PRUNED);
    }

    @ParameterizedTest
    @EnumSource(Until.class)
    void completingInATransactionGivesUpTheKeyUnlessItIsToBeRemembered(Until until) throws Exception {
        fixture.start(fixture.node().handle(NUT, (job, nut) -> {
            try (Connection connection = fixture.pool.getConnection()) {
                job.completeIn(connection);
            }
        }));
        fixture.awaitState(enqueue(until).id(), JobState.SUCCEEDED);
        awaitKey("finished", until == Until.PRUNED);
    }

    @Test
    void aKeyIsKeptBetweenTheAttempts() throws Exception {
        JobKind<Nut> patient = NUT.withRetry(attempt -> Duration.ofHours(1));
        fixture.start(fixture.node().handle(patient, (job, nut) -> {
            throw new IllegalStateException("fails");
        }));
        long id = enqueue(Until.FINISHED_OR_PARKED).id();
        fixture.awaitState(id, JobState.SCHEDULED);
        assertThat(enqueue(Until.FINISHED_OR_PARKED)).isEqualTo(new Enqueued(id, false));
        fixture.admin.cancel(id, "not wanted");
        assertThat(enqueue(Until.FINISHED_OR_PARKED).inserted()).isTrue();
    }

    @Test
    void aRememberedKeyIsFreeOnceItsJobIsPruned() throws Exception {
        fixture.start(fixture.node()
                .wake(WakeSettings.defaults().withFallbackInterval(Duration.ofMillis(500)))
                .retention(Duration.ZERO)
                .handle(NUT, (job, nut) -> {}));
        enqueue(Until.PRUNED);
        until(() -> enqueue(Until.PRUNED).inserted());
    }

    @Test
    void oneOfManyThreadsWinsTheKey() throws Exception {
        for (int round = 0; round < 5; round++) {
            String key = "raced-" + round;
            List<Enqueued> answers = race(32, () -> fixture.jobs.enqueue(nut().withUniqueKey(key)));
            assertThat(answers.stream().filter(Enqueued::inserted)).hasSize(1);
            assertThat(answers.stream().map(Enqueued::id).distinct()).hasSize(1);
        }
    }

    @Test
    void whileTheKeyComesAndGoesEveryoneGetsAnAnswer() throws Exception {
        fixture.start(fixture.node().handle(NUT, (job, nut) -> {}));
        List<Enqueued> answers = new ArrayList<>();
        for (int round = 0; round < 10; round++) {
            answers.addAll(race(16, () -> enqueue(Until.STARTED)));
        }
        long inserted = answers.stream().filter(Enqueued::inserted).count();
        until(() -> Long.toString(inserted).equals(fixture.value("select count(*) from {schema}.job_done")));
        assertThat(fixture.value("select count(*) from {schema}.job")).isEqualTo(Long.toString(inserted));
    }

    @Test
    void oneOfABulkCallWinsTheKey() {
        List<Enqueued> answers = fixture.jobs.enqueueAll(
                List.of(nut().withUniqueKey("a"), nut().withUniqueKey("b"), nut(), nut().withUniqueKey("a")));
        assertThat(answers.stream().map(Enqueued::inserted)).containsExactly(true, true, true, false);
        assertThat(answers.get(3).id()).isEqualTo(answers.get(0).id());
    }

    @Test
    void aTransactionThatRollsBackLeavesTheKeyFree() throws Exception {
        try (Connection connection = fixture.pool.getConnection()) {
            connection.setAutoCommit(false);
            assertThat(fixture.jobs
                            .enqueue(connection, nut().withUniqueKey("key"))
                            .inserted())
                    .isTrue();
            assertThat(fixture.jobs
                            .enqueue(connection, nut().withUniqueKey("key"))
                            .inserted())
                    .isFalse();
            connection.rollback();
        }
        assertThat(fixture.value("select count(*) from {schema}.job")).isEqualTo("0");
        assertThat(enqueue(Until.FINISHED).inserted()).isTrue();
    }

    private static List<Enqueued> race(int threads, java.util.function.Supplier<Enqueued> enqueue) throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            CyclicBarrier start = new CyclicBarrier(threads);
            List<Future<Enqueued>> futures = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                futures.add(executor.submit(() -> {
                    start.await();
                    return enqueue.get();
                }));
            }
            List<Enqueued> answers = new ArrayList<>();
            for (Future<Enqueued> future : futures) {
                answers.add(future.get());
            }
            return answers;
        } finally {
            executor.shutdownNow();
        }
    }

    private void awaitKey(String when, boolean kept) throws Exception {
        if (kept) {
            assertThat(fixture.value("select count(*) from {schema}.job_unique"))
                    .as(when)
                    .isEqualTo("1");
        } else {
            fixture.awaitCount(0, "job_unique");
        }
    }

    private Enqueued enqueue(Until until) {
        return fixture.jobs.enqueue(nut().withUniqueness(new Uniqueness("key", until)));
    }

    private static JobRequest<Nut> nut() {
        return NUT.with(new Nut("n"));
    }
}
