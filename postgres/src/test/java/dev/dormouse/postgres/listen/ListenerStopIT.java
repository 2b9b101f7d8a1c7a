package dev.dormouse.postgres.listen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.dormouse.wake.Backoff;
import dev.dormouse.wake.ListenerState;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Stopping is quick wherever the listener is. */
class ListenerStopIT {

    private static final Duration LONG = Duration.ofMinutes(5);

    private final ListenerFixture fixture = new ListenerFixture();
    private final ListenerSettings patient = ListenerSettings.defaults(fixture.name.channel())
            .withPing(LONG, LONG)
            .withReconnect(new Backoff(LONG, LONG))
            .withRetry(new Backoff(LONG, LONG));

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void whileParkedInAWait() {
        PgListener listener = started(fixture.listener(patient));
        fixture.sink.awaitStates("listening");
        assertStopsAtOnce(listener);
        assertThat(fixture.sink.states).containsExactly("listening");
        await().atMost(RecordingSink.DEADLINE).until(() -> fixture.proxy.open() == 0);
    }

    @Test
    void whileTheNetworkIsSilent() {
        PgListener listener = started(fixture.listener(patient));
        fixture.sink.awaitStates("listening");
        fixture.proxy.blackhole(true);
        assertStopsAtOnce(listener);
    }

    @Test
    void whileConnectingToAServerThatSaysNothing() {
        fixture.proxy.blackhole(true);
        PgListener listener = started(fixture.listener(patient));
        await().atMost(RecordingSink.DEADLINE).until(() -> fixture.proxy.accepted() > 0);
        assertStopsAtOnce(listener);
    }

    @Test
    void whilePausingAfterALoss() {
        fixture.proxy.refuse(true);
        PgListener listener = started(fixture.listener(patient));
        fixture.sink.awaitStates("lost");
        assertStopsAtOnce(listener);
    }

    @Test
    void whilePausingBecauseItCannotListen() {
        fixture.proxy.dropNotifications(true);
        PgListener listener = started(fixture.listener(patient.withEchoTimeout(Duration.ofMillis(100))));
        fixture.sink.awaitStates("cannot");
        assertStopsAtOnce(listener);
    }

    @Test
    void whileWaitingForItsEcho() {
        fixture.proxy.dropNotifications(true);
        AtomicInteger asked = new AtomicInteger();
        PgListener listener = started(new PgListener(
                fixture.connector(),
                Refusing.beforeConnection(fixture.producers(), asked::incrementAndGet),
                fixture.sink,
                patient.withEchoTimeout(LONG)));
        await().atMost(RecordingSink.DEADLINE).until(() -> asked.get() == 1);
        assertStopsAtOnce(listener);
        assertThat(fixture.sink.states).isEmpty();
    }

    @Test
    void whileThePoolHasNoConnectionForItsEcho() {
        CountDownLatch asked = new CountDownLatch(1);
        PgListener listener = started(new PgListener(
                fixture.connector(),
                Refusing.beforeConnection(fixture.producers(), () -> {
                    asked.countDown();
                    new CountDownLatch(1).await();
                    return null;
                }),
                fixture.sink,
                patient));
        await().atMost(RecordingSink.DEADLINE).until(() -> asked.getCount() == 0);
        assertStopsAtOnce(listener);
    }

    @Test
    void beforeItStartsAndForGood() {
        PgListener listener = fixture.listener(patient);
        listener.close();
        listener.start();
        assertThat(listener.health().state()).isEqualTo(ListenerState.STOPPED);
        assertThat(fixture.proxy.accepted()).isZero();
    }

    @Test
    void anyNumberOfTimesAndRightAfterTheStart() {
        for (int round = 0; round < 50; round++) {
            PgListener listener = fixture.listener(patient);
            listener.start();
            listener.start();
            listener.stop(Duration.ofSeconds(5));
            listener.stop(Duration.ofSeconds(5));
            assertThat(listener.thread.joinWithin(Duration.ZERO)).isTrue();
        }
        await().atMost(RecordingSink.DEADLINE).until(() -> fixture.proxy.open() == 0);
    }

    private static PgListener started(PgListener listener) {
        listener.start();
        return listener;
    }

    private static void assertStopsAtOnce(PgListener listener) {
        long startNanos = System.nanoTime();
        listener.stop(Duration.ofSeconds(5));
        assertThat(Duration.ofNanos(System.nanoTime() - startNanos)).isLessThan(Duration.ofSeconds(1));
        assertThat(listener.thread.joinWithin(Duration.ZERO)).isTrue();
        assertThat(listener.health().state()).isEqualTo(ListenerState.STOPPED);
    }
}
