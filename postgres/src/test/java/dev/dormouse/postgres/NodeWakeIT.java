package dev.dormouse.postgres;

import static dev.dormouse.postgres.NodeFixture.GENEROUS;
import static dev.dormouse.postgres.NodeFixture.NOTE;
import static dev.dormouse.postgres.NodeFixture.NO_FALLBACK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.dormouse.Dormouse;
import dev.dormouse.DormouseBuilder;
import dev.dormouse.jobs.ClaimRequest;
import dev.dormouse.postgres.NodeFixture.Note;
import dev.dormouse.wake.PollMode;
import dev.dormouse.wake.WakeReason;
import dev.dormouse.wake.WakeSettings;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** A whole node on PostgreSQL: what wakes it, and when. */
@Order(3)
class NodeWakeIT {

    private static final Duration LATE = Duration.ofSeconds(3);

    private final NodeFixture f = new NodeFixture();

    @AfterEach
    void close() {
        f.close();
    }

    @Test
    void workOfAnotherProcessWakesANodeByNotification() {
        try (Dormouse node = f.node(NO_FALLBACK).start();
                Dormouse producer = f.producer()) {
            awaitAsleep(node);
            producer.jobs().enqueue(NOTE, new Note("hello"));
            await().atMost(GENEROUS).until(() -> f.isDone("hello"));
            assertThat(wakes(node, WakeReason.NOTIFY)).isPositive();
            assertThat(node.health().counts().fallbackFinds()).isZero();
        }
    }

    @Test
    void workOfThisProcessWakesItWithoutTheDatabase() {
        try (Dormouse node = f.node(NO_FALLBACK).start()) {
            awaitAsleep(node);
            node.jobs().enqueue(NOTE, new Note("hello"));
            await().atMost(GENEROUS).until(() -> f.isDone("hello"));
            assertThat(wakes(node, WakeReason.LOCAL)).isPositive();
        }
    }

    @Test
    void aTimerFiresOnTimeOnANodeThatStartedAfterItWasScheduled() {
        try (Dormouse producer = f.producer()) {
            long start = System.nanoTime();
            Duration delay = Duration.ofSeconds(4);
            producer.jobs().enqueue(NOTE.with(new Note("later")).withDelay(delay));
            try (Dormouse node = f.node(NO_FALLBACK).start()) {
                await().atMost(GENEROUS).until(() -> f.isDone("later"));
                assertThat(Duration.ofNanos(f.doneAt("later") - start)).isBetween(delay, delay.plus(LATE));
                assertThat(wakes(node, WakeReason.DUE)).isPositive();
            }
        }
    }

    @Test
    void theSecondOfTwoTimersIsNotForgotten() {
        try (Dormouse node = f.node(NO_FALLBACK).start();
                Dormouse producer = f.producer()) {
            awaitAsleep(node);
            long start = System.nanoTime();
            producer.jobs().enqueue(NOTE.with(new Note("first")).withDelay(Duration.ofSeconds(1)));
            producer.jobs().enqueue(NOTE.with(new Note("second")).withDelay(Duration.ofSeconds(3)));
            await().atMost(GENEROUS).until(() -> f.isDone("first") && f.isDone("second"));
            assertThat(Duration.ofNanos(f.doneAt("first") - start))
                    .isBetween(Duration.ofSeconds(1), Duration.ofSeconds(1).plus(LATE));
            assertThat(Duration.ofNanos(f.doneAt("second") - start))
                    .isBetween(Duration.ofSeconds(3), Duration.ofSeconds(3).plus(LATE));
        }
    }

    @Test
    void theWorkOfACrashedNodeIsTakenOverWhenItsLeaseEnds() {
        Postgres postgres = f.postgres();
        try (Dormouse producer = f.producer()) {
            producer.jobs().enqueue(NOTE, new Note("orphan"));
            Duration lease = Duration.ofSeconds(3);
            long start = System.nanoTime();
            long crashed = postgres.nodes().join("crashed", lease);
            postgres.jobs().exchange(new ClaimRequest(crashed, "default", List.of("note"), 10, lease, true), List.of());
            assertThat(f.number("select count(*) from {schema}.job_claim")).isOne();
            // An idle node whose lease ends earlier must not make the others forget the crashed one.
            postgres.nodes().join("idle", Duration.ofSeconds(1));
            try (Dormouse node = f.node(NO_FALLBACK).start()) {
                await().atMost(GENEROUS).until(() -> f.isDone("orphan"));
                assertThat(Duration.ofNanos(f.doneAt("orphan") - start)).isBetween(lease, lease.plus(LATE));
                assertThat(node.health().counts().fallbackFinds()).isZero();
            }
        }
    }

