package dev.dormouse.orchestration.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.dispatch.Exchange;
import dev.dormouse.orchestration.PollOptions;
import dev.dormouse.provider.Fetched;
import dev.dormouse.provider.Provider;
import dev.dormouse.provider.ProviderException;
import dev.dormouse.wake.Ticker;
import dev.dormouse.wake.WakeHub;
import dev.dormouse.wake.WakeObserver;
import dev.dormouse.wake.WakeSettings;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class PacedFetchTest {

    private final WakeHub hub =
            new WakeHub(WakeSettings.defaults(), Ticker.SYSTEM, WakeObserver.NONE, queues -> List.of());
    private final PollOptions options = PollOptions.defaults();

    @Test
    void aProviderThatWakesIsOnlyLookedAt() {
        PacedFetch fetch = fetch(true, true);
        Fetched<String> fetched = fetch.fetch(wait -> {
            assertThat(wait).isEqualTo(Duration.ZERO);
            return new Fetched<>(List.of(), false, Duration.ofHours(1));
        });
        assertThat(fetch.exchange(List.of(), fetched).nextDue()).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void aProviderThatReturnsAtOnceIsLookedAtAgainAfterTheIdleSleep() {
        PacedFetch fetch = fetch(false, false);
        Fetched<String> fetched = fetch.fetch(wait -> {
            assertThat(wait).isEqualTo(Duration.ZERO);
            return new Fetched<>(List.of(), false, Duration.ofHours(1));
        });
        Exchange<String> exchange = fetch.exchange(List.of(), fetched);
        assertThat(exchange.nextDue()).isEqualTo(Duration.ofMillis(100));
        assertThat(exchange.more()).isFalse();
    }

    @Test
    void aProviderThatSaysItWaitsAndDoesNotIsNoReasonToSpin() {
        PacedFetch fetch = fetch(false, true);
        Fetched<String> fetched = fetch.fetch(wait -> {
            assertThat(wait).isEqualTo(Duration.ofSeconds(30));
            return new Fetched<>(List.of(), false, null);
        });
        assertThat(fetch.exchange(List.of(), fetched).nextDue()).isEqualTo(Duration.ofMillis(100));
    }

    @Test
    void longPollingCanBeSwitchedOff() {
        PacedFetch fetch = new PacedFetch(provider(false, true), hub, options.withLongPollTimeout(Duration.ZERO));
        assertThat(fetch.waits()).isFalse();
    }

    @Test
    void stoppingInterruptsAFetchThatWaits() throws Exception {
        PacedFetch fetch = fetch(false, true);
        CountDownLatch waits = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        Thread coordinator = new Thread(() -> {
            Fetched<String> fetched = fetch.fetch(wait -> {
                waits.countDown();
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new ProviderException("interrupted", true, e);
                }
                throw new AssertionError();
            });
            assertThat(fetched.items()).isEmpty();
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
            ended.countDown();
        });
        coordinator.start();
        waits.await();
        fetch.stop();
        coordinator.join(30_000);
        assertThat(ended.getCount()).isZero();
        Fetched<String> after = fetch.fetch(wait -> {
            throw new AssertionError("fetched after the stop");
        });
        assertThat(after.items()).isEmpty();
    }

    private PacedFetch fetch(boolean wakes, boolean waits) {
        return new PacedFetch(provider(wakes, waits), hub, options);
    }

    private static Provider provider(boolean wakes, boolean waits) {
        return (Provider) Proxy.newProxyInstance(
                Provider.class.getClassLoader(), new Class<?>[] {Provider.class}, (proxy, method, args) -> {
                    return switch (method.getName()) {
                        case "wakes" -> wakes;
                        case "supportsLongPolling" -> waits;
                        default -> throw new AssertionError("the pace of a provider is no reason to call " + method);
                    };
                });
    }
}
