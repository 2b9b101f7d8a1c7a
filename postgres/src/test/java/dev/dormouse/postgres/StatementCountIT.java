package dev.dormouse.postgres;

import static dev.dormouse.postgres.NodeFixture.GENEROUS;
import static dev.dormouse.postgres.NodeFixture.NOTE;
import static dev.dormouse.postgres.NodeFixture.NO_FALLBACK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.dormouse.Dormouse;
import dev.dormouse.DormouseBuilder;
import dev.dormouse.postgres.NodeFixture.Note;
import dev.dormouse.wake.WakeSettings;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What things cost in statements, as the server counts them: a guard against growing dearer unseen. */
class StatementCountIT {

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
            awaitQuiet();
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
            awaitQuiet();
            long made = f.statements() - before;
            System.out.println("statements for 500 jobs: " + made);
            assertThat(made).isLessThan(60);
        }
    }

    private void warmUp(Dormouse node) {
        await().atMost(GENEROUS).until(() -> node.health().counts().listening());
        node.jobs().enqueue(NOTE, new Note("warm"));
        await().atMost(GENEROUS).until(() -> f.isDone("warm"));
        awaitFinished();
        awaitQuiet();
    }

    private void awaitFinished() {
        await().atMost(GENEROUS).until(() -> f.number("select count(*) from {schema}.job_claim") == 0);
    }

    /** No statement for half a second. */
    private void awaitQuiet() {
        long[] seen = {-1, System.nanoTime()};
        await().pollInterval(Duration.ofMillis(50)).atMost(GENEROUS).until(() -> {
            long now = f.statements();
            if (now != seen[0]) {
                seen[0] = now;
                seen[1] = System.nanoTime();
            }
            return System.nanoTime() - seen[1] > 500_000_000L;
        });
    }
}
