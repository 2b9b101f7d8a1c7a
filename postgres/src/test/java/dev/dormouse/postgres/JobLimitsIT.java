package dev.dormouse.postgres;

import static dev.dormouse.postgres.JobFixture.NUT;
import static dev.dormouse.postgres.SchemaFixture.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.Dormouse;
import dev.dormouse.jobs.CancelOutcome;
import dev.dormouse.jobs.JobKind;
import dev.dormouse.jobs.JobState;
import dev.dormouse.jobs.QueueLimits;
import dev.dormouse.postgres.JobFixture.Nut;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Limits of a queue hold in the whole cluster, and whatever they hold back goes on by a wake, not by the fallback. */
@Order(3)
final class JobLimitsIT {

    private static final String QUEUE = "default";
    private static final QueueLimits ONE_PER_KEY = QueueLimits.none().withMaxRunningPerKey(1);
    private static final JobKind<Nut> SEED = JobKind.of("seed", Nut.class);

    private final Crowd crowd = new Crowd();
    private JobFixture fixture;

    @BeforeEach
    void open() {
        fixture = new JobFixture();
    }

    @AfterEach
    void close() {
        crowd.open();
        fixture.close();
    }

    @Test
    void aPausedQueueIsLeftAloneWithoutSpinningAndResumingWakesAtOnce() throws Exception {
        fixture.admin.pause(QUEUE);
        Dormouse node = start(4);
        long id = fixture.enqueue("a");
        fixture.jobs.enqueue(NUT.with(new Nut("later")).withDelay(Duration.ofMillis(300)));
        awaitSleepers(1);
        until(() -> "2".equals(fixture.value("select count(*) from {schema}.job_ready")));
        awaitSleepers(1);

        assertThat(fixture.info(id).state()).isEqualTo(JobState.READY);
        assertThat(crowd.ended).isEmpty();
        assertThat(node.health().counts().exchanges()).isLessThan(60);

        fixture.admin.resume(QUEUE);
        awaitEnded(2);
    }

    @Test
    void pausingLeavesWhatRunsAlone() {
        start(1);
        crowd.shut();
        fixture.enqueue("a");
        until(() -> crowd.inside.get() == 1);
        fixture.admin.pause(QUEUE);
        long second = fixture.enqueue("b");
        crowd.open();
        awaitEnded(1);
        assertThat(fixture.info(second).state()).isEqualTo(JobState.READY);
        fixture.admin.resume(QUEUE);
        awaitEnded(2);
    }

    @Test
    void noMoreRunInTheClusterThanTheLimitSays() {
        fixture.admin.limit(QUEUE, QueueLimits.none().withMaxRunning(3));
        start(4);
        start(4);
        start(4);
        enqueueMany("a", 300, null);
        awaitEnded(300);
        assertThat(crowd.most.get()).isLessThanOrEqualTo(3);
        assertThat(crowd.ended).doesNotHaveDuplicates();
    }

    @Test
    void noMoreRunWithOneKeyThanTheLimitSays() {
        fixture.admin.limit(QUEUE, QueueLimits.none().withMaxRunningPerKey(2));
        start(8);
        start(8);
        start(8);
        for (String key : List.of("a", "b", "c")) {
            enqueueMany(key, 60, key);
        }
        enqueueMany("free", 60, null);
        awaitEnded(240);
        assertThat(crowd.ended).doesNotHaveDuplicates();
        assertThat(List.of(crowd.mostOf("a"), crowd.mostOf("b"), crowd.mostOf("c")))
                .allMatch(most -> most <= 2);
    }

    @Test
    void aLongBacklogOfOneKeyDoesNotHoldUpAnother() throws Exception {
        fixture.admin.limit(QUEUE, ONE_PER_KEY);
        start(4);
        crowd.shut();
        enqueueMany("a", 5_000, "a");
        until(() -> crowd.inside.get() == 1);
        CountDownLatch done = new CountDownLatch(1);
        fixture.start(fixture.node().wake(SchemaFixture.NO_FALLBACK).handle(SEED, (job, nut) -> done.countDown()));
        fixture.jobs.enqueue(NUT.with(new Nut("b-0")).withLimitKey("b"));
        until(() -> crowd.inside.get() == 2);
        fixture.jobs.enqueue(SEED.with(new Nut("c")).withLimitKey("c"));
        done.await();
        assertThat(crowd.mostOf("a")).isEqualTo(1);
        assertThat(crowd.mostOf("b")).isEqualTo(1);
    }

