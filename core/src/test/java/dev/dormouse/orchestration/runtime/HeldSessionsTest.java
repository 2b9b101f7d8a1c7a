package dev.dormouse.orchestration.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.orchestration.SessionOptions;
import dev.dormouse.provider.Provider;
import dev.dormouse.provider.ProviderException;
import dev.dormouse.provider.WorkFetch.SessionFetch;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HeldSessionsTest {

    private static final SessionOptions OPTIONS = SessionOptions.defaults()
            .withOwner("me")
            .withMax(2)
            .withTimeouts(Duration.ofSeconds(10), Duration.ofSeconds(60))
            .withCleanupInterval(Duration.ofSeconds(100));

    private final List<String> calls = new ArrayList<>();
    private final Provider provider = (Provider)
            Proxy.newProxyInstance(Provider.class.getClassLoader(), new Class<?>[] {Provider.class}, this::called);
    private final HeldSessions sessions = new HeldSessions(provider, OPTIONS);
    private int kept = 2;
    private boolean failing;

    private Object called(Object proxy, Method method, Object @Nullable [] args) {
        calls.add(method.getName());
        if (failing) {
            throw new ProviderException("try again", true, null);
        }
        return kept;
    }

    @Test
    void withoutSessionsNothingIsAsked() {
        for (int second = 0; second < 1000; second++) {
            assertThat(sessions.tick(seconds(second))).isFalse();
        }
        assertThat(calls).isEmpty();
    }

    @Test
    void whatIsInUseIsRenewedAtHalfItsTime() {
        sessions.used("a", seconds(0));
        sessions.tick(seconds(4));
        assertThat(calls).isEmpty();
        sessions.tick(seconds(5));
        sessions.tick(seconds(9));
        assertThat(calls).containsExactly("renewSessions");
        sessions.tick(seconds(10));
        assertThat(calls).hasSize(2);
    }

    @Test
    void aRenewalThatFailsIsRepeatedAtOnce() {
        sessions.used("a", seconds(0));
        failing = true;
        sessions.tick(seconds(5));
        sessions.tick(seconds(6));
        assertThat(calls).hasSize(2);
        assertThat(room()).as("it is still ours").isEqualTo(1);
    }

    @Test
    void asManyNewOnesAreTakenAsThereIsRoomFor() {
        assertThat(room()).isEqualTo(2);
        sessions.used("a", seconds(0));
        sessions.used("a", seconds(1));
        assertThat(room()).isEqualTo(1);
        sessions.used("b", seconds(1));
        assertThat(room()).isZero();
    }

    @Test
    void whatIsIdleIsLetGoAndTheRoomIsTold() {
        sessions.used("a", seconds(0));
        sessions.used("b", seconds(30));
        assertThat(sessions.tick(seconds(60))).isFalse();
        assertThat(sessions.tick(seconds(61))).isTrue();
        assertThat(sessions.tick(seconds(62))).as("told once").isFalse();
        assertThat(room()).isEqualTo(1);
        calls.clear();
        sessions.tick(seconds(91));
        sessions.tick(seconds(99));
        assertThat(room()).isEqualTo(2);
        assertThat(calls).as("nothing is left to renew").isEmpty();
    }

    @Test
    void whoHasLostAllBeginsAnew() {
        sessions.used("a", seconds(0));
        sessions.used("b", seconds(0));
        kept = 0;
        assertThat(sessions.tick(seconds(5))).isTrue();
        assertThat(room()).isEqualTo(2);
    }

    @Test
    void whatOthersLeftBehindIsForgottenNowAndThenAndOnceAfterwards() {
        sessions.used("a", seconds(0));
        for (int second = 1; second < 500; second++) {
            sessions.tick(seconds(second));
        }
        assertThat(calls).filteredOn("forgetSessions"::equals).hasSize(1);
    }

    @Test
    void aNodeThatMayHoldNoneAsksForNone() {
        assertThat(new HeldSessions(provider, OPTIONS.withMax(0)).fetch()).isNull();
    }

    private int room() {
        SessionFetch fetch = Objects.requireNonNull(sessions.fetch());
        assertThat(fetch.owner()).isEqualTo("me");
        return fetch.newSessionsMax();
    }

    private static long seconds(long seconds) {
        return Duration.ofSeconds(seconds).toNanos();
    }
}
