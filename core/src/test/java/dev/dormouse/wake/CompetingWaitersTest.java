package dev.dormouse.wake;

import static dev.dormouse.wake.HubFixture.looksAndFindsNothing;
import static dev.dormouse.wake.HubFixture.next;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Competing consumers: one token wakes one waiter, and whoever finds more than it can take passes one on. */
class CompetingWaitersTest {

    private final HubFixture f = HubFixture.up();
    private final Waiter first = f.idle("a");
    private final Waiter second = f.idle("a");

    @AfterEach
    void close() {
        f.close();
    }

    @Test
    void oneTokenWakesOneWaiterThatCanUseIt() {
        Waiter other = f.idle("b");
        f.wake("a");
        assertThat(f.now(other)).isNull();
        assertThat(List.of(first, second).stream().filter(w -> f.now(w) != null))
                .hasSize(1);
    }

    @Test
    void aParkedWaiterIsPreferredToOneThatIsLooking() {
        Waiter looking = f.waiter("b");
        Waiter parked = f.idle("b");
        BlockingQueue<WakeReason> reasons = f.park(parked);
        Look look = looking.beginLook();
        f.wake("b");
        assertThat(next(reasons)).isEqualTo(WakeReason.NOTIFY);
        look.empty(null);
        assertThat(f.now(looking)).isNull();
    }

    @Test
    void parkedWaitersAreWokenInTurn() {
        BlockingQueue<WakeReason> ofFirst = f.park(first);
        BlockingQueue<WakeReason> ofSecond = f.park(second);
        f.wake("a");
        f.wake("a");
        assertThat(next(ofFirst)).isEqualTo(WakeReason.NOTIFY);
        assertThat(next(ofSecond)).isEqualTo(WakeReason.NOTIFY);
    }

    @Test
    void tokensNeverExceedTheWaitersSoABurstCostsAHandful() {
        List<Waiter> waiters = List.of(first, second, f.idle("a"));
        for (int i = 0; i < 100; i++) {
            f.wake("a");
        }
        int tokens = 0;
        for (int round = 0; round < 100; round++) {
            for (Waiter waiter : waiters) {
                tokens += f.now(waiter) != null ? 1 : 0;
            }
        }
        assertThat(tokens).isEqualTo(3);
    }

    @Test
    void oneThatFoundWorkAndSeesMorePassesExactlyOneTokenOn() {
        Waiter third = f.idle("a");
        f.wake("a");
        assertThat(f.now(first)).isEqualTo(WakeReason.NOTIFY);
        first.beginLook().found(true, null);
        assertThat(f.now(first)).isNull();
        assertThat(f.now(second)).isEqualTo(WakeReason.CHAIN);
        assertThat(f.now(third)).isNull();
        second.beginLook().found(false, null);
        assertThat(f.now(third)).isNull();
    }

    @Test
    void oneThatFoundNothingPassesNothingOn() {
        f.wake("a");
        assertThat(f.now(first)).isEqualTo(WakeReason.NOTIFY);
        looksAndFindsNothing(first);
        assertThat(f.now(second)).isNull();
    }

    @Test
    void oneThatWasAlreadyAtWorkPassesNothingOn() {
        first.beginLook().found(true, null);
        first.beginLook().found(true, null);
        assertThat(f.now(second)).isNull();
    }

    @Test
    void theChainGoesOnThroughOneThatWasLookingWhenItsTokenCame() {
        Look ofFirst = first.beginLook();
        Look ofSecond = second.beginLook();
        f.wake("a");
        ofFirst.found(false, null);
        ofSecond.empty(null);
        first.beginLook().found(true, null);
        assertThat(f.now(second)).isEqualTo(WakeReason.CHAIN);
    }

    @Test
    void aWaiterThatIsClosedHandsItsUntakenTokenOn() {
        f.wake("a");
        first.close();
        assertThat(f.now(second)).isEqualTo(WakeReason.NOTIFY);
    }

    @Test
    void aWaiterThatIsClosedBeforeItLookedHandsItsWakeOn() {
        f.wake("a");
        assertThat(f.now(first)).isEqualTo(WakeReason.NOTIFY);
        first.close();
        assertThat(f.now(second)).isEqualTo(WakeReason.NOTIFY);
    }

    @Test
    void aWaiterThatIsClosedAfterItsLookFailedHandsItsWakeOn() {
        Waiter third = f.idle("a");
        f.wake("a");
        assertThat(f.now(first)).isEqualTo(WakeReason.NOTIFY);
        first.beginLook().failed();
        first.close();
        assertThat(f.now(second)).isEqualTo(WakeReason.NOTIFY);
        Look underWay = second.beginLook();
        second.close();
        underWay.failed();
        assertThat(f.now(third)).isEqualTo(WakeReason.NOTIFY);
    }
}
