package dev.dormouse.postgres;

import static dev.dormouse.postgres.ScheduleFixture.REPORT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.dormouse.NodeWork;
import dev.dormouse.jobs.Enqueued;
import dev.dormouse.jobs.JobRequest;
import dev.dormouse.jobs.schedule.CatchUp;
import dev.dormouse.jobs.schedule.Overlap;
import dev.dormouse.jobs.schedule.ScheduleStatus;
import dev.dormouse.jobs.schedule.ScheduleStore;
import dev.dormouse.jobs.schedule.ScheduledJob;
import dev.dormouse.node.Pruner;
import dev.dormouse.outbox.OutboxWork;
import dev.dormouse.postgres.ScheduleFixture.Report;
import dev.dormouse.wake.Survey;
import dev.dormouse.wake.Ticker;
import dev.dormouse.wake.WakeSettings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What defining and firing leave in the database, one call at a time. */
class ScheduleStoreIT {

    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final JobRequest<Report> DAILY_REPORT = REPORT.with(new Report("daily"));

    private final ScheduleFixture fixture = new ScheduleFixture();
    private final ScheduleStore store = fixture.postgres.schedules();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void aScheduleThatIsNotDueIsLeftAlone() {
        define(nightly());
        ScheduleStore.Fired fired = store.fire(10);
        assertThat(fired.found()).isFalse();
        assertThat(fired.more()).isFalse();
        assertThat(fired.nextDue()).isBetween(Duration.ZERO, Duration.ofHours(25));
        assertThat(fixture.jobs()).isZero();
    }

    @Test
    void aDueTickIsFiredOnceAndTheNextOneIsKnown() {
        define(nightly());
        fixture.set("next_fire_at = date_trunc('second', now())", "nightly");
        Instant tick = Objects.requireNonNull(fixture.status("nightly").nextFireAt());
        assertThat(store.fire(10).found()).isTrue();
        assertThat(store.fire(10).found()).isFalse();
        assertThat(fixture.ticks("nightly")).containsExactly(tick);
        assertThat(fixture.status("nightly").lastFireAt()).isEqualTo(tick);
        assertThat(fixture.status("nightly").nextFireAt()).isAfter(tick);
    }

    @Test
    void missedTicksAreMadeUpForAsDefined() {
        for (CatchUp catchUp : CatchUp.values()) {
            define(ScheduledJob.every(catchUp.name(), Duration.ofDays(1), DAILY_REPORT)
                    .withCatchUp(catchUp));
            fixture.set("next_fire_at = date_trunc('day', now(), 'UTC') - interval '9 days'", catchUp.name());
        }
        fixture.execute(
                "update %s.job_schedule set next_fire_at = next_fire_at + interval '5 days' where name = 'ALL'");
        store.fire(10);
        assertThat(fixture.ticks("ALL")).hasSize(5).doesNotHaveDuplicates();
        assertThat(fixture.ticks("ONE")).hasSize(1);
        // A tick of the last minute would still be in time.
        assertThat(fixture.ticks("NONE").size()).isLessThanOrEqualTo(1);
        assertThat(store.fire(10).found()).isFalse();
    }

    @Test
    void withoutCatchUpOnlyTheNextTickIsFired() {
        define(ScheduledJob.cron("none", "0 0 1 1 *", BERLIN, DAILY_REPORT).withCatchUp(CatchUp.NONE));
        fixture.set("next_fire_at = now() - interval '2 minutes'", "none");
        store.fire(10);
        assertThat(fixture.jobs()).isZero();
        assertThat(fixture.status("none").nextFireAt()).isAfter(Instant.now());
    }

    @Test
    void makingUpIsBounded() {
        define(ScheduledJob.every("often", Duration.ofSeconds(1), DAILY_REPORT).withCatchUp(CatchUp.ALL));
        fixture.set("next_fire_at = date_trunc('second', now()) - interval '3 years'", "often");
        store.fire(10);
        assertThat(fixture.ticks("often")).hasSize(1000).doesNotHaveDuplicates();
    }

