package dev.dormouse.postgres;

import static dev.dormouse.postgres.JobFixture.NUT;
import static dev.dormouse.postgres.SchemaFixture.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.jobs.JobContext;
import dev.dormouse.jobs.JobState;
import dev.dormouse.jobs.LeaseLostException;
import dev.dormouse.postgres.JobFixture.Nut;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Jobs that come and go with the application's own transactions. */
final class JobTransactionIT {

    private JobFixture fixture;

    @BeforeEach
    void open() throws Exception {
        fixture = new JobFixture();
        fixture.execute("create table {schema}.effect (job bigint)");
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void aJobExistsIfItsTransactionCommitsAndRunsAfterThat() throws Exception {
        List<String> ran = new CopyOnWriteArrayList<>();
        fixture.start(fixture.node().wake(SchemaFixture.NO_FALLBACK).handle(NUT, (job, nut) -> ran.add(nut.name())));
        fixture.awaitCount(1, "sleeper");
        try (Connection connection = fixture.pool.getConnection()) {
            connection.setAutoCommit(false);
            fixture.jobs.enqueue(connection, NUT, new Nut("rolled back"));
            connection.rollback();
            fixture.jobs.enqueue(connection, NUT, new Nut("committed"));
            fixture.jobs.enqueueAll(connection, List.of(NUT.with(new Nut("one")), NUT.with(new Nut("two"))));
            assertThat(ran).isEmpty();
            connection.commit();
        }
        until(() -> ran.size() == 3);
        assertThat(ran).containsExactlyInAnyOrder("committed", "one", "two");
    }

    @Test
    void aRollbackAfterCompletingMeansThatTheJobRunsAgain() throws Exception {
        fixture.start(fixture.node().handle(NUT, (job, nut) -> {
            try (Connection connection = begin()) {
                effect(connection, job);
                job.completeIn(connection);
                if (job.attempt() == 1) {
                    connection.rollback();
                    throw new IllegalStateException("rolled back");
                }
                connection.commit();
            }
        }));
        long id = fixture.enqueue("a");
        fixture.awaitState(id, JobState.SUCCEEDED);
        assertThat(effects(id)).isEqualTo("1");
        assertThat(fixture.info(id).summary().attempt()).isEqualTo(2);
        assertThat(fixture.info(id).errors()).hasSize(1);
        assertThat(fixture.info(id).errors().get(0).text()).contains("rolled back");
    }

    @Test
    void aHandlerThatForgetsToCommitIsToldAndParkedInTheEnd() throws Exception {
        fixture.start(fixture.node().handle(NUT, (job, nut) -> {
            try (Connection connection = begin()) {
                effect(connection, job);
                job.completeIn(connection);
            }
        }));
        long id = fixture.enqueue("a");
        fixture.awaitState(id, JobState.PARKED);
        assertThat(effects(id)).isEqualTo("0");
        assertThat(fixture.info(id).errors())
                .hasSize(2)
                .allMatch(error -> error.text().contains("its transaction was not committed"));
    }

    @Test
    void aTransactionThatStaysOpenHoldsUpNobodyAndDecidesInTheEnd() throws Exception {
        AtomicReference<Connection> leaked = new AtomicReference<>();
        fixture.start(fixture.node().handle(NUT, (job, nut) -> {
            if (nut.name().equals("leaks")) {
                Connection connection = begin();
                leaked.set(connection);
                effect(connection, job);
                job.completeIn(connection);
                throw new IllegalStateException("and leaves its transaction open");
            }
        }));
        long id = fixture.enqueue("leaks");
        until(() -> leaked.get() != null);
        for (int i = 0; i < 20; i++) {
            fixture.awaitState(fixture.enqueue("other"), JobState.SUCCEEDED);
        }
        try (Connection connection = Objects.requireNonNull(leaked.get())) {
            assertThat(fixture.info(id).state()).isEqualTo(JobState.RUNNING);
            connection.commit();
        }
        fixture.awaitState(id, JobState.SUCCEEDED);
        assertThat(effects(id)).isEqualTo("1");
    }

    @Test
    void anOpenTransactionOfADeadNodeDoesNotHoldUpItsSuccessors() throws Exception {
        long first = fixture.enqueue("held");
        long second = fixture.enqueue("free");
        fixture.dieHolding(2, Duration.ofSeconds(1), NUT);
        try (Connection connection = begin();
                Statement statement = connection.createStatement()) {
            statement.execute(fixture.fill("delete from {schema}.job_claim where job_id = " + first));
            fixture.start(fixture.node().wake(SchemaFixture.NO_FALLBACK).handle(NUT, (job, nut) -> {}));
            fixture.awaitState(second, JobState.SUCCEEDED);
            fixture.awaitState(fixture.enqueue("later"), JobState.SUCCEEDED);
            connection.rollback();
        }
        fixture.awaitState(first, JobState.SUCCEEDED);
        assertThat(fixture.info(first).summary().attempt()).isEqualTo(2);
    }

    @Test
    void whatWasCommittedDoesNotRunAgainEvenIfTheHandlerThenThrows() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        fixture.start(fixture.node().handle(NUT, (job, nut) -> {
            if (nut.name().equals("other")) {
                return;
            }
            runs.incrementAndGet();
            try (Connection connection = begin()) {
                effect(connection, job);
                job.result("committed");
                job.completeIn(connection);
                connection.commit();
            }
            throw new IllegalStateException("too late");
        }));
        long id = fixture.enqueue("a");
        fixture.awaitState(id, JobState.SUCCEEDED);
        fixture.awaitState(fixture.enqueue("other"), JobState.SUCCEEDED);
        fixture.awaitCount(0, "job_claim");
        assertThat(runs.get()).isEqualTo(1);
        assertThat(effects(id)).isEqualTo("1");
        assertThat(fixture.info(id).result())
                .hasValueSatisfying(bytes -> assertThat(bytes).asString().isEqualTo("\"committed\""));
    }

