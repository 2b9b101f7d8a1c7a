package dev.dormouse.orchestration.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.dormouse.orchestration.kernel.Event;
import dev.dormouse.orchestration.kernel.Payload;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LocalEndsTest {

    private static final Duration GENEROUS = Duration.ofSeconds(30);
    private static final Event END = new Event.Completed(2, Instant.EPOCH, Payload.of("7"));

    private final Set<String> known = ConcurrentHashMap.newKeySet();
    private final AtomicLong steps = new AtomicLong();
    private final LocalEnds ends = new LocalEnds(this::step);
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void close() {
        threads.shutdownNow();
    }

    /** What is known makes a step whenever somebody asks. */
    private long step(String instance) {
        return known.contains(instance) ? steps.incrementAndGet() : 0;
    }

    @Test
    void everyoneWhoWaitsIsToldHowItEnded() throws Exception {
        known.add("a");
        known.add("b");
        Future<Optional<Event>> one = threads.submit(waiting("a"));
        Future<Optional<Event>> another = threads.submit(waiting("a"));
        Future<Optional<Event>> other = threads.submit(waiting("b"));
        await().atMost(GENEROUS).until(() -> ends.waiting() == 3);
        ends.ended("a", history(END));
        assertThat(one.get(30, TimeUnit.SECONDS)).contains(END);
        assertThat(another.get(30, TimeUnit.SECONDS)).contains(END);
        assertThat(other.isDone()).isFalse();
        ends.ended("b", history(END));
        assertThat(other.get(30, TimeUnit.SECONDS)).contains(END);
        assertThat(ends.waiting()).isZero();
    }

    @Test
    void nobodyWaitsForWhatIsNotKnownToGoOnHere() throws Exception {
        assertThat(threads.submit(waiting("a")).get(30, TimeUnit.SECONDS)).isEmpty();
        assertThat(ends.waiting()).isZero();
    }

    /** An instance that could not even be read ends without an event that says so: whoever waits must ask. */
    @Test
    void whoWaitsForAnEndWithoutAnEventIsToldToAsk() throws Exception {
        known.add("a");
        Future<Optional<Event>> one = threads.submit(waiting("a"));
        await().atMost(GENEROUS).until(() -> ends.waiting() == 1);
        ends.ended("a", history(new Event.CancelRequested(2, Instant.EPOCH, "why")));
        assertThat(one.get(30, TimeUnit.SECONDS)).isEmpty();
    }

    @Test
    void theTimeoutLeavesNothingBehind() throws Exception {
        known.add("a");
        assertThat(ends.await("a", Duration.ofMillis(1))).isEmpty();
        assertThat(ends.waiting()).isZero();
    }

    /** The end comes between the question whether it goes on and the wait: the caller was there before it asked. */
    @Test
    void anEndThatComesWhileAskingIsNotMissed() throws Exception {
        LocalEnds[] ends = new LocalEnds[1];
        ends[0] = new LocalEnds(instance -> {
            ends[0].ended(instance, history(END));
            return 1;
        });
        assertThat(ends[0].await("a", GENEROUS)).contains(END);
    }

    @Test
    void nobodyAsksWhileItGoesOnHere() throws Exception {
        known.add("a");
        Future<Optional<Event>> one = threads.submit(waiting("a"));
        await().atMost(GENEROUS).until(() -> steps.get() >= 4);
        assertThat(one.isDone()).isFalse();
        ends.ended("a", history(END));
        assertThat(one.get(30, TimeUnit.SECONDS)).contains(END);
    }

    /** It may have gone on elsewhere. */
    @Test
    void whoWaitsForWhatMakesNoStepIsToldToAsk() throws Exception {
        LocalEnds still = new LocalEnds(instance -> 1);
        assertThat(still.await("a", Duration.ofDays(1))).isEmpty();
        assertThat(still.waiting()).isZero();
    }

    private Callable<Optional<Event>> waiting(String instance) {
        return () -> ends.await(instance, GENEROUS);
    }

    private static History history(Event last) {
        return new History(1, 1, Map.of(), List.of(last), 1);
    }
}
