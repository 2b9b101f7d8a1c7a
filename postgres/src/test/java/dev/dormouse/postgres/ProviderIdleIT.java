package dev.dormouse.postgres;

import static dev.dormouse.postgres.NodeFixture.GENEROUS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.dormouse.provider.NewMessage;
import dev.dormouse.provider.NewMessage.Start;
import dev.dormouse.provider.Provider;
import dev.dormouse.provider.TurnAck;
import dev.dormouse.provider.TurnFetch;
import dev.dormouse.provider.TurnItem;
import dev.dormouse.provider.WorkFetch;
import dev.dormouse.wake.WakeSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What waiting for orchestrations costs in statements, as the server counts them. */
class ProviderIdleIT {

    /** A minute with the default fallback is what is promised; a shorter time shows the same with a shorter one. */
    private static final Duration IDLE = Duration.ofSeconds(Long.getLong("provider.idle.seconds", 6));

    private static final Duration LOCK = Duration.ofMinutes(1);
    private static final int FETCHERS = 4;

    private final NodeFixture f = new NodeFixture();
    private final List<Thread> threads = new ArrayList<>();

    @AfterEach
    void close() {
        f.close();
    }

    private void fetchers(Provider provider) {
        Duration wait = IDLE.plus(GENEROUS).plus(GENEROUS);
        for (int i = 0; i < FETCHERS; i++) {
            threads.add(new Thread(() -> provider.fetchTurns(TurnFetch.of(1, LOCK, wait))));
            threads.add(new Thread(() -> provider.fetchWork(WorkFetch.of(1, LOCK, wait))));
        }
        threads.forEach(thread -> {
            thread.setDaemon(true);
            thread.start();
        });
    }

    @Test
    void eightFetchersThatWaitMakeOneStatementPerFallbackInterval() throws Exception {
        WakeSettings wake = WakeSettings.defaults().withFallbackInterval(IDLE.dividedBy(2));
        try (Provider provider = f.postgres().openProvider(wake)) {
            fetchers(provider);
            awaitQuiet();
            long before = f.statements();
            Thread.sleep(IDLE.toMillis()); // a rate can only be seen over a time
            long made = f.statements() - before;
            System.out.println("idle for " + IDLE + " with " + 2 * FETCHERS + " fetchers: " + made + " statements");
            assertThat(made).isBetween(1L, 4L);
            assertThat(threads).allMatch(Thread::isAlive);
        }
    }

    @Test
    void aTurnCostsOneFetchAndOneAck() {
        try (Provider provider = f.postgres().openProvider(NodeFixture.NO_FALLBACK)) {
            provider.enqueue(List.of(NewMessage.start("a", new Start("Flow", null, null, false), "start")));
            TurnFetch fetch = TurnFetch.of(1, LOCK, Duration.ZERO).withHistory(TurnFetch.History.ON_DEMAND);
            turn(provider, fetch);
            int turns = 20;
            long before = f.statements();
            for (int i = 0; i < turns; i++) {
                provider.enqueue(List.of(NewMessage.of("a", "next")));
                turn(provider, fetch);
            }
            double each = (f.statements() - before) / (double) turns;
            System.out.println("statements per message, fetch and ack: " + each);
            // Two for the message, six for the fetch, ten for the ack, and now and then one to announce.
            assertThat(each).isLessThan(24);
        }
    }

    private static void turn(Provider provider, TurnFetch fetch) {
        TurnItem item = provider.fetchTurns(fetch).items().get(0);
        provider.ackTurns(List.of(TurnAck.nothing(item)));
    }

    /** No statement for a second: all wait. */
    private void awaitQuiet() {
        long[] seen = {-1, System.nanoTime()};
        await().pollInterval(Duration.ofMillis(50)).atMost(GENEROUS).until(() -> {
            long now = f.statements();
            if (now != seen[0]) {
                seen[0] = now;
                seen[1] = System.nanoTime();
            }
            return System.nanoTime() - seen[1] > 1_000_000_000L;
        });
    }
}
