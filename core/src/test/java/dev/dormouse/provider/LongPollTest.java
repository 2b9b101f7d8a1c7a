package dev.dormouse.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dormouse.wake.Sleepers;
import dev.dormouse.wake.Ticker;
import dev.dormouse.wake.WakeHint;
import dev.dormouse.wake.WakeHub;
import dev.dormouse.wake.WakeObserver;
import dev.dormouse.wake.WakeSettings;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** When a fetch looks, and when it waits. */
class LongPollTest {

    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Fetched<String> NOTHING = new Fetched<>(List.of(), false, null);
    private static final Fetched<String> HELD_BY_OTHERS = new Fetched<>(List.of(), true, null);
    private static final Fetched<String> FOUND = new Fetched<>(List.of("found"), false, null);

    private final WakeHub hub =
            new WakeHub(WakeSettings.defaults(), Ticker.SYSTEM, WakeObserver.NONE, queues -> List.of());
    private final Queue<String> said = new ConcurrentLinkedQueue<>();
    private final LongPoll longPoll = new LongPoll(hub, new Sleepers() {
        @Override
        public void sleep(String queue) {
            said.add("sleep " + queue);
        }

        @Override
        public void awake(String queue) {}

        @Override
        public long identity() {
            return 1;
        }
    });

    private Fetched<String> fetch(Duration timeout, Fetched<String> first, Fetched<String> later) {
        Deque<Fetched<String>> answers = new ArrayDeque<>(List.of(first));
        return longPoll.fetch(List.of("a"), "", timeout, () -> {
            said.add("look");
            return answers.isEmpty() ? later : answers.pop();
        });
    }

    @Test
    void zeroLooksOnce() {
        assertThat(fetch(Duration.ZERO, NOTHING, FOUND).items()).isEmpty();
        assertThat(said).containsExactly("look");
    }

    @Test
    void whatOthersHoldIsLookedForAgain() {
        assertThat(fetch(Duration.ZERO, HELD_BY_OTHERS, FOUND).items()).containsExactly("found");
        assertThat(fetch(LONG, HELD_BY_OTHERS, FOUND).items()).containsExactly("found");
    }

    @Test
    void whatOthersKeepIsNotWaitedForForever() {
        assertThat(fetch(Duration.ZERO, HELD_BY_OTHERS, HELD_BY_OTHERS).more()).isTrue();
        assertThat(fetch(Duration.ofMillis(50), HELD_BY_OTHERS, HELD_BY_OTHERS).more())
                .isTrue();
    }

    @Test
    void itSaysThatItSleepsBeforeItsLastLook() {
        hub.listening();
        assertThat(fetch(Duration.ofMillis(20), NOTHING, NOTHING).items()).isEmpty();
        assertThat(said).containsExactly("sleep a", "look");
    }

    @Test
    void afterAReconnectItSaysSoAgain() {
        fetch(Duration.ofMillis(20), NOTHING, NOTHING);
        said.clear();
        hub.listening();
        fetch(Duration.ofMillis(20), NOTHING, NOTHING);
        fetch(Duration.ofMillis(20), NOTHING, NOTHING);

        assertThat(said).containsExactly("sleep a", "look", "look");
    }

    @Test
    void aWakeEndsTheWait() throws Exception {
        hub.listening();
        CompletableFuture<Fetched<String>> waiting = CompletableFuture.supplyAsync(() -> fetch(LONG, NOTHING, FOUND));
        // A wake before the first look would be that look's, which finds nothing yet.
        while (!said.contains("look")) {
            Thread.onSpinWait();
        }
        assertThat(hub.wakeLocally(WakeHint.now("a"))).isTrue();
        assertThat(waiting.get(20, TimeUnit.SECONDS).items()).containsExactly("found");
    }

    @Test
    void oneThatIsClosedRefuses() {
        longPoll.close();
        assertThatThrownBy(() -> fetch(LONG, NOTHING, FOUND))
                .isInstanceOf(ProviderException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void aFailedLookIsTheCallersToHandle() {
        assertThatThrownBy(() -> longPoll.fetch(List.of("a"), "", LONG, () -> {
                    throw new ProviderException("no look, says the test", true, null);
                }))
                .hasMessageContaining("says the test");
    }
}
