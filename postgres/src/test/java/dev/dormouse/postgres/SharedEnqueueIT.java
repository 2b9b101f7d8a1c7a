package dev.dormouse.postgres;

import static dev.dormouse.postgres.SchemaFixture.until;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dormouse.jobs.Enqueued;
import dev.dormouse.jobs.JobStore;
import dev.dormouse.jobs.NewJob;
import dev.dormouse.spi.StoreException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Jobs that several callers put in at the same moment, in a transaction that they share. */
final class SharedEnqueueIT {

    private final JobFixture fixture = new JobFixture();
    private final JobStore store = fixture.postgres().jobs();
    private final List<CompletableFuture<Enqueued>> callers = new ArrayList<>();

    @AfterEach
    void close() {
        fixture.close();
    }

    /** A caller that waits: for the table, or for the calls of those who do. */
    private void call(String name, @Nullable String limitKey) {
        NewJob job =
                new NewJob("default", "nut", 0, name.getBytes(StandardCharsets.UTF_8), null, null, limitKey, Map.of());
        CompletableFuture<Enqueued> enqueued = new CompletableFuture<>();
        Thread caller = new Thread(() -> {
            try {
                enqueued.complete(store.enqueue(List.of(job)).get(0));
            } catch (RuntimeException e) {
                enqueued.completeExceptionally(e);
            }
        });
        int before = callers.size();
        caller.start();
        until(() -> before == 0 ? waitingForTheTable() == 1 : caller.getState() == Thread.State.WAITING);
        callers.add(enqueued);
    }

    private long waitingForTheTable() throws SQLException {
        return Long.parseLong(fixture.value(
                "select count(*) from pg_locks where not granted and relation = '{schema}.job'::regclass"));
    }

    private void whileNobodyCanInsert(Runnable calls) throws SQLException {
        try (Connection connection = fixture.pool.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute(fixture.fill("lock table {schema}.job in share mode"));
            calls.run();
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }

    private @Nullable String payload(CompletableFuture<Enqueued> caller) throws SQLException {
        return fixture.value("select convert_from(payload, 'UTF8') from {schema}.job where id = "
                + caller.join().id());
    }

    @Test
    void callersThatComeTogetherShareATransactionAndGetTheirOwnJobs() throws Exception {
        int count = 20;
        whileNobodyCanInsert(() -> {
            for (int i = 0; i < count; i++) {
                call("nut " + i, null);
            }
        });
        for (int i = 0; i < count; i++) {
            assertThat(payload(callers.get(i))).isEqualTo("nut " + i);
        }
        assertThat(fixture.count("job_ready")).isEqualTo(count);
        assertThat(Integer.parseInt(fixture.value("select count(distinct xmin::text) from {schema}.job")))
                .as("transactions: of the first, and of all others")
                .isEqualTo(2);
    }

    @Test
    void oneThatCannotBeStoredIsNoTroubleToThoseBesideIt() throws Exception {
        whileNobodyCanInsert(() -> {
            call("first", null);
            call("sound", null);
            call("unsound", "no\0text");
            call("sound too", null);
        });
        int unsound = callers.size() - 2;
        assertThatThrownBy(callers.get(unsound)::join)
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(StoreException.class);
        assertThat(payload(callers.get(unsound - 1))).isEqualTo("sound");
        assertThat(payload(callers.get(unsound + 1))).isEqualTo("sound too");
        assertThat(fixture.count("job")).isEqualTo(callers.size() - 1);
    }
}
