package dev.dormouse.jobs;

import static dev.dormouse.jobs.JobQueueFixture.KIND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dormouse.dispatch.Exchange;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a queue exchanges with its store. */
class JobQueueTest {

    private final JobQueueFixture f = new JobQueueFixture();

    @AfterEach
    void close() {
        f.close();
    }

    @Test
    void outcomesThatCouldNotBeWrittenAreWrittenNextTimeInOrder() {
        JobQueue queue = f.queue(KIND, (job, args) -> {});
        for (int i = 1; i <= 5; i++) {
            f.add(i);
        }
        queue.exchange(5).claimed().forEach(queue::run);
        f.store.fails = true;
        assertThatThrownBy(() -> queue.exchange(5)).hasMessageContaining("away");
        assertThat(queue.unwritten()).isTrue();
        f.store.fails = false;
        queue.exchange(5);
        assertThat(f.store.written()).extracting(outcome -> outcome.job().id()).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(queue.unwritten()).isFalse();
    }

    @Test
    void whatIsGivenBackDoesNotRun() {
        AtomicBoolean ran = new AtomicBoolean();
        JobQueue queue = f.queue(KIND, (job, args) -> ran.set(true));
        f.add(1);
        List<ClaimedJob> claimed = queue.exchange(1).claimed();
        queue.giveBack(claimed);
        claimed.forEach(queue::run);
        assertThat(ran).isFalse();
        assertThat(queue.anythingRunning()).isFalse();
        assertThat(f.store.givenBack).hasSize(1);
    }

    @Test
    void aClaimThatTheServerForgotAndGaveOutAgainIsNotRunTwice() {
        JobQueue queue = f.queue(KIND, (job, args) -> {});
        f.add(1);
        ClaimedJob first = queue.exchange(1).claimed().get(0);
        f.add(1);
        Exchange<ClaimedJob> again = queue.exchange(1);
        assertThat(again.claimed()).isEmpty();
        assertThat(again.found()).isTrue();
        queue.run(first);
        assertThat(f.outcome(queue)).isInstanceOf(JobOutcome.Succeeded.class);
    }
}
