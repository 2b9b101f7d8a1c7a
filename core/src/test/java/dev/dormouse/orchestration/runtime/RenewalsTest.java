package dev.dormouse.orchestration.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.provider.ProviderException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class RenewalsTest {

    private final List<Collection<String>> asked = new ArrayList<>();
    private final List<String> gone = new ArrayList<>();
    private final List<String> told = new ArrayList<>();
    private boolean failing;

    private final Renewals<String> renewals =
            new Renewals<>(this::renew, Duration.ofSeconds(10), Duration.ofSeconds(2));

    @Test
    void shortLocksAreRenewedAtHalfTheirTimeAndLongOnesShortlyBeforeTheirEnd() {
        assertThat(Renewals.interval(Duration.ofSeconds(5), Duration.ofSeconds(2)))
                .isEqualTo(Duration.ofMillis(2500));
        assertThat(Renewals.interval(Duration.ofMillis(300), Duration.ofSeconds(2)))
                .isEqualTo(Duration.ofMillis(150));
        assertThat(Renewals.interval(Duration.ofSeconds(30), Duration.ofSeconds(5)))
                .isEqualTo(Duration.ofSeconds(25));
    }

    @Test
    void nothingIsAskedWhileNothingNeedsIt() {
        renewals.renew(seconds(100));
        add("a", 0);
        renewals.renew(seconds(4));
        assertThat(asked).isEmpty();
    }

    @Test
    void whatNeedsItTakesAlongWhatSoonWould() {
        add("old", 0);
        add("middle", 2);
        add("fresh", 4);
        renewals.renew(seconds(5));
        assertThat(asked).containsExactly(new TreeSet<>(List.of("middle", "old")));
        renewals.renew(seconds(6));
        assertThat(asked).hasSize(1);
    }

    @Test
    void onlyTheProvidersWordCountsAsLoss() {
        add("a", 0);
        failing = true;
        renewals.renew(seconds(5));
        renewals.renew(seconds(60));
        assertThat(told).isEmpty();
        failing = false;
        gone.add("a");
        renewals.renew(seconds(61));
        assertThat(told).containsExactly("a");
        assertThat(renewals.isEmpty()).isTrue();
    }

    @Test
    void aFailedRenewalIsTriedAgainAtTheNextTick() {
        add("a", 0);
        failing = true;
        renewals.renew(seconds(5));
        failing = false;
        renewals.renew(seconds(6));
        renewals.renew(seconds(7));
        assertThat(asked).hasSize(2);
    }

    private void add(String lock, long second) {
        renewals.add(lock, seconds(second), () -> told.add(lock));
    }

    private List<String> renew(Collection<String> locks, Duration timeout) {
        asked.add(new TreeSet<>(locks));
        if (failing) {
            throw new ProviderException("away", true, null);
        }
        return List.copyOf(gone);
    }

    private static long seconds(long count) {
        return Duration.ofSeconds(count).toNanos();
    }
}
