package dev.dormouse.wake;

import static dev.dormouse.wake.HubFixture.looksAndFindsNothing;
import static dev.dormouse.wake.HubFixture.next;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import org.junit.jupiter.api.Test;

/** How waiters wake by themselves: at due times, and by the fallback. */
class WakeTimesTest {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration INTERVAL = WakeSettings.defaults().fallbackInterval();

    // The claim returns the next due time.

    @Test
    void theWaiterSleepsUntilExactlyTheNextDueTime() {
        HubFixture f = HubFixture.up();
        Waiter waiter = f.waiter("a");
        waiter.beginLook().empty(SECOND);
        f.advance(SECOND.minusNanos(1));
        assertThat(f.now(waiter)).isNull();
        f.advance(Duration.ofNanos(1));
        assertThat(f.now(waiter)).isEqualTo(WakeReason.DUE);
    }

    @Test
    void theGraceIsAddedToTheDelayAndNeverSubtracted() {
        HubFixture f = HubFixture.up(WakeSettings.defaults().withTimerGrace(Duration.ofMillis(5)));
        Waiter waiter = f.waiter("a");
        waiter.beginLook().empty(SECOND);
        f.advance(SECOND);
        assertThat(f.now(waiter)).isNull();
        f.advance(Duration.ofMillis(5));
        assertThat(f.now(waiter)).isEqualTo(WakeReason.DUE);
    }

    @Test
    void theSecondTimerIsNotForgottenWhenTheFirstFires() {
        HubFixture f = HubFixture.up();
        Waiter waiter = f.idle("a");
        f.announce("a", SECOND);
        f.announce("a", SECOND.multipliedBy(2));
        f.advance(SECOND);
        assertThat(f.now(waiter)).isEqualTo(WakeReason.DUE);
        waiter.beginLook().found(false, SECOND);
        f.advance(SECOND);
        assertThat(f.now(waiter)).isEqualTo(WakeReason.DUE);
    }

    @Test
    void whatOneWaiterLearnsOfTheNextDueTimeWakesAnotherThatIsParked() throws Exception {
        WakeHub hub = new WakeHub(WakeSettings.defaults(), Ticker.SYSTEM, WakeObserver.NONE, queues -> List.of());
        hub.listening();
        Waiter parked = hub.register(List.of("a"));
        looksAndFindsNothing(parked);
        Thread busy = new Thread(() -> {
            await().pollInterval(Duration.ofMillis(1)).until(() -> isParked(hub, parked));
            hub.register(List.of("a")).beginLook().found(false, Duration.ofMillis(50));
        });
        busy.start();
        assertThat(parked.awaitUntil(System.nanoTime() + SECOND.multipliedBy(20).toNanos()))
                .isEqualTo(WakeReason.DUE);
    }

    private static boolean isParked(WakeHub hub, Waiter waiter) {
        hub.lock.lock();
        try {
            return waiter.parked();
        } finally {
            hub.lock.unlock();
        }
    }

    @Test
    void aTimerAnnouncedWhileTheLookIsUnderWayIsNotForgotten() {
        HubFixture f = HubFixture.up();
        Waiter waiter = f.waiter("a");
        Look look = waiter.beginLook();
        f.announce("a", SECOND);
        look.empty(null);
        f.advance(SECOND);
        assertThat(f.now(waiter)).isEqualTo(WakeReason.DUE);
    }

    @Test
    void aTimerAnnouncedBeforeTheLookIsLeftToTheLook() {
        HubFixture f = HubFixture.up();
        Waiter waiter = f.waiter("a");
        f.announce("a", SECOND);
        looksAndFindsNothing(waiter);
        f.advance(SECOND);
        assertThat(f.now(waiter)).isNull();
    }

    @Test
    void aLookThatFailsForgetsNothing() {
        HubFixture f = HubFixture.up();
        Waiter first = f.waiter("a");
        Waiter second = f.idle("a");
        f.announce("a", SECOND);
        first.beginLook().failed();
        first.close();
        f.advance(SECOND);
        assertThat(f.now(second)).isEqualTo(WakeReason.DUE);
    }

    @Test
    void aStaleLookDoesNotOverwriteNewerKnowledge() {
        HubFixture f = HubFixture.up();
        Waiter first = f.waiter("a");
        Waiter second = f.waiter("a");
        Look older = first.beginLook();
        Look newer = second.beginLook();
        newer.empty(SECOND);
        older.empty(null);
        f.advance(SECOND);
        assertThat(f.now(first)).isEqualTo(WakeReason.DUE);
    }

    @Test
    void anEarlierDueTimeMovesTheAlarmAndALaterOneDoesNot() {
        try (HubFixture f = HubFixture.up()) {
            Waiter waiter = f.waiter("a");
            waiter.beginLook().empty(SECOND.multipliedBy(10));
            BlockingQueue<WakeReason> reasons = f.park(waiter);
            f.announce("a", SECOND.multipliedBy(20));
            f.announce("a", SECOND.multipliedBy(5));
            f.announce("a", SECOND.multipliedBy(7));
            f.advance(SECOND.multipliedBy(4));
            assertThat(f.parked(waiter)).isTrue();
            f.advance(SECOND);
            assertThat(next(reasons)).isEqualTo(WakeReason.DUE);
        }
    }

