package dev.dormouse.postgres;

import static dev.dormouse.postgres.JobFixture.NUT;
import static dev.dormouse.postgres.SchemaFixture.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.jobs.JobKind;
import dev.dormouse.jobs.JobRequest;
import dev.dormouse.jobs.JobState;
import dev.dormouse.postgres.JobFixture.Nut;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is done first, what later, and what not here. */
final class JobOrderIT {

    private static final JobKind<Nut> SEED = JobKind.of("seed", Nut.class);
    private static final JobKind<Nut> HUSK = JobKind.of("husk", Nut.class);

    private final List<String> done = new CopyOnWriteArrayList<>();
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
    void smallerPrioritiesGoFirstAcrossAllKindsOfAQueue() {
        List<JobRequest<Nut>> requests = new ArrayList<>();
        for (int priority = -20; priority <= 20; priority++) {
            JobKind<Nut> kind = priority % 2 == 0 ? NUT : SEED;
            requests.add(kind.with(new Nut(Integer.toString(priority))).withPriority(priority));
        }
        Collections.shuffle(requests, new Random(1));
        fixture.jobs.enqueueAll(requests);
        startOneByOne();
        until(() -> done.size() == requests.size());
        assertThat(done)
                .containsExactlyElementsOf(IntStream.rangeClosed(-20, 20)
                        .mapToObj(Integer::toString)
                        .toList());
    }

    @Test
    void equalPrioritiesGoInTheOrderInWhichTheyCame() {
        List<String> names = IntStream.range(0, 200).mapToObj(i -> "n" + i).toList();
        fixture.jobs.enqueueAll(
                names.stream().map(name -> NUT.with(new Nut(name))).toList());
        startOneByOne();
        until(() -> done.size() == names.size());
        assertThat(done).containsExactlyElementsOf(names);
    }

    @Test
    void kindsThatNobodyHandlesAreLeftAloneAndCostNothing() throws Exception {
        for (int i = 0; i < 4; i++) {
            fixture.jobs.enqueueAll(IntStream.range(0, 5_000)
                    .mapToObj(n -> HUSK.with(new Nut("husk")).withPriority(-5))
                    .toList());
        }
        fixture.execute("analyze {schema}.job_ready");
        startOneByOne();
        for (int i = 0; i < 10; i++) {
            fixture.awaitState(fixture.enqueue("n" + i), JobState.SUCCEEDED);
        }
        // The server counts what is read; a claim that went through the rows in front would show.
        String read =
                " from pg_stat_user_tables where relname = 'job_ready' and schemaname = '" + fixture.schemaName() + "'";
        until(() -> "t".equals(fixture.value("select idx_scan >= 10" + read)));
        assertThat(fixture.value("select idx_tup_fetch + seq_tup_read < 10000" + read))
                .isEqualTo("t");
        assertThat(fixture.value("select count(*) from {schema}.job_ready")).isEqualTo("20000");
    }

    @Test
    void aDelayedJobWaitsAndStartsOnTime() throws Exception {
        startOneByOne();
        long later = fixture.jobs
                .enqueue(NUT.with(new Nut("later")).withDelay(Duration.ofMillis(700)))
                .id();
        long sooner = fixture.jobs
                .enqueue(NUT.with(new Nut("sooner")).withDelay(Duration.ofMillis(300)))
                .id();
        long now = fixture.enqueue("now");
        until(() -> done.size() == 3);
        assertThat(done).containsExactly("now", "sooner", "later");
        fixture.awaitState(later, JobState.SUCCEEDED);
        assertThat(fixture.value("select bool_and(d.claimed_at >= j.enqueued_at + case j.id when " + later
                        + " then interval '700 ms' when " + sooner + " then interval '300 ms' else interval '0' end)"
                        + " from {schema}.job_done d join {schema}.job j on j.id = d.id where j.id >= " + later))
                .isEqualTo("t");
        assertThat(now).isGreaterThan(sooner);
    }

    @Test
    void aStartInThePastIsNowAndOneInTheFarFutureIsKept() {
        startOneByOne();
        long past = fixture.jobs
                .enqueue(NUT.with(new Nut("past")).withRunAt(Instant.parse("1999-12-31T23:59:59Z")))
                .id();
        fixture.awaitState(past, JobState.SUCCEEDED);
        Instant far = Instant.parse("9999-12-30T00:00:00Z");
        long future =
                fixture.jobs.enqueue(NUT.with(new Nut("future")).withRunAt(far)).id();
        long longest = fixture.jobs
                .enqueue(NUT.with(new Nut("longest")).withDelay(Duration.ofDays(365_000)))
                .id();
        assertThat(fixture.info(future).summary().dueAt()).isEqualTo(far);
        assertThat(fixture.info(longest).state()).isEqualTo(JobState.SCHEDULED);
        fixture.awaitState(fixture.enqueue("now"), JobState.SUCCEEDED);
        assertThat(done).containsExactly("past", "now");
    }

    @Test
    void aPromptJobIsNotHeldUpByOneThatIsDueLater() {
        fixture.jobs.enqueueAll(IntStream.range(0, 1_000)
                .mapToObj(i -> NUT.with(new Nut("later")).withDelay(Duration.ofHours(1)))
                .toList());
        startOneByOne();
        fixture.awaitState(fixture.enqueue("now"), JobState.SUCCEEDED);
        assertThat(done).containsExactly("now");
    }

    private void startOneByOne() {
        fixture.start(fixture.node()
                .wake(SchemaFixture.NO_FALLBACK)
                .concurrency("default", 1)
                .handle(NUT, (job, nut) -> done.add(nut.name()))
                .handle(SEED, (job, nut) -> done.add(nut.name())));
    }
}
