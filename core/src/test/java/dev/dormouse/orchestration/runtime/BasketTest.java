package dev.dormouse.orchestration.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dormouse.provider.AckOutcome;
import dev.dormouse.provider.ProviderException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BasketTest {

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
        basket.write();
        assertThat(batches).containsExactly(List.of("a", "b", "c"));
        assertThat(written).hasSize(3);
        assertThat(basket.isEmpty()).isTrue();
        basket.write();
        assertThat(batches).hasSize(1);
    }

    @Test
    void passingTroubleKeepsEverythingInOrder() {
        List.of("a", "b").forEach(basket::add);
        passingTroubles = 3;
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(basket::write).isInstanceOf(ProviderException.class);
            assertThat(basket.isEmpty()).isFalse();
        }
        basket.write();
        assertThat(written).containsOnlyKeys("a", "b");
        assertThat(refused).isEmpty();
    }

    @Test
    void oneBadItemHarmsNoOther() {
        bad.add("b");
        List.of("a", "b", "c").forEach(basket::add);
        basket.write();
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
                basket.write();
            } catch (ProviderException e) {
                assertThat(e.retryable()).isTrue();
            }
        }
        assertThat(tries).isBetween(10, 100);
        assertThat(refused).containsExactly("a");
    }
}