    @Test
    void everyLocalDayAroundAClockChangeIsFiredOnce() {
        define(ScheduledJob.cron("night", "30 2 * * *", BERLIN, DAILY_REPORT).withCatchUp(CatchUp.ALL));
        Instant secondLast = BERLIN.getRules()
                .previousTransition(
                        BERLIN.getRules().previousTransition(Instant.now()).getInstant())
                .getInstant();
        LocalDate first = LocalDate.ofInstant(secondLast, BERLIN).minusDays(1);
        Instant tick = first.atTime(2, 30).atZone(BERLIN).toInstant();
        fixture.set("next_fire_at = '" + tick + "'", "night");
        store.fire(10);
        List<LocalDate> days = fixture.ticks("night").stream()
                .map(instant -> LocalDate.ofInstant(instant, BERLIN))
                .toList();
        assertThat(days)
                .isEqualTo(
                        first.datesUntil(days.get(days.size() - 1).plusDays(1)).toList());
        assertThat(days.size()).isGreaterThan(140);
    }

    @Test
    void anUnchangedDefinitionKeepsItsFireTimeAndAChangedTimingDoesNot() {
        define(nightly());
        fixture.set("next_fire_at = '2099-01-01T00:00:00Z'", "nightly");
        assertThat(store.define(List.of(fixture.status("nightly").definition())))
                .isEmpty();
        define(nightly());
        define(ScheduledJob.cron("nightly", "0 3 * * *", BERLIN, REPORT.with(new Report("other"))));
        assertThat(fixture.status("nightly").nextFireAt()).isEqualTo("2099-01-01T00:00:00Z");
        assertThat(new String(fixture.status("nightly").definition().job().payload(), StandardCharsets.UTF_8))
                .contains("other");
        define(ScheduledJob.cron("nightly", "0 4 * * *", BERLIN, DAILY_REPORT));
        assertThat(fixture.status("nightly").nextFireAt()).isBefore("2099-01-01T00:00:00Z");
    }

    @Test
    void aChangedZoneMovesTheFireTime() {
        define(nightly());
        Instant before = Objects.requireNonNull(fixture.status("nightly").nextFireAt());
        define(ScheduledJob.cron("nightly", "0 3 * * *", ZoneId.of("Asia/Kolkata"), DAILY_REPORT));
        Instant after = Objects.requireNonNull(fixture.status("nightly").nextFireAt());
        assertThat(before.atZone(BERLIN).getHour()).isEqualTo(3);
        assertThat(after.atZone(ZoneId.of("Asia/Kolkata")).getHour()).isEqualTo(3);
    }

    @Test
    void aPausedScheduleIsNotFiredUntilItIsResumed() {
        define(nightly());
        assertThat(fixture.client.schedules().pause("nightly")).isTrue();
        define(ScheduledJob.cron("nightly", "0 5 * * *", BERLIN, DAILY_REPORT));
        ScheduleStatus paused = fixture.status("nightly");
        assertThat(paused.paused()).isTrue();
        assertThat(paused.nextFireAt()).isNull();
        assertThat(store.fire(10).nextDue()).isNull();
        assertThat(fixture.client.schedules().resume("nightly")).isTrue();
        ScheduleStatus resumed = fixture.status("nightly");
        assertThat(resumed.paused()).isFalse();
        assertThat(Objects.requireNonNull(resumed.nextFireAt()).atZone(BERLIN).getHour())
                .isEqualTo(5);
    }

