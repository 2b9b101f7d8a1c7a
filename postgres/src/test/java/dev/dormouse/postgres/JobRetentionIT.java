package dev.dormouse.postgres;

import static dev.dormouse.postgres.JobFixture.NUT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.jobs.JobAdminStore;
import dev.dormouse.jobs.JobState;
import dev.dormouse.jobs.Uniqueness;
import dev.dormouse.node.Pruner.Pruned;
import dev.dormouse.postgres.JobFixture.Nut;
import dev.dormouse.wake.WakeSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class JobRetentionIT {

    private static final WakeSettings OFTEN = WakeSettings.defaults().withFallbackInterval(Duration.ofMillis(200));

    private final JobFixture fixture = new JobFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void aFinishedJobIsPrunedWithAllThatWasKeptAboutIt() throws SQLException {
        fixture.start(fixture.node().wake(OFTEN).retention(Duration.ZERO).handle(NUT, (job, nut) -> {
            job.progress(1, "done");
            if (job.attempt() == 1) {
                throw new IllegalStateException("once");
            }
        }));

        long id = fixture.jobs
                .enqueue(NUT.with(new Nut("nut")).withUniqueness(Uniqueness.whileRemembered("k")))
                .id();

        SchemaFixture.until(() -> fixture.admin.find(id).isEmpty());
        for (String table : List.of("job", "job_done", "job_error", "job_progress", "job_unique", "job_cancel")) {
            assertThat(fixture.value("select count(*) from {schema}." + table))
                    .as(table)
                    .isEqualTo("0");
        }
    }

    @Test
    void onlyWhatIsFinishedForLongEnoughIsPruned() throws SQLException {
        long old = finished("old", "25 hours");
        long young = finished("young", "23 hours");
        long parked = fixture.park("parked");
        fixture.execute("update {schema}.job_parked set parked_at = now() - interval '1 year'");

        fixture.start(fixture.node().wake(OFTEN).handle(NUT.withQueue("elsewhere"), (job, nut) -> {}));

        SchemaFixture.until(() -> fixture.admin.find(old).isEmpty());
        assertThat(fixture.info(young).state()).isEqualTo(JobState.CANCELLED);
        assertThat(fixture.info(parked).state()).isEqualTo(JobState.PARKED);
    }

    @Test
    void prunersPassOverWhatOthersHoldAndShareTheRest() throws Exception {
        int count = 2000;
        fixture.jobs.enqueueAll(IntStream.range(0, count)
                .mapToObj(i -> NUT.with(new Nut("n" + i)))
                .toList());
        fixture.execute(
                "with gone as (delete from {schema}.job_ready returning id) insert into {schema}.job_done"
                        + " (id, attempt, state, finished_at) select id, 1, 'succeeded', now() - id * interval '1 h' from gone");
        JobAdminStore store = fixture.postgres().jobAdmin();
        try (Connection other = fixture.pool.getConnection();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute(fixture.fill("select from {schema}.job_done order by finished_at limit 10 for update"));

            List<CompletableFuture<Integer>> pruners = IntStream.range(0, 4)
                    .mapToObj(i ->
                            CompletableFuture.supplyAsync(() -> pruneAll(store)).orTimeout(60, TimeUnit.SECONDS))
                    .toList();
            int pruned = pruners.stream().mapToInt(CompletableFuture::join).sum();

            assertThat(pruned).isEqualTo(count - 10);
            other.rollback();
        }
        assertThat(pruneAll(store)).isEqualTo(10);
        assertThat(fixture.value("select count(*) from {schema}.job")).isEqualTo("0");
    }

    private static int pruneAll(JobAdminStore store) {
        int sum = 0;
        Pruned pruned = store.prune(Duration.ZERO, 50, Instant.EPOCH);
        while (pruned.removed() > 0) {
            sum += pruned.removed();
            pruned = store.prune(Duration.ZERO, 50, pruned.upTo());
        }
        return sum;
    }

    private long finished(String name, String ago) throws SQLException {
        long id = fixture.enqueue(name);
        fixture.admin.cancel(id, "to be over");
        fixture.execute("update {schema}.job_done set finished_at = now() - interval '" + ago + "' where id = " + id);
        return id;
    }
}