    @Test
    void blockedJobsComeBackInOrderUntilAllAreDone() {
        fixture.admin.limit(QUEUE, ONE_PER_KEY);
        start(4);
        start(4);
        enqueueMany("a", 150, "a");
        awaitEnded(150);
        assertThat(crowd.mostOf("a")).isEqualTo(1);
        assertThat(crowd.ended)
                .containsExactlyElementsOf(
                        IntStream.range(0, 150).mapToObj(i -> "a-" + i).toList());
    }

    @Test
    void cancellingABlockedOrARunningJobDoesNotStrandTheRest() {
        fixture.admin.limit(QUEUE, ONE_PER_KEY);
        start(4);
        crowd.shut();
        List<Long> ids = enqueueMany("a", 6, "a");
        until(() -> crowd.inside.get() == 1);
        awaitBlocked(5);
        assertThat(fixture.admin.cancel(ids.get(2), "not wanted")).isEqualTo(CancelOutcome.CANCELLED);
        assertThat(fixture.admin.cancel(ids.get(0), "not wanted")).isEqualTo(CancelOutcome.REQUESTED);
        fixture.awaitState(ids.get(0), JobState.CANCELLED);
        crowd.open();
        awaitEnded(4);
        assertThat(crowd.ended).containsExactly("a-1", "a-3", "a-4", "a-5");
    }

    @Test
    void cancellingTheOneThatMayRunNextLetsTheNextOneRun() {
        fixture.admin.limit(QUEUE, ONE_PER_KEY.withMaxRunning(1));
        start(4);
        crowd.shut();
        fixture.enqueue("other");
        until(() -> crowd.inside.get() == 1);
        List<Long> ids = enqueueMany("a", 3, "a");
        fixture.admin.cancel(ids.get(0), "not wanted");
        fixture.admin.cancel(ids.get(1), "not wanted");
        crowd.open();
        awaitEnded(2);
        assertThat(crowd.ended).containsExactly("other", "a-2");
    }

    @Test
    void raisingOrRemovingTheLimitFreesWhatItHeldBack() {
        fixture.admin.limit(QUEUE, ONE_PER_KEY);
        start(8);
        crowd.shut();
        enqueueMany("a", 6, "a");
        until(() -> crowd.inside.get() == 1);
        awaitBlocked(5);
        fixture.admin.limit(QUEUE, QueueLimits.none().withMaxRunningPerKey(3));
        until(() -> crowd.inside.get() == 3);
        fixture.admin.limit(QUEUE, QueueLimits.none());
        until(() -> crowd.inside.get() == 6);
        assertThat(crowd.mostOf("a")).isEqualTo(6);
    }

    @Test
    void aLimitSetWhileJobsRunHoldsFromThenOn() {
        start(8);
        crowd.shut();
        enqueueMany("a", 8, "a");
        until(() -> crowd.inside.get() == 8);
        fixture.admin.limit(QUEUE, QueueLimits.none().withMaxRunning(4).withMaxRunningPerKey(2));
        enqueueMany("b", 40, "b");
        crowd.open();
        awaitEnded(48);
        assertThat(crowd.mostOf("b")).isLessThanOrEqualTo(2);
    }

    @Test
    void theDeathOfANodeDoesNotStrandWhatItsJobsHeldBack() {
        fixture.admin.limit(QUEUE, ONE_PER_KEY);
        List<Long> ids = enqueueMany("a", 4, "a");
        fixture.dieHolding(4, Duration.ofSeconds(3), NUT);
        awaitBlocked(3);
        fixture.admin.limit(QUEUE, ONE_PER_KEY.withMaxRunning(1));
        start(4);
        awaitEnded(4);
        assertThat(fixture.info(ids.get(0)).summary().attempt()).isEqualTo(2);
        assertThat(crowd.most.get()).isEqualTo(1);
    }

    @Test
    void aNodeThatDiesAfterItsHandlerCommittedStrandsNothing() throws Exception {
        fixture.admin.limit(QUEUE, ONE_PER_KEY);
        enqueueMany("a", 3, "a");
        fixture.dieHolding(3, Duration.ofSeconds(2), NUT);
        awaitBlocked(2);
        fixture.execute("delete from {schema}.job_claim");
        start(4);
        awaitEnded(2);
    }

    @Test
    void aRateIsExceededInNoWindowAndTheNextStartsWhenOneFrees() throws Exception {
        fixture.admin.limit(QUEUE, QueueLimits.none().withRate(5, Duration.ofMillis(500)));
        Dormouse first = start(16);
        Dormouse second = start(16);
        enqueueMany("a", 23, null);
        awaitEnded(23);
        fixture.awaitCount(0, "job_claim");
        assertThat(fixture.value("select count(*) from (select count(*) over ("
                        + " order by claimed_at range between interval '499 milliseconds' preceding and current row) as n"
                        + " from {schema}.job_done) w where n > 5"))
                .isEqualTo("0");
        assertThat(first.health().counts().exchanges()
                        + second.health().counts().exchanges())
                .isLessThan(200);
    }