    @Test
    void whoLostTheJobCannotCompleteIt() throws Exception {
        CountDownLatch claimed = new CountDownLatch(1);
        CountDownLatch lost = new CountDownLatch(1);
        AtomicReference<Throwable> refusal = new AtomicReference<>();
        fixture.start(fixture.node().lease(Duration.ofHours(1)).handle(NUT, (job, nut) -> {
            claimed.countDown();
            awaitUninterruptibly(lost);
            try (Connection connection = begin()) {
                effect(connection, job);
                job.completeIn(connection);
                connection.commit();
            } catch (LeaseLostException e) {
                refusal.set(e);
                throw e;
            }
        }));
        long id = fixture.enqueue("a");
        assertThat(claimed.await(1, TimeUnit.MINUTES)).isTrue();
        // Another node takes over, and holds the job.
        fixture.execute("update {schema}.job_claim set node = node + 1000, attempt = attempt + 1");
        lost.countDown();
        until(() -> refusal.get() != null);
        assertThat(refusal.get()).hasMessageContaining("job " + id).hasMessageContaining("roll the transaction back");
        assertThat(effects(id)).isEqualTo("0");
        fixture.awaitCount(1, "job_claim");
        assertThat(fixture.value("select count(*) from {schema}.job_done")).isEqualTo("0");
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        while (true) {
            try {
                latch.await();
                return;
            } catch (InterruptedException e) {
                // The lease was lost: just what the test wants to happen while the handler goes on.
            }
        }
    }

    private Connection begin() throws SQLException {
        Connection connection = fixture.pool.getConnection();
        connection.setAutoCommit(false);
        return connection;
    }

    private void effect(Connection connection, JobContext job) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(fixture.fill("insert into {schema}.effect values (" + job.id() + ")"));
        }
    }

    private String effects(long id) throws SQLException {
        return Objects.requireNonNull(fixture.value("select count(*) from {schema}.effect where job = " + id));
    }
}