    @Test
    void whatANodeGivesUpWhenItStopsIsDoneByTheOthersAtOnce() throws Exception {
        try (Dormouse other = f.node(NO_FALLBACK).name("other").start()) {
            awaitAsleep(other);
            java.util.concurrent.CountDownLatch begun = new java.util.concurrent.CountDownLatch(1);
            Dormouse leaving = Dormouse.on(f.postgres())
                    .wake(NO_FALLBACK)
                    .name("leaving")
                    .handle(NOTE, "private", (job, note) -> {
                        begun.countDown();
                        new java.util.concurrent.CountDownLatch(1).await();
                    })
                    .start();
            try (Dormouse heir = Dormouse.on(f.postgres())
                    .wake(NO_FALLBACK)
                    .name("heir")
                    .concurrency("private", 1)
                    .handle(NOTE, "private", (job, note) -> f.note(note))
                    .build()) {
                leaving.jobs().enqueue(NOTE.with(new Note("left behind")).withQueue("private"));
                begun.await();
                heir.start();
                awaitAsleep(heir);
                leaving.stop(Duration.ZERO);
                long stopped = System.nanoTime();
                await().atMost(GENEROUS).until(() -> f.isDone("left behind"));
                assertThat(Duration.ofNanos(f.doneAt("left behind") - stopped)).isLessThan(LATE);
            }
        }
    }

    @Test
    void lostNotificationsAreFoundByTheFallbackAndCounted() {
        WakeSettings wake = WakeSettings.defaults().withFallbackInterval(Duration.ofSeconds(2));
        try (Dormouse node = f.node(wake).start();
                Dormouse producer = f.producer()) {
            awaitAsleep(node);
            f.proxy.dropNotifications(true);
            producer.jobs().enqueue(NOTE, new Note("unheard"));
            await().atMost(GENEROUS).until(() -> f.isDone("unheard"));
            await().atMost(GENEROUS).until(() -> node.health().counts().fallbackFinds() == 1);
            assertThat(wakes(node, WakeReason.FALLBACK)).isOne();
        }
    }

    @Test
    void withoutAListenerTheNodePollsAndRecoversWhenItCanListenAgain() {
        f.proxy.refuse(true);
        try (Dormouse node = f.node(NO_FALLBACK).start();
                Dormouse producer = f.producer()) {
            producer.jobs().enqueue(NOTE, new Note("polled"));
            await().atMost(GENEROUS).until(() -> f.isDone("polled"));
            assertThat(node.health().queues().get(0).mode()).isIn(PollMode.POLLING, PollMode.AGGRESSIVE);
            await().atMost(GENEROUS).until(() -> wakes(node, WakeReason.POLL) + wakes(node, WakeReason.AGGRESSIVE) > 0);
            f.proxy.refuse(false);
            await().atMost(GENEROUS).until(() -> node.health().counts().listening());
            producer.jobs().enqueue(NOTE, new Note("pushed"));
            await().atMost(GENEROUS).until(() -> f.isDone("pushed"));
        }
    }

    @Test
    void whatIsAnnouncedWhileTheListenerIsAwayIsFoundAtItsReturn() {
        try (Dormouse node = f.node(NO_FALLBACK
                                .withAggressiveOn(java.util.Set.of())
                                .withIdleBackoff(Duration.ofSeconds(30), Duration.ofSeconds(59)))
                        .start();
                Dormouse producer = f.producer()) {
            awaitAsleep(node);
            long connects = node.health().counts().connects();
            f.proxy.refuse(true);
            f.proxy.cut();
            await().atMost(GENEROUS).until(() -> !node.health().counts().listening());
            producer.jobs().enqueue(NOTE, new Note("meanwhile"));
            f.proxy.refuse(false);
            await().atMost(GENEROUS).until(() -> f.isDone("meanwhile"));
            assertThat(node.health().counts().connects()).isGreaterThan(connects);
            assertThat(wakes(node, WakeReason.RECONNECT)).isPositive();
        }
    }

    @Test
    void behindAPoolerThatDeliversNothingTheNodePolls() {
        f.proxy.dropNotifications(true);
        try (Dormouse node = f.node(NO_FALLBACK).start();
                Dormouse producer = f.producer()) {
            await().atMost(GENEROUS)
                    .until(() -> node.health().queues().get(0).mode() == PollMode.POLLING
                            && wakes(node, WakeReason.POLL) > 0);
            producer.jobs().enqueue(NOTE, new Note("polled"));
            await().atMost(GENEROUS).until(() -> f.isDone("polled"));
            assertThat(node.health().counts().listening()).isFalse();
        }
    }

    @Test
    void theEndOfOneNodeLeavesOthersOnTheSameDatabaseListening() {
        Postgres postgres = f.postgres();
        try (Dormouse first = on(postgres).start();
                Dormouse second = on(postgres).start()) {
            awaitAsleep(second);
            first.stop(GENEROUS);
            long connects = second.health().counts().connects();
            f.proxy.cut();
            await().atMost(GENEROUS).until(() -> second.health().counts().connects() > connects);
        }
        try (Dormouse third = on(postgres).start()) {
            await().atMost(GENEROUS).until(() -> third.health().counts().listening());
        }
    }

    private DormouseBuilder on(Postgres postgres) {
        return Dormouse.on(postgres).wake(NO_FALLBACK).handle(NOTE, (job, note) -> f.note(note));
    }

    private static long wakes(Dormouse node, WakeReason reason) {
        return node.health().counts().wakes().getOrDefault(reason, 0L);
    }

    /** Listens, and has said to all producers that it sleeps. */
    private void awaitAsleep(Dormouse node) {
        await().atMost(GENEROUS)
                .until(() -> node.health().counts().listening()
                        && f.number("select count(*) from {schema}.sleeper where node = "
                                        + node.health().node())
                                > 0);
    }
}