    @Test
    void aRemovedOrUnknownScheduleIsGone() {
        define(nightly());
        assertThat(fixture.client.schedules().list()).hasSize(1);
        assertThat(fixture.client.schedules().remove("nightly")).isTrue();
        assertThat(fixture.client.schedules().remove("nightly")).isFalse();
        assertThat(fixture.client.schedules().pause("nightly")).isFalse();
        assertThat(fixture.client.schedules().resume("nightly")).isFalse();
        assertThat(fixture.client.schedules().find("nightly")).isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> fixture.client.schedules().runNow("nightly"))
                .withMessageContaining("'nightly'");
    }

    @Test
    void runNowEnqueuesBesidesTheTicks() {
        define(nightly());
        Instant next = Objects.requireNonNull(fixture.status("nightly").nextFireAt());
        assertThat(fixture.client.schedules().runNow("nightly").inserted()).isTrue();
        assertThat(fixture.jobs()).isEqualTo(1);
        assertThat(fixture.status("nightly").nextFireAt()).isEqualTo(next);
    }

    @Test
    void anUnfinishedJobIsInTheWayOfTheNextOne() {
        define(nightly().withOverlap(Overlap.SKIP));
        Enqueued first = fixture.client.schedules().runNow("nightly");
        fixture.set("next_fire_at = now()", "nightly");
        assertThat(store.fire(10).jobs()).isEmpty();
        assertThat(fixture.client.schedules().runNow("nightly")).isEqualTo(new Enqueued(first.id(), false));
        assertThat(fixture.jobs()).isEqualTo(1);
        fixture.execute("delete from %s.job_unique");
        fixture.set("next_fire_at = now()", "nightly");
        assertThat(store.fire(10).jobs()).hasSize(1);
    }

    @Test
    void aBadDefinitionIsPausedAndStopsNoOther() {
        define(nightly());
        define(ScheduledJob.cron("bad", "0 3 * * *", BERLIN, DAILY_REPORT));
        fixture.set("next_fire_at = now(), timing = 'nonsense'", "bad");
        fixture.set("next_fire_at = now()", "nightly");
        ScheduleStore.Fired fired = store.fire(10);
        assertThat(fired.jobs()).hasSize(1);
        assertThat(fired.broken()).hasSize(1);
        assertThat(fixture.status("bad").paused()).isTrue();
        assertThat(fixture.status("bad").error()).contains("nonsense");
        define(ScheduledJob.cron("bad", "0 3 * * *", BERLIN, DAILY_REPORT));
        assertThat(fixture.status("bad").paused()).isFalse();
        assertThat(fixture.status("bad").error()).isNull();
        assertThat(fixture.status("bad").nextFireAt()).isNotNull();
    }

    @Test
    void manyNodesDefineTheSameSchedulesAtOnce() throws Exception {
        ExecutorService nodes = Executors.newFixedThreadPool(4);
        List<Future<?>> starts = new ArrayList<>();
        for (int node = 0; node < 4; node++) {
            starts.add(nodes.submit(() -> fixture.client
                    .schedules()
                    .defineAll(IntStream.range(0, 20)
                            .mapToObj(i -> ScheduledJob.cron("s" + (i * 7) % 20, "0 3 * * *", BERLIN, DAILY_REPORT))
                            .toList())));
        }
        for (Future<?> start : starts) {
            start.get();
        }
        nodes.shutdown();
        assertThat(fixture.client.schedules().list()).hasSize(20);
    }

    private static Pruner pruner(Pruner.Removal removal) {
        return new Pruner("things", removal, Duration.ofDays(1), Duration.ofSeconds(60), Ticker.SYSTEM);
    }

    @Test
    void theSurveySeesWhatIsDue() {
        Survey survey = fixture.postgres.survey(
                WakeSettings.defaults(),
                () -> 0,
                new NodeWork(
                        Map.of(),
                        pruner(fixture.postgres.jobAdmin()::prune),
                        new OutboxWork(List::of, pruner(fixture.postgres.outbox()::prune))));
        assertThat(survey.look(List.of("cron"))).containsExactly(new Survey.Finding("cron", false, null));
        define(nightly());
        assertThat(survey.look(List.of("cron"))).allMatch(f -> !f.due() && f.nextDue() != null);
        fixture.set("next_fire_at = now()", "nightly");
        assertThat(survey.look(List.of("cron"))).containsExactly(new Survey.Finding("cron", true, null));
        assertThat(survey.look(List.of())).isEmpty();
    }

    @Test
    void whatCannotBeScheduledIsRefusedByName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ScheduledJob.cron("nightly", "0 25 * * *", BERLIN, DAILY_REPORT))
                .withMessageContaining("Schedule nightly")
                .withMessageContaining("field 2 (hour), '25'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ScheduledJob.cron("nightly", "@daily", BERLIN, DAILY_REPORT.withUniqueKey("k")))
                .withMessageContaining("nightly");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> fixture.client.schedules().defineAll(List.of(nightly(), nightly())))
                .withMessageContaining("two schedules named nightly");
    }

    private static ScheduledJob<Report> nightly() {
        return ScheduledJob.cron("nightly", "0 3 * * *", BERLIN, DAILY_REPORT);
    }

    private void define(ScheduledJob<?> job) {
        fixture.client.schedules().define(job);
    }
}
