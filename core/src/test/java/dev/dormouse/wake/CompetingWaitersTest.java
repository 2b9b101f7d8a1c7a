package dev.dormouse.wake;

import static dev.dormouse.wake.HubFixture.looksAndFindsNothing;
import static dev.dormouse.wake.HubFixture.next;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import org.junit.jupiter.api.Test;

/** Competing consumers: one token wakes one waiter, and whoever finds more than it can take passes one on. */
class CompetingWaitersTest {

    @Test
    void oneTokenWakesOneWaiterThatCanUseIt() {
        HubFixture f = HubFixture.up();
        Waiter other = f.idle("b");
        Waiter first = f.idle("a");
        Waiter second = f.idle("a");
        f.wake("a");
        assertThat(f.now(other)).isNull();
        assertThat(List.of(first, second).stream().filter(w -> f.now(w) != null))
                .hasSize(1);
    }

    @Test
    void aParkedWaiterIsPreferredToOneThatIsLooking() {
        try (HubFixture f = HubFixture.up()) {
            Waiter looking = f.waiter("a");
            Waiter parked = f.idle("a");
            BlockingQueue<WakeReason> reasons = f.park(parked);
            Look look = looking.beginLook();
            f.wake("a");
            assertThat(next(reasons)).isEqualTo(WakeReason.NOTIFY);
            look.empty(null);
            assertThat(f.now(looking)).isNull();
        }
    }

    @Test
    void parkedWaitersAreWokenInTurn() {
        try (HubFixture f = HubFixture.up()) {
            Waiter first = f.idle("a");
            Waiter second = f.idle("a");
            BlockingQueue<WakeReason> ofFirst = f.park(first);
            BlockingQueue<WakeReason> ofSecond = f.park(second);
            f.wake("a");
            f.wake("a");
            assertThat(next(ofFirst)).isEqualTo(WakeReason.NOTIFY);
            assertThat(next(ofSecond)).isEqualTo(WakeReason.NOTIFY);
        }
    }

    @Test
    void tokensNeverExceedTheWaitersSoABurstCostsAHandful() {
        HubFixture f = HubFixture.up();
        List<Waiter> waiters = new ArrayList<>(List.of(f.idle("a"), f.idle("a"), f.idle("a")));
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
        HubFixture f = HubFixture.up();
        Waiter first = f.idle("a");
        Waiter second = f.idle("a");
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
        HubFixture f = HubFixture.up();
        Waiter first = f.idle("a");
        Waiter second = f.idle("a");
        f.wake("a");
        assertThat(f.now(first)).isEqualTo(WakeReason.NOTIFY);
        looksAndFindsNothing(first);
        assertThat(f.now(second)).isNull();
    }

    @Test
    void oneThatWasAlreadyAtWorkPassesNothingOn() {
        HubFixture f = HubFixture.up();
        Waiter first = f.idle("a");
        Waiter second = f.idle("a");
        first.beginLook().found(true, null);
        first.beginLook().found(true, null);
        assertThat(f.now(second)).isNull();
    }

    @Test
    void theChainGoesOnThroughOneThatWasLookingWhenItsTokenCame() {
        HubFixture f = HubFixture.up();
        Waiter first = f.waiter("a");
        Waiter second = f.waiter("a");
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
        HubFixture f = HubFixture.up();
        Waiter first = f.idle("a");
        Waiter second = f.idle("a");
        f.wake("a");
        first.close();
        assertThat(f.now(second)).isEqualTo(WakeReason.NOTIFY);
    }

    @Test
    void aWaiterThatIsClosedBeforeItLookedHandsItsWakeOn() {
        HubFixture f = HubFixture.up();
        Waiter first = f.idle("a");
        Waiter second = f.idle("a");
        f.wake("a");
        assertThat(f.now(first)).isEqualTo(WakeReason.NOTIFY);
        first.close();
        assertThat(f.now(second)).isEqualTo(WakeReason.NOTIFY);
    }

    @Test
    void aWaiterThatIsClosedAfterItsLookFailedHandsItsWakeOn() {
        HubFixture f = HubFixture.up();
        Waiter first = f.idle("a");
        Waiter second = f.idle("a");
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
