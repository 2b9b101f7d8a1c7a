package dev.dormouse.postgres;

import static dev.dormouse.postgres.ScheduleFixture.REPORT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import dev.dormouse.Dormouse;
import dev.dormouse.jobs.schedule.CatchUp;
import dev.dormouse.jobs.schedule.Overlap;
import dev.dormouse.jobs.schedule.ScheduledJob;
import dev.dormouse.postgres.ScheduleFixture.Report;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Nodes that fire schedules, by the clock. */
@Order(3)
class SchedulesIT {

    private static final Duration LONG = Duration.ofSeconds(40);

    private final ScheduleFixture fixture = new ScheduleFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void fiveNodesFireEveryTickOnceAlthoughOneIsKilled() {
        ScheduledJob<Report> everySecond = ScheduledJob.cron(
                        "second", "* * * * * *", ZoneOffset.UTC, REPORT.with(new Report("r")))
                .withCatchUp(CatchUp.ALL);
        AtomicInteger handled = new AtomicInteger();
        List<Dormouse> nodes = new ArrayList<>();
        List<HikariDataSource> pools = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            HikariDataSource pool = fixture.pool();
            pools.add(pool);
            nodes.add(Dormouse.on(Postgres.at(pool, fixture.schema.name()))
                    .name("node" + i)
                    .schedule(everySecond)
                    .handle(REPORT, (job, report) -> handled.incrementAndGet())
                    .start());
        }
        awaitTicks("second", 3);
        pools.get(0).close();
        awaitTicks("second", 8);
        nodes.subList(1, nodes.size()).forEach(Dormouse::close);
        List<Instant> ticks = fixture.ticks("second");
        nodes.get(0).stop(Duration.ofMillis(1));
        pools.forEach(HikariDataSource::close);

        for (int i = 1; i < ticks.size(); i++) {
            assertThat(ticks.get(i))
                    .as("tick %s of %s", i, ticks)
                    .isEqualTo(ticks.get(0).plusSeconds(i));
        }
        assertThat(handled.get()).isGreaterThanOrEqualTo(3);
    }

    @Test
    void aJobOfAScheduleIsHandledAndKnowsItsTick() {
        List<String> ticks = java.util.Collections.synchronizedList(new ArrayList<>());
        try (Dormouse node = Dormouse.on(fixture.postgres)
                .schedule("second", "* * * * * *", ZoneOffset.UTC, REPORT, new Report("r"))
                .handle(REPORT, (job, report) -> ticks.add(job.headers().get(ScheduledJob.TICK_HEADER)))
                .start()) {
            await().atMost(LONG).until(() -> ticks.size() >= 2);
            assertThat(node.health().queues()).anyMatch(queue -> queue.queue().equals("cron") && queue.working());
        }
        assertThat(ticks)
                .doesNotHaveDuplicates()
                .allMatch(tick -> Instant.parse(tick).equals(Instant.parse(tick).truncatedTo(ChronoUnit.SECONDS)));
    }

    @Test
    void ticksPassWhileTheLastJobIsUnfinished() {
        CountDownLatch release = new CountDownLatch(1);
        AtomicInteger started = new AtomicInteger();
        try (Dormouse node = Dormouse.on(fixture.postgres)
                .schedule(ScheduledJob.every("slow", Duration.ofSeconds(1), REPORT.with(new Report("r")))
                        .withOverlap(Overlap.SKIP))
                .handle(REPORT, (job, report) -> {
                    started.incrementAndGet();
                    release.await();
                })
                .start()) {
            await().atMost(LONG).until(() -> started.get() == 1);
            Instant first = fixture.ticks("slow").get(0);
            await().atMost(LONG).until(() -> !lastFire("slow").isBefore(first.plusSeconds(3)));
            assertThat(fixture.ticks("slow")).containsExactly(first);
            release.countDown();
            await().atMost(LONG).until(() -> started.get() >= 2);
            assertThat(node.health().counts().failedExchanges()).isZero();
        }
    }

    @Test
    void aSleepingNodeHearsOfAnEarlierFireTime() {
        try (Dormouse node = Dormouse.on(fixture.postgres)
                .schedule("yearly", "@yearly", ZoneOffset.UTC, REPORT, new Report("y"))
                .start()) {
            awaitQuiet();
            fixture.client
                    .schedules()
                    .define(ScheduledJob.every("second", Duration.ofSeconds(1), REPORT.with(new Report("s"))));
            await().atMost(LONG).until(() -> !fixture.ticks("second").isEmpty());
            fixture.client.schedules().pause("second");
            awaitQuiet();
            int before = fixture.ticks("second").size();
            fixture.client.schedules().resume("second");
            await().atMost(LONG).until(() -> fixture.ticks("second").size() > before);
            assertThat(node.health().counts().fallbackFinds()).isZero();
        }
    }

    @Test
    void betweenTicksThereAreNoStatements() {
        try (Dormouse node = Dormouse.on(fixture.postgres)
                .schedule(ScheduledJob.every("tick", Duration.ofSeconds(2), REPORT.with(new Report("r"))))
                .start()) {
            awaitTicks("tick", 2);
            long before = fixture.calls("for no key update skip locked");
            int ticksBefore = fixture.ticks("tick").size();
            awaitTicks("tick", ticksBefore + 4);
            long looks = fixture.calls("for no key update skip locked") - before;
            int ticks = fixture.ticks("tick").size() - ticksBefore;
            assertThat(looks).isLessThanOrEqualTo(2L * ticks + 2);
            assertThat(node.health().counts().failedExchanges()).isZero();
        }
    }

    /** No statement at all for three seconds: in polling or aggressive mode there would be several. */
    private void awaitQuiet() {
        AtomicLong last = new AtomicLong(-1);
        await().during(Duration.ofSeconds(3)).atMost(LONG).until(() -> {
            long calls = fixture.calls("job_schedule");
            return last.getAndSet(calls) == calls;
        });
    }

    private void awaitTicks(String schedule, int count) {
        await().atMost(LONG).until(() -> fixture.ticks(schedule).size() >= count);
    }

    private Instant lastFire(String schedule) {
        Instant last = fixture.status(schedule).lastFireAt();
        return last == null ? Instant.MIN : last;
    }
}
