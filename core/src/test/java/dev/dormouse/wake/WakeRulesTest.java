package dev.dormouse.wake;

import static dev.dormouse.wake.HubFixture.looksAndFindsNothing;
import static dev.dormouse.wake.HubFixture.next;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import org.junit.jupiter.api.Test;

/** How waiters are woken, rule by rule. Competition, due times and the fallback have classes of their own. */
class WakeRulesTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    // A wake is a hint that can only shorten a wait.

    @Test
    void withoutAnyWakeTheWaiterLooksAgainByItself() {
        HubFixture f = HubFixture.up();
        Waiter waiter = f.idle("a");
        assertThat(f.now(waiter)).isNull();
        f.findings.add(new Survey.Finding("a", true, null));
        f.advance(MINUTE.multipliedBy(2));
        assertThat(f.now(waiter)).isEqualTo(WakeReason.FALLBACK);
    }

    @Test
    void aWakeForAQueueThatNobodyWaitsForIsForgotten() {
        HubFixture f = HubFixture.up();
        f.wake("a");
        assertThat(f.hub.wakeLocally(WakeHint.now("a"))).isFalse();
        Waiter waiter = f.idle("a");
        assertThat(f.now(waiter)).isNull();
    }

    @Test
    void forgedWakesDoNoHarm() {
        HubFixture f = HubFixture.up();
        f.hub.onSignal("cancel", argument -> {
            throw new IllegalStateException("says the test");
        });
        f.wake("!cancel/1");
        f.wake("!cancel");
        f.wake("!nobody/1");
        f.wake("!");
        assertThat(f.woken).isEmpty();
    }

    // Who cannot tell others looks more often.

    @Test
    void aFailureToAnnounceMakesThatQueueAggressive() {
        HubFixture f = HubFixture.up();
        Waiter waiter = f.idle("a");
        Waiter other = f.idle("b");
        f.hub.sendFailed("a");
        f.hub.sendFailed("nobody's");
        f.hub.sendFailed("!cancel/1");
        assertThat(waiter.mode()).isEqualTo(PollMode.AGGRESSIVE);
        assertThat(other.mode()).isEqualTo(PollMode.LISTENING);
        f.advance(WakeSettings.defaults().aggressivePollInterval());
        assertThat(f.now(waiter)).isEqualTo(WakeReason.AGGRESSIVE);
    }

    @Test
    void aFailureToAnnounceChangesNothingWhereTheSettingSaysSo() {
        HubFixture f = HubFixture.up(WakeSettings.defaults().withAggressiveOn(Set.of(PollEvent.LOOK_FAILED)));
        Waiter waiter = f.idle("a");
        f.hub.sendFailed("a");
        assertThat(waiter.mode()).isEqualTo(PollMode.LISTENING);
    }

    // Register interest, then look, then wait.

    @Test
    void aWakeBetweenTheLookAndTheWaitIsKept() {
        HubFixture f = HubFixture.up();
        Waiter waiter = f.waiter("a");
        Look look = waiter.beginLook();
        f.wake("a");
        look.empty(null);
        assertThat(f.now(waiter)).isEqualTo(WakeReason.NOTIFY);
    }

    @Test
    void aWakeBeforeTheLookIsUsedUpByIt() {
        HubFixture f = HubFixture.up();
        Waiter waiter = f.waiter("a");
        f.wake("a");
        looksAndFindsNothing(waiter);
        assertThat(f.now(waiter)).isNull();
    }

    @Test
    void aRegistrationReleasesOnlyItself() {
        HubFixture f = HubFixture.up();
        Waiter first = f.waiter("a");
        f.wake("a");
        Waiter second = f.waiter("a");
        looksAndFindsNothing(first);
        looksAndFindsNothing(second);
        first.close();
        first.close();
        f.wake("a");
        assertThat(f.now(second)).isEqualTo(WakeReason.NOTIFY);
    }

    @Test
    void aQueueThatWasLeftAndJoinedAgainIsServed() {
        HubFixture f = HubFixture.up();
        f.waiter("a").close();
        Waiter waiter = f.idle("a");
        f.wake("a");
        assertThat(f.now(waiter)).isEqualTo(WakeReason.NOTIFY);
    }

    // Connect, LISTEN, then look.

    @Test
    void afterEveryReconnectAllWaitersLookOnce() {
        HubFixture f = HubFixture.up();
        Waiter a = f.idle("a");
        Waiter b = f.idle("b");
        int generation = f.hub.generation();
        Look underWay = b.beginLook();
        f.hub.listenerLost("says the test");
        f.hub.listening();
        underWay.empty(null);
        assertThat(f.hub.generation()).isGreaterThan(generation);
        for (Waiter waiter : List.of(a, b)) {
            assertThat(f.now(waiter)).isEqualTo(WakeReason.RECONNECT);
            looksAndFindsNothing(waiter);
            assertThat(f.now(waiter)).isNull();
        }
    }

    // Poll modes.

    @Test
    void withoutAListenerTheWaiterPollsAtTheIdleBackoff() {
        HubFixture f = new HubFixture();
        Waiter waiter = f.idle("a");
        assertThat(f.now(waiter)).isNull();
        f.advance(Duration.ofMillis(260));
        assertThat(f.now(waiter)).isEqualTo(WakeReason.POLL);
        looksAndFindsNothing(waiter);
        f.advance(Duration.ofMillis(260));
        assertThat(f.now(waiter)).isNull();
        f.advance(Duration.ofSeconds(2));
        assertThat(f.now(waiter)).isEqualTo(WakeReason.POLL);
        f.hub.listening();
        assertThat(waiter.mode()).isEqualTo(PollMode.LISTENING);
        assertThat(f.surveys).isEmpty();
    }

    @Test
    void aFailedLookIsRepeatedSoonAndAggressively() {
        HubFixture f = HubFixture.up();
        Waiter waiter = f.waiter("a");
        waiter.beginLook().failed();
        assertThat(waiter.mode()).isEqualTo(PollMode.AGGRESSIVE);
        assertThat(f.now(waiter)).isNull();
        f.advance(Duration.ofMillis(100));
        assertThat(f.now(waiter)).isEqualTo(WakeReason.AGGRESSIVE);
    }

    @Test
    void aTokenThatLiesUntakenForTooLongEntersAggressiveMode() {
        HubFixture f = HubFixture.up();
        Waiter waiter = f.waiter("a");
        Look look = waiter.beginLook();
        f.wake("a");
        f.advance(Duration.ofMillis(101));
        look.empty(null);
        assertThat(f.now(waiter)).isEqualTo(WakeReason.NOTIFY);
        assertThat(waiter.mode()).isEqualTo(PollMode.AGGRESSIVE);
    }

    @Test
    void aTokenThatIsTakenInTimeDoesNot() {
        HubFixture f = HubFixture.up();
        Waiter waiter = f.idle("a");
        f.wake("a");
        f.advance(Duration.ofMillis(99));
        assertThat(f.now(waiter)).isEqualTo(WakeReason.NOTIFY);
        assertThat(waiter.mode()).isEqualTo(PollMode.LISTENING);
    }

    @Test
    void everyWakeEntersAggressiveModeIfSoConfigured() {
        HubFixture f = HubFixture.up(WakeSettings.defaults().everyWake());
        Waiter waiter = f.idle("a");
        f.wake("a");
        assertThat(f.now(waiter)).isEqualTo(WakeReason.NOTIFY);
        assertThat(waiter.mode()).isEqualTo(PollMode.AGGRESSIVE);
    }

    // Shutdown interrupts a wait at once.

    @Test
    void closingEndsEveryKindOfWaitAtOnce() throws Exception {
        try (HubFixture f = HubFixture.up()) {
            Waiter waiter = f.idle("a");
            BlockingQueue<WakeReason> reasons = f.park(waiter);
            long start = System.nanoTime();
            waiter.close();
            assertThat(next(reasons)).isEqualTo(WakeReason.STOP);
            // 100 ms is promised; the rest is for a machine that does ten other things.
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
            waiter.pause(MINUTE);
            assertThat(waiter.awaitNudge(MINUTE)).isFalse();
            assertThat(waiter.await()).isEqualTo(WakeReason.STOP);
            assertThat(waiter.mode()).isEqualTo(PollMode.STOPPED);
        }
    }

    // Every wake has a recorded source; a nudge is none.

    @Test
    void everyWakeHasARecordedSource() {
        HubFixture f = HubFixture.up();
        Waiter waiter = f.idle("a");
        f.wake("a");
        f.now(waiter);
        f.hub.wakeLocally(WakeHint.now("a"));
        f.now(waiter);
        f.hub.listening();
        f.now(waiter);
        waiter.beginLook().empty(Duration.ofSeconds(1));
        f.advance(Duration.ofSeconds(1));
        f.now(waiter);
        assertThat(f.woken).containsExactly(WakeReason.NOTIFY, WakeReason.LOCAL, WakeReason.RECONNECT, WakeReason.DUE);
    }

    @Test
    void aNudgeEndsTheWaitAndIsNoWake() throws Exception {
        HubFixture f = HubFixture.up();
        Waiter waiter = f.waiter("a");
        looksAndFindsNothing(waiter);
        waiter.nudge();
        assertThat(f.now(waiter)).isEqualTo(WakeReason.NUDGE);
        assertThat(f.now(waiter)).isNull();
        assertThat(f.woken).isEmpty();
        assertThat(waiter.beginLook().reason()).isNull();
    }

    @Test
    void waitingForANudgeLeavesWakesWhereTheyAre() throws Exception {
        HubFixture f = HubFixture.up();
        Waiter waiter = f.idle("a");
        f.wake("a");
        assertThat(waiter.awaitNudge(Duration.ZERO)).isFalse();
        waiter.nudge();
        assertThat(waiter.awaitNudge(MINUTE)).isTrue();
        assertThat(f.now(waiter)).isEqualTo(WakeReason.NOTIFY);
    }

    @Test
    void aNudgeBeforeALookIsUsedUpByIt() {
        HubFixture f = HubFixture.up();
        Waiter waiter = f.waiter("a");
        waiter.nudge();
        looksAndFindsNothing(waiter);
        assertThat(f.now(waiter)).isNull();
    }
}
