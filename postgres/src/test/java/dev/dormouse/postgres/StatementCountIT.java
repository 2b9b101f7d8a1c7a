package dev.dormouse.postgres;

import static dev.dormouse.postgres.NodeFixture.GENEROUS;
import static dev.dormouse.postgres.NodeFixture.NOTE;
import static dev.dormouse.postgres.NodeFixture.NO_FALLBACK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.dormouse.Dormouse;
import dev.dormouse.DormouseBuilder;
import dev.dormouse.jobs.JobKind;
import dev.dormouse.postgres.NodeFixture.Note;
import dev.dormouse.wake.WakeSettings;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** What things cost in statements, as the server counts them: a guard against growing dearer unseen. */
@Order(3)
class StatementCountIT {

    private static final JobKind<String> STRANGE = JobKind.of("strange", String.class);

    private final NodeFixture f = new NodeFixture();

    @AfterEach
    void close() {
        f.close();
    }

    @Test
    void anIdleNodeWithFourQueuesMakesOneStatementPerFallbackInterval() throws Exception {
        WakeSettings wake = WakeSettings.defaults().withFallbackInterval(Duration.ofSeconds(2));
        DormouseBuilder builder = f.node(wake);
        for (String queue : new String[] {"second", "third", "fourth"}) {
            builder.handle(NOTE, queue, (job, note) -> f.note(note));
        }
        try (Dormouse node = builder.start()) {
            await().atMost(GENEROUS)
                    .until(() -> node.health().counts().listening()
                            && f.number("select count(*) from {schema}.sleeper") == 4);
            f.awaitQuiet();
            long before = f.statements();
            Thread.sleep(10_000); // a rate can only be seen over a time
            long made = f.statements() - before;
            System.out.println("idle for 10 s with a fallback of 2 s: " + made + " statements");
            assertThat(made).isBetween(1L, 7L);
        }
    }

    @Test
    void aSingleJobCostsAHandfulOfStatements() {
        try (Dormouse node = f.node(NO_FALLBACK).start()) {
            warmUp(node);
            long[] costs = new long[21];
            for (int i = 0; i < costs.length; i++) {
                String text = "job " + i;
                long before = f.statements();
                node.jobs().enqueue(NOTE, new Note(text));
                await().pollInterval(Duration.ofMillis(2)).atMost(GENEROUS).until(() -> f.isDone(text));
                awaitFinished();
                costs[i] = f.statements() - before;
            }
            System.out.println("statements per single job: " + Arrays.toString(costs));
            Arrays.sort(costs);
            // The median, so that the few that a busy machine holds up do not count.
            // Enqueue, announce, claim with its two companions, and as much again to write it and see no more.
            assertThat(costs[costs.length / 2]).isLessThan(12);
        }
    }

    @Test
    void fiveHundredJobsAreDrainedWithFewStatements() {
        try (Dormouse node = f.node(NO_FALLBACK).concurrency("default", 500).start()) {
            warmUp(node);
            long before = f.statements();
            node.jobs()
                    .enqueueAll(IntStream.range(0, 500)
                            .mapToObj(n -> NOTE.with(new Note("bulk " + n)))
                            .toList());
            await().atMost(GENEROUS).until(() -> f.done.size() == 501);
            awaitFinished();
            f.awaitQuiet();
            long made = f.statements() - before;
            System.out.println("statements for 500 jobs: " + made);
            // Fewer on a free machine: how many exchanges there are depends on how the handlers' ends are spread.
            assertThat(made).isLessThan(100);
        }
    }

    @Test
    void aTimerThatALookToldOfIsMadeReadyByTheLookThatClaimsIt() {
        try (Dormouse node = f.node(NO_FALLBACK).start()) {
            warmUp(node);
            node.jobs().enqueue(NOTE.with(new Note("first")).withDelay(Duration.ofMillis(500)));
            node.jobs().enqueue(NOTE.with(new Note("second")).withDelay(Duration.ofSeconds(4)));
            await().atMost(GENEROUS).until(() -> f.isDone("first"));
            awaitFinished();
            f.awaitQuiet();
            long before = f.statements();
            await().atMost(GENEROUS).until(() -> f.isDone("second"));
            awaitFinished();
            f.awaitQuiet();
            long made = f.statements() - before;
            System.out.println("statements for one timer when it is due: " + made);
            // Plan, promote, claim, status; plan, complete, claim, status. The lease may be renewed meanwhile.
            assertThat(made).isLessThan(12);
        }
    }

    @Test
    void whatIsDueSomeDayIsNotReadWhenSomethingIsDueNow() {
        try (Dormouse node = f.node(NO_FALLBACK).start()) {
            warmUp(node);
            for (int chunk = 0; chunk < 6; chunk++) {
                node.jobs()
                        .enqueueAll(IntStream.range(0, 10_000)
                                .mapToObj(n -> NOTE.with(new Note("some day")).withDelay(Duration.ofDays(1)))
                                .toList());
            }
            f.awaitQuiet();
            long before = f.blocks();
            node.jobs().enqueue(NOTE.with(new Note("soon")).withDelay(Duration.ofMillis(100)));
            await().atMost(GENEROUS).until(() -> f.isDone("soon"));
            awaitFinished();
            long touched = f.blocks() - before;
            System.out.println("blocks touched for one timer among 60,000: " + touched);
            assertThat(touched).isLessThan(400); // reading them all takes 750
        }
    }

    @Test
    void theSurveyDoesNotReadWhatWaitsInOtherLanes() throws Exception {
        f.migrate();
        try (Dormouse producer = f.producer()) {
            for (int chunk = 0; chunk < 6; chunk++) {
                producer.jobs()
                        .enqueueAll(IntStream.range(0, 10_000)
                                .mapToObj(n -> STRANGE.with("nobody handles it"))
                                .toList());
            }
        }
        f.execute("analyze {schema}.job_ready");
        try (Dormouse node = f.node(WakeSettings.defaults().withFallbackInterval(Duration.ofSeconds(1)))
                .start()) {
            awaitWarm(node);
            f.awaitQuiet();
            long before = f.blocks();
            long made = f.statements();
            await().atMost(GENEROUS).until(() -> f.statements() >= made + 3);
            long touched = f.blocks() - before;
            System.out.println("blocks touched by three surveys beside 60,000 jobs of another kind: " + touched);
            assertThat(touched).isBetween(1L, 200L); // reading them all takes 380 each
        }
    }

    private void warmUp(Dormouse node) {
        awaitWarm(node);
        f.awaitQuiet();
    }

    private void awaitWarm(Dormouse node) {
        await().atMost(GENEROUS).until(() -> node.health().counts().listening());
        node.jobs().enqueue(NOTE, new Note("warm"));
        await().atMost(GENEROUS).until(() -> f.isDone("warm"));
        awaitFinished();
    }

    private void awaitFinished() {
        await().atMost(GENEROUS).until(() -> f.number("select count(*) from {schema}.job_claim") == 0);
    }
}
