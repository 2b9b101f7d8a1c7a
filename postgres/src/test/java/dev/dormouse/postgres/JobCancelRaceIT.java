package dev.dormouse.postgres;

import static dev.dormouse.postgres.JobFixture.NUT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.jobs.CancelOutcome;
import dev.dormouse.jobs.JobState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Cancelling jobs while they are claimed, fail, and are claimed again: each ends once, and as it was said. */
final class JobCancelRaceIT {

    private static final int JOBS = 300;

    @Test
    void whatWasCancelledNeverRunsAfterwardsAndNothingIsLeftBehind() throws Exception {
        Map<Long, CancelOutcome> outcomes = new ConcurrentHashMap<>();
        Set<Long> startedLate = ConcurrentHashMap.newKeySet();
        try (JobFixture fixture = new JobFixture()) {
            fixture.start(fixture.node().lease(Duration.ofMinutes(10)).handle(NUT.withAttemptsMax(1000), (job, nut) -> {
                if (outcomes.get(job.id()) == CancelOutcome.CANCELLED) {
                    startedLate.add(job.id());
                }
                throw new IllegalStateException("fails until it is cancelled");
            }));
            List<Long> ids = LongStream.range(0, JOBS)
                    .mapToObj(i -> fixture.enqueue("n" + i))
                    .toList();

            ids.parallelStream().forEach(id -> outcomes.put(id, fixture.admin.cancel(id, "enough")));

            // The race happened: some were caught while they waited, others while they ran.
            assertThat(outcomes.values()).containsOnly(CancelOutcome.CANCELLED, CancelOutcome.REQUESTED);
            for (long id : ids) {
                fixture.awaitState(id, JobState.CANCELLED);
            }
            assertThat(startedLate).isEmpty();
            for (String table : List.of("job_ready", "job_scheduled", "job_claim", "job_parked", "job_cancel")) {
                assertThat(fixture.value("select count(*) from {schema}." + table))
                        .as(table)
                        .isEqualTo("0");
            }
            assertThat(fixture.value("select count(*) from {schema}.job_done where reason = 'enough'"))
                    .isEqualTo(Integer.toString(JOBS));
        }
    }
}