    @Test
    void severalLimitsHoldTogether() {
        fixture.admin.limit(
                QUEUE,
                QueueLimits.none().withMaxRunning(3).withMaxRunningPerKey(2).withRate(20, Duration.ofMillis(300)));
        start(8);
        start(8);
        for (String key : List.of("a", "b")) {
            enqueueMany(key, 30, key);
        }
        awaitEnded(60);
        assertThat(crowd.most.get()).isLessThanOrEqualTo(3);
        assertThat(crowd.mostOf("a")).isLessThanOrEqualTo(2);
        assertThat(crowd.mostOf("b")).isLessThanOrEqualTo(2);
    }

    @Test
    void aKeySharedByKindsOfDifferentNodesPassesFromOneToTheOther() {
        fixture.admin.limit(QUEUE, ONE_PER_KEY);
        start(4);
        fixture.start(fixture.node().wake(SchemaFixture.NO_FALLBACK).handle(SEED, crowd::handle));
        List<Long> unknown = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            fixture.jobs.enqueue(NUT.with(new Nut("a-" + i)).withLimitKey("a"));
            fixture.jobs.enqueue(SEED.with(new Nut("a-seed-" + i)).withLimitKey("a"));
            unknown.add(fixture.jobs
                    .enqueue(JobKind.of("husk", Nut.class).with(new Nut("x")).withLimitKey("a"))
                    .id());
        }
        awaitEnded(40);
        assertThat(crowd.mostOf("a")).isEqualTo(1);
        assertThat(unknown).allMatch(id -> fixture.info(id).state() == JobState.READY);
    }

    @Test
    void aRetryMakesRoomForTheNextWithItsKey() {
        fixture.admin.limit(QUEUE, ONE_PER_KEY);
        AtomicInteger failures = new AtomicInteger();
        fixture.start(fixture.node().handle(NUT, (job, nut) -> {
            if (job.attempt() == 1) {
                failures.incrementAndGet();
                throw new IllegalStateException("fails once");
            }
            crowd.handle(job, nut);
        }));
        enqueueMany("a", 20, "a");
        awaitEnded(20);
        assertThat(failures.get()).isEqualTo(20);
        assertThat(crowd.mostOf("a")).isEqualTo(1);
    }

    @Test
    void aNodeThatStopsGracefullyPassesItsRoomOn() {
        fixture.admin.limit(QUEUE, QueueLimits.none().withMaxRunning(1));
        CountDownLatch gate = new CountDownLatch(1);
        CountDownLatch inside = new CountDownLatch(1);
        Dormouse first = fixture.start(fixture.node().handle(NUT, (job, nut) -> {
            inside.countDown();
            gate.await();
        }));
        fixture.enqueue("first");
        until(() -> inside.getCount() == 0);
        // Of a kind that the first node does not know: else that might take it before it stops.
        fixture.start(fixture.node().wake(SchemaFixture.NO_FALLBACK).handle(SEED, crowd::handle));
        fixture.jobs.enqueue(SEED, new Nut("second"));
        awaitSleepers(2);
        Thread stop = new Thread(() -> first.stop(SchemaFixture.DEADLINE));
        stop.start();
        gate.countDown();
        awaitEnded(1);
        assertThat(crowd.ended).containsExactly("second");
    }

    private Dormouse start(int concurrency) {
        return fixture.start(fixture.node()
                .wake(SchemaFixture.NO_FALLBACK)
                .concurrency(QUEUE, concurrency)
                .handle(NUT, crowd::handle));
    }

    private List<Long> enqueueMany(String name, int count, @Nullable String key) {
        return fixture
                .jobs
                .enqueueAll(IntStream.range(0, count)
                        .mapToObj(i -> {
                            var request = NUT.with(new Nut(name + "-" + i));
                            return key == null ? request : request.withLimitKey(key);
                        })
                        .toList())
                .stream()
                .map(enqueued -> enqueued.id())
                .toList();
    }

    private void awaitEnded(int count) {
        until(() -> crowd.ended.size() >= count);
        assertThat(crowd.ended).hasSize(count);
    }

    private void awaitBlocked(int count) {
        until(() -> Integer.toString(count)
                .equals(fixture.value("select count(*) from {schema}.job_ready r join {schema}.job j on j.id = r.id"
                        + " where r.lane <> j.lane")));
    }

    private void awaitSleepers(int count) {
        fixture.awaitCount(count, "sleeper");
    }
}
