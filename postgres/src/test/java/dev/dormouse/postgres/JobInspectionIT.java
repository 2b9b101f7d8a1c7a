package dev.dormouse.postgres;

import static dev.dormouse.postgres.JobFixture.NUT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dormouse.jobs.BoundedCount;
import dev.dormouse.jobs.JobFilter;
import dev.dormouse.jobs.JobInfo;
import dev.dormouse.jobs.JobPage;
import dev.dormouse.jobs.JobState;
import dev.dormouse.jobs.JobSummary;
import dev.dormouse.jobs.QueueInfo;
import dev.dormouse.jobs.QueueLimits;
import dev.dormouse.postgres.JobFixture.Nut;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class JobInspectionIT {

    private final JobFixture fixture = new JobFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void anUnknownIdIsNotFound() {
        assertThat(fixture.admin.find(12345)).isEmpty();
        assertThat(fixture.admin.find(-1)).isEmpty();
    }

    @Test
    void aReadyJobTellsAllThatWasGiven() {
        long id = fixture.jobs
                .enqueue(NUT.with(new Nut("hazel"))
                        .withPriority(7)
                        .withUniqueKey("u")
                        .withLimitKey("l")
                        .withHeaders(Map.of("trace", "a\"b", "x", "ü")))
                .id();

        JobInfo info = fixture.info(id);
        JobSummary job = info.summary();

        assertThat(job.state()).isEqualTo(JobState.READY);
        assertThat(job).extracting("queue", "kind", "priority").containsExactly("default", "nut", 7);
        assertThat(job).extracting("uniqueKey", "limitKey", "attempt").containsExactly("u", "l", 0);
        assertThat(job)
                .extracting("dueAt", "claimedAt", "node", "parkedAt", "finishedAt", "reason", "progress")
                .containsOnlyNulls();
        assertThat(new String(info.payload(), StandardCharsets.UTF_8)).isEqualTo("{\"name\":\"hazel\"}");
        assertThat(info.headers()).isEqualTo(Map.of("trace", "a\"b", "x", "ü"));
        assertThat(info.result()).isEmpty();
        assertThat(info.errors()).isEmpty();
    }

    @Test
    void aScheduledJobTellsWhenItIsDue() {
        long id = fixture.jobs
                .enqueue(NUT.with(new Nut("acorn")).withDelay(Duration.ofHours(1)))
                .id();

        JobSummary job = fixture.info(id).summary();

        assertThat(job.state()).isEqualTo(JobState.SCHEDULED);
        assertThat(job.dueAt()).isEqualTo(job.enqueuedAt().plus(Duration.ofHours(1)));
    }

    @Test
    void aRunningJobTellsItsNodeAndProgressAndAFinishedOneItsResult() {
        CountDownLatch end = new CountDownLatch(1);
        var node = fixture.start(fixture.node().handle(NUT, (job, nut) -> {
            job.progress(0.5, "half");
            end.await();
            job.result(new Nut("cracked " + nut.name()));
        }));
        long id = fixture.enqueue("pecan");
        fixture.awaitState(id, JobState.RUNNING);
        SchemaFixture.until(() -> fixture.info(id).summary().progress() != null);

        JobSummary running = fixture.info(id).summary();
        assertThat(running.node()).isEqualTo(node.health().node());
        assertThat(running.attempt()).isEqualTo(1);
        assertThat(running.claimedAt()).isNotNull();
        assertThat(running.progress()).extracting("fraction", "note").containsExactly(0.5, "half");
        end.countDown();
        fixture.awaitState(id, JobState.SUCCEEDED);

        JobInfo done = fixture.info(id);
        assertThat(new String(done.result().orElseThrow(), StandardCharsets.UTF_8))
                .contains("cracked pecan");
        assertThat(done.summary().duration()).isPresent();
    }

    @Test
    void aParkedJobTellsTheErrorsOfAllItsAttempts() {
        fixture.start(fixture.node().handle(NUT, (job, nut) -> {
            throw new IllegalStateException("too hard, attempt " + job.attempt());
        }));
        long id = fixture.enqueue("brazil");
        fixture.awaitState(id, JobState.PARKED);

        JobInfo info = fixture.info(id);

        assertThat(info.summary().attempt()).isEqualTo(2);
        assertThat(info.summary().parkedAt()).isNotNull();
        assertThat(info.errors()).extracting("attempt").containsExactly(1, 2);
        assertThat(info.errors().get(0).text()).contains("too hard, attempt 1", "\tat ");
        assertThat(info.errors())
                .allSatisfy(error -> assertThat(error.claimedAt()).isBefore(error.failedAt()));
    }

    @Test
    void pagesGoThroughAllJobsNewestFirst() throws SQLException {
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            ids.add(0, i % 5 == 0 ? fixture.park("nut " + i) : fixture.enqueue("nut " + i));
        }

        assertThat(all(JobFilter.any(), 10)).isEqualTo(ids);
        assertThat(all(JobFilter.any(), 25)).isEqualTo(ids);
        assertThat(fixture.admin.list(JobFilter.any(), 25).next()).isEmpty();
        assertThat(fixture.admin.list(JobFilter.any(), 24).next()).hasValue(ids.get(23));
        assertThat(all(JobFilter.any().withStates(JobState.PARKED), 2)).hasSize(5);
        assertThat(all(JobFilter.any().withStates(JobState.PARKED, JobState.READY), 100))
                .isEqualTo(ids);
    }

    @Test
    void aFilterNamesStatesQueueKindAndLimitKey() {
        long here = fixture.jobs
                .enqueue(NUT.with(new Nut("a")).withQueue("wood").withLimitKey("k"))
                .id();
        long later = fixture.jobs
                .enqueue(NUT.with(new Nut("b")).withQueue("wood").withDelay(Duration.ofHours(1)))
                .id();
        long cancelled = fixture.enqueue("c");
        fixture.admin.cancel(cancelled, "no");

        assertThat(all(JobFilter.any().withQueue("wood"), 1)).containsExactly(later, here);
        assertThat(all(JobFilter.any().withLimitKey("k"), 1)).containsExactly(here);
        assertThat(all(JobFilter.any().withKind(NUT), 100)).containsExactly(cancelled, later, here);
        assertThat(all(JobFilter.any().withKind("none"), 100)).isEmpty();
        assertThat(all(JobFilter.any().withStates(JobState.CANCELLED), 100)).containsExactly(cancelled);
        assertThat(all(JobFilter.any().withStates(JobState.SUCCEEDED, JobState.DISCARDED), 100))
                .isEmpty();
        assertThat(all(JobFilter.any().withStates(JobState.SCHEDULED).withQueue("wood"), 100))
                .containsExactly(later);
    }

    @Test
    void aRareMatchIsFoundBeyondWhatOnePageLooksThrough() {
        long rare = fixture.jobs
                .enqueue(NUT.with(new Nut("rare")).withQueue("wood"))
                .id();
        fixture.jobs.enqueueAll(IntStream.range(0, PgJobReader.SCAN_MAX + 10)
                .mapToObj(i -> NUT.with(new Nut("n" + i)))
                .toList());
        JobFilter filter = JobFilter.any().withQueue("wood");

        JobPage first = fixture.admin.list(filter, 10);

        assertThat(first.jobs()).isEmpty();
        assertThat(first.next()).isPresent();
        assertThat(all(filter, 10)).containsExactly(rare);
    }

    @Test
    void pageSizesOutsideOfOneToAHundredAreRefused() {
        for (int size : new int[] {-1, 0, 101}) {
            assertThatThrownBy(() -> fixture.admin.list(JobFilter.any(), size))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("pageSize must be 1 to 100: " + size);
        }
    }

    @Test
    void queuesTellWhatTheyHold() throws SQLException {
        fixture.enqueue("a");
        fixture.jobs.enqueue(NUT.with(new Nut("b")).withPriority(-5));
        fixture.park("c");
        fixture.jobs.enqueue(NUT.with(new Nut("d")).withQueue("wood").withDelay(Duration.ofHours(1)));
        fixture.admin.pause("attic");
        fixture.admin.limit("attic", QueueLimits.none().withMaxRunning(3).withRate(5, Duration.ofSeconds(2)));

        List<QueueInfo> queues = fixture.admin.queues();

        assertThat(queues).extracting(QueueInfo::name).containsExactly("attic", "default", "wood");
        QueueInfo attic = queues.get(0);
        assertThat(attic.paused()).isTrue();
        assertThat(attic.limits())
                .isEqualTo(QueueLimits.none().withMaxRunning(3).withRate(5, Duration.ofSeconds(2)));
        QueueInfo standard = queues.get(1);
        assertThat(standard.paused()).isFalse();
        assertThat(standard.limits()).isEqualTo(QueueLimits.none());
        assertThat(standard.ready()).isEqualTo(new BoundedCount(2, false));
        assertThat(standard.parked()).isEqualTo(new BoundedCount(1, false));
        assertThat(standard.oldestReadyAge()).isPresent();
        assertThat(queues.get(2).scheduled()).isEqualTo(new BoundedCount(1, false));
        assertThat(queues.get(2).oldestReadyAge()).isEmpty();
    }

    @Test
    void aLongBacklogIsCountedUpToALimitOnly() {
        fixture.jobs.enqueueAll(IntStream.range(0, 30)
                .mapToObj(i -> NUT.with(new Nut("n" + i)).withPriority(i % 3))
                .toList());

        QueueInfo queue = fixture.postgres().jobAdmin().queues(20).get(0);

        assertThat(queue.ready()).isEqualTo(new BoundedCount(20, true)).hasToString("at least 20");
    }

    private List<Long> all(JobFilter filter, int pageSize) {
        List<Long> ids = new ArrayList<>();
        JobPage page = fixture.admin.list(filter, pageSize);
        page.jobs().forEach(job -> ids.add(job.id()));
        while (page.next().isPresent()) {
            page = fixture.admin.list(filter, pageSize, page.next().getAsLong());
            page.jobs().forEach(job -> ids.add(job.id()));
        }
        return ids;
    }
}