    @Test
    void aDueTimeWakesOneOfSeveralWaiters() {
        HubFixture f = HubFixture.up();
        Waiter first = f.waiter("a");
        Waiter second = f.waiter("a");
        looksAndFindsNothing(first);
        second.beginLook().empty(SECOND);
        f.advance(SECOND);
        assertThat(f.now(first)).isEqualTo(WakeReason.DUE);
        assertThat(f.now(second)).isNull();
    }

    @Test
    void oneThatIsClosedWhenATimerWokeItHandsItOn() {
        HubFixture f = HubFixture.up();
        Waiter first = f.waiter("a");
        Waiter second = f.waiter("a");
        looksAndFindsNothing(first);
        second.beginLook().empty(SECOND);
        f.advance(SECOND);
        assertThat(f.now(first)).isEqualTo(WakeReason.DUE);
        first.close();
        assertThat(f.now(second)).isEqualTo(WakeReason.DUE);
    }

    @Test
    void whatIsDueInAThousandYearsIsNeitherAnErrorNorDueNow() {
        HubFixture f = HubFixture.up();
        Waiter waiter = f.waiter("a");
        Duration ages = Duration.ofDays(365 * 1000);
        f.announce("a", ages);
        f.announce("a", Duration.ofSeconds(Long.MAX_VALUE));
        waiter.beginLook().empty(ages);
        assertThat(f.now(waiter)).isNull();
        f.findings.add(new Survey.Finding("a", false, ages));
        f.advance(Duration.ofHours(1));
        assertThat(f.now(waiter)).isNull();
        assertThat(f.surveys).hasSize(1);
    }

    // The fallback is the node's, not each waiter's.

    @Test
    void theFallbackSurveysOncePerIntervalForAllQueues() {
        HubFixture f = HubFixture.up();
        List<Waiter> waiters = List.of(f.waiter("a"), f.waiter("b"), f.waiter("c"), f.waiter("d"));
        waiters.forEach(HubFixture::looksAndFindsNothing);
        f.advance(INTERVAL.multipliedBy(85).dividedBy(100));
        waiters.forEach(waiter -> assertThat(f.now(waiter)).isNull());
        assertThat(f.surveys).isEmpty();
        for (int interval = 1; interval <= 5; interval++) {
            f.advance(INTERVAL.multipliedBy(12).dividedBy(10));
            waiters.forEach(waiter -> assertThat(f.now(waiter)).isNull());
            assertThat(f.surveys).hasSize(interval);
        }
        assertThat(f.surveys.get(0)).containsExactlyInAnyOrder("a", "b", "c", "d");
    }

    @Test
    void whatTheFallbackFindsIsClaimedAndCounted() {
        HubFixture f = HubFixture.up();
        Waiter a = f.idle("a");
        Waiter b = f.idle("b");
        f.findings.add(new Survey.Finding("b", true, null));
        f.findings.add(new Survey.Finding("unknown", true, null));
        f.advance(INTERVAL.multipliedBy(2));
        assertThat(f.now(a)).isNull();
        assertThat(f.now(b)).isEqualTo(WakeReason.FALLBACK);
        b.beginLook().found(false, null);
        assertThat(f.fallbackFinds).containsExactly("b");
    }

    @Test
    void whatAWaiterAtWorkWouldHaveFoundAnywayIsNotCounted() {
        HubFixture f = HubFixture.up();
        Waiter a = f.waiter("a");
        Waiter busy = f.waiter("b");
        looksAndFindsNothing(a);
        f.findings.add(new Survey.Finding("b", true, null));
        f.advance(INTERVAL.multipliedBy(2));
        assertThat(f.now(a)).isNull();
        busy.beginLook().found(true, null);
        assertThat(f.fallbackFinds).isEmpty();
    }

    @Test
    void whatTheFallbackLearnsOfDueTimesMovesTheAlarm() {
        HubFixture f = HubFixture.up();
        Waiter a = f.idle("a");
        Waiter b = f.idle("b");
        f.findings.add(new Survey.Finding("b", false, SECOND));
        f.advance(INTERVAL.multipliedBy(2));
        assertThat(f.now(a)).isNull();
        f.advance(SECOND);
        assertThat(f.now(b)).isEqualTo(WakeReason.DUE);
    }

    @Test
    void aFailedSurveyForgetsNothingAndIsRepeatedSoon() {
        HubFixture f = HubFixture.up();
        Waiter a = f.idle("a");
        Waiter b = f.idle("b");
        f.announce("b", INTERVAL.multipliedBy(2).plus(SECOND));
        f.surveyFails = true;
        f.advance(INTERVAL.multipliedBy(2));
        assertThat(f.now(a)).isNull();
        assertThat(a.mode()).isEqualTo(PollMode.AGGRESSIVE);
        f.surveyFails = false;
        f.advance(SECOND);
        assertThat(f.now(b)).isEqualTo(WakeReason.DUE);
        b.beginLook().empty(null);
        f.advance(SECOND);
        assertThat(f.now(b)).isNull();
        assertThat(f.surveys).hasSize(2);
    }
}
