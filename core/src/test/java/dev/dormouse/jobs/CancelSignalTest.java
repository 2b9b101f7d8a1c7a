package dev.dormouse.jobs;

import static dev.dormouse.jobs.JobQueueFixture.KIND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.dormouse.dispatch.DispatchObserver;
import dev.dormouse.node.NodeParts;
import dev.dormouse.node.Pruner;
import dev.dormouse.wake.SilentAnnouncer;
import dev.dormouse.wake.Sleepers;
import dev.dormouse.wake.WakeHint;
import dev.dormouse.wake.WakeHub;
import dev.dormouse.wake.WakeObserver;
import dev.dormouse.wake.WakeSettings;
import dev.dormouse.wake.Waking;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The signal that tells nodes of a cancellation, as a whole node hears it. */
final class CancelSignalTest {

    private final JobQueueFixture f = new JobQueueFixture();
    private final WakeHub hub = new WakeHub(WakeSettings.defaults(), f.ticker, WakeObserver.NONE, queues -> List.of());
    private final AtomicBoolean ran = new AtomicBoolean();
    private final JobWorkers workers = workers();

    @AfterEach
    void stop() {
        workers.stop(Duration.ofSeconds(5));
        f.close();
    }

    @Test
    void aSignalBetweenTheClaimAndItsAnswerKeepsTheHandlerFromStarting() {
        hub.listening();
        f.store.meanwhile = () -> hub.wake(WakeHub.signal("cancel", 1));
        f.add(1);
        workers.start();
        hub.wake(WakeHint.now(JobQueue.wakeName("default")));

        await().atMost(Duration.ofSeconds(30)).until(() -> !f.store.written().isEmpty());
        assertThat(f.store.written())
                .singleElement()
                .isInstanceOfSatisfying(
                        JobOutcome.GivenUp.class,
                        givenUp -> assertThat(givenUp.state()).isEqualTo(JobState.CANCELLED));
        assertThat(ran).isFalse();
    }

    private JobWorkers workers() {
        JobHandlers handlers = new JobHandlers();
        handlers.add(KIND, (job, args) -> ran.set(true));
        NodeParts node = new NodeParts(
                f.lease,
                new Waking(hub, new SilentAnnouncer(), Sleepers.NOBODY_ASKS),
                f.ticker,
                f.timer,
                DispatchObserver.NONE,
                null);
        Pruner pruner =
                new Pruner("jobs", new PruningStore(0)::prune, Duration.ofDays(1), Duration.ofMinutes(1), f.ticker);
        return new JobWorkers(
                handlers,
                node,
                new JobWorkers.Parts(
                        f.store, pruner, new JobQueueFixture.Words(), PayloadLimit.DEFAULT, JobObserver.NONE));
    }
}
