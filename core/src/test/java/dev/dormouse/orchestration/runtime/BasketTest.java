package dev.dormouse.orchestration.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.dormouse.provider.AckOutcome;
import dev.dormouse.provider.ProviderException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BasketTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final List<List<String>> batches = new ArrayList<>();
    private final Map<String, AckOutcome> written = new HashMap<>();
    private final List<String> refused = new ArrayList<>();
    private final List<String> bad = new ArrayList<>();
    private int passingTroubles;

    private final Basket<String> basket = new Basket<>("test", new Basket.Desk<>() {
        @Override
        public List<AckOutcome> write(List<String> batch) {
            batches.add(batch);
            if (passingTroubles > 0) {
                passingTroubles--;
                throw new ProviderException("away", true, null);
            }
            if (batch.stream().anyMatch(bad::contains)) {
                throw new ProviderException("never", false, null);
            }
            return batch.stream().map(item -> AckOutcome.COMMITTED).toList();
        }

        @Override
        public void written(String item, AckOutcome outcome) {
            written.put(item, outcome);
        }

        @Override
        public void refused(String item, ProviderException why) {
            refused.add(item);
        }
    });

    @Test
    void everythingThatWaitsIsWrittenTogether() {
        List.of("a", "b", "c").forEach(basket::add);
        basket.writeAll();
        assertThat(batches).containsExactly(List.of("a", "b", "c"));
        assertThat(written).hasSize(3);
        assertThat(basket.isEmpty()).isTrue();
        basket.writeAll();
        assertThat(batches).hasSize(1);
    }

    @Test
    void passingTroubleKeepsEverythingInOrder() {
        List.of("a", "b").forEach(basket::add);
        passingTroubles = 3;
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(basket::writeAll).isInstanceOf(ProviderException.class);
            assertThat(basket.isEmpty()).isFalse();
        }
        basket.writeAll();
        assertThat(written).containsOnlyKeys("a", "b");
        assertThat(refused).isEmpty();
    }

    @Test
    void oneBadItemHarmsNoOther() {
        bad.add("b");
        List.of("a", "b", "c").forEach(basket::add);
        basket.writeAll();
        assertThat(written).containsOnlyKeys("a", "c");
        assertThat(refused).containsExactly("b");
        assertThat(basket.isEmpty()).isTrue();
    }

    @Test
    void troubleThatNeverPassesEndsInARefusal() {
        basket.add("a");
        passingTroubles = Integer.MAX_VALUE;
        int tries = 0;
        while (!basket.isEmpty() && tries < 1000) {
            tries++;
            try {
                basket.writeAll();
            } catch (ProviderException e) {
                assertThat(e.retryable()).isTrue();
            }
        }
        assertThat(tries).isBetween(10, 100);
        assertThat(refused).containsExactly("a");
    }

    /** One call at a time, while all who come meanwhile but one can go, and nothing is forgotten. */
    @Test
    void ofThoseWhoComeDuringAWriteOneWritesForAll() throws Exception {
        SlowDesk desk = new SlowDesk();
        Basket<String> slow = new Basket<>("slow", desk);
        slow.add("first");
        Thread writer = new Thread(slow::writeAll);
        writer.start();
        desk.awaitCall();
        slow.add("second");
        Thread next = new Thread(slow::writeAll);
        next.start();
        await().atMost(PATIENCE).until(() -> next.getState() == Thread.State.WAITING);
        slow.add("third");
        slow.writeAll();
        assertThat(desk.batches).containsExactly(List.of("first"));

        desk.answer();
        desk.awaitCall();
        assertThat(desk.batches).containsExactly(List.of("first"), List.of("second", "third"));
        // What follows from the first batch does not wait for the second.
        await().atMost(PATIENCE).until(() -> desk.written.contains("first"));
        desk.answer();
        writer.join(PATIENCE.toMillis());
        next.join(PATIENCE.toMillis());
        assertThat(desk.written).containsExactly("first", "second", "third");
    }

    /** Answers when it is told to. */
    private static final class SlowDesk implements Basket.Desk<String> {
        final List<List<String>> batches = new CopyOnWriteArrayList<>();
        final List<String> written = new CopyOnWriteArrayList<>();
        private final Semaphore called = new Semaphore(0);
        private final Semaphore answered = new Semaphore(0);

        void awaitCall() throws InterruptedException {
            assertThat(called.tryAcquire(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
        }

        void answer() {
            answered.release();
        }

        @Override
        public List<AckOutcome> write(List<String> batch) {
            batches.add(batch);
            called.release();
            answered.acquireUninterruptibly();
            return batch.stream().map(item -> AckOutcome.COMMITTED).toList();
        }

        @Override
        public void written(String item, AckOutcome outcome) {
            written.add(item);
        }

        @Override
        public void refused(String item, ProviderException why) {
            throw new AssertionError(why);
        }
    }
}
