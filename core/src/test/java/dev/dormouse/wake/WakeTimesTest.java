package dev.dormouse.wake;

import static dev.dormouse.wake.HubFixture.looksAndFindsNothing;
import static dev.dormouse.wake.HubFixture.next;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How waiters wake by themselves: at due times, and by the fallback. */
class WakeTimesTest {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration INTERVAL = WakeSettings.defaults().fallbackInterval();

    private final HubFixture f = HubFixture.up();
    private final Waiter a = f.idle("a");

    @AfterEach
    void close() {
        f.close();
    }

    // The claim returns the next due time.

    @Test
    void theWaiterSleepsUntilExactlyTheNextDueTime() {
        a.beginLook().empty(SECOND);
        f.advance(SECOND.minusNanos(1));
        assertThat(f.now(a)).isNull();
        f.advance(Duration.ofNanos(1));
        assertThat(f.now(a)).isEqualTo(WakeReason.DUE);
    }

    @Test
    void theGraceIsAddedToTheDelayAndNeverSubtracted() {
        HubFixture graceful = HubFixture.up(WakeSettings.defaults().withTimerGrace(Duration.ofMillis(5)));
        Waiter waiter = graceful.waiter("a");
        waiter.beginLook().empty(SECOND);
        graceful.advance(SECOND);
        assertThat(graceful.now(waiter)).isNull();
        graceful.advance(Duration.ofMillis(5));
        assertThat(graceful.now(waiter)).isEqualTo(WakeReason.DUE);
    }

    @Test
    void theSecondTimerIsNotForgottenWhenTheFirstFires() {
        f.announce("a", SECOND);
        f.announce("a", SECOND.multipliedBy(2));
        f.advance(SECOND);
        assertThat(f.now(a)).isEqualTo(WakeReason.DUE);
        a.beginLook().found(false, SECOND);
        f.advance(SECOND);
        assertThat(f.now(a)).isEqualTo(WakeReason.DUE);
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
        Look look = a.beginLook();
        f.announce("a", SECOND);
        look.empty(null);
        f.advance(SECOND);
        assertThat(f.now(a)).isEqualTo(WakeReason.DUE);
    }

    @Test
    void aTimerAnnouncedBeforeTheLookIsLeftToTheLook() {
        f.announce("a", SECOND);
        looksAndFindsNothing(a);
        f.advance(SECOND);
        assertThat(f.now(a)).isNull();
    }

    @Test
    void aLookThatFailsForgetsNothing() {
        Waiter second = f.idle("a");
        f.announce("a", SECOND);
        a.beginLook().failed();
        a.close();
        f.advance(SECOND);
        assertThat(f.now(second)).isEqualTo(WakeReason.DUE);
    }

    @Test
    void aStaleLookDoesNotOverwriteNewerKnowledge() {
        Waiter second = f.waiter("a");
        Look older = a.beginLook();
        Look newer = second.beginLook();
        newer.empty(SECOND);
        older.empty(null);
        f.advance(SECOND);
        assertThat(f.now(a)).isEqualTo(WakeReason.DUE);
    }

    @Test
    void anEarlierDueTimeMovesTheAlarmAndALaterOneDoesNot() {
        a.beginLook().empty(SECOND.multipliedBy(10));
        BlockingQueue<WakeReason> reasons = f.park(a);
        f.announce("a", SECOND.multipliedBy(20));
        f.announce("a", SECOND.multipliedBy(5));
        f.announce("a", SECOND.multipliedBy(7));
        f.advance(SECOND.multipliedBy(4));
        assertThat(f.parked(a)).isTrue();
        f.advance(SECOND);
        assertThat(next(reasons)).isEqualTo(WakeReason.DUE);
    }

    @Test
    void aDueTimeWakesOneOfSeveralWaiters() {
        Waiter second = f.waiter("a");
        second.beginLook().empty(SECOND);
        f.advance(SECOND);
        assertThat(f.now(a)).isEqualTo(WakeReason.DUE);
        assertThat(f.now(second)).isNull();
    }

    @Test
    void oneThatIsClosedWhenATimerWokeItHandsItOn() {
        Waiter second = f.waiter("a");
        second.beginLook().empty(SECOND);
        f.advance(SECOND);
        assertThat(f.now(a)).isEqualTo(WakeReason.DUE);
        a.close();
        assertThat(f.now(second)).isEqualTo(WakeReason.DUE);
    }

    @Test
    void whatIsDueInAThousandYearsIsNeitherAnErrorNorDueNow() {
        Duration ages = Duration.ofDays(365 * 1000);
        f.announce("a", ages);
        f.announce("a", Duration.ofSeconds(Long.MAX_VALUE));
        a.beginLook().empty(ages);
        assertThat(f.now(a)).isNull();
        f.findings.add(new Survey.Finding("a", false, ages));
        f.advance(Duration.ofHours(1));
        assertThat(f.now(a)).isNull();
        assertThat(f.surveys).hasSize(1);
    }

    // The fallback is the node's, not each waiter's.

    @Test
    void theFallbackSurveysOncePerIntervalForAllQueues() {
        List<Waiter> waiters = List.of(a, f.waiter("b"), f.waiter("c"), f.waiter("d"));
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
        Waiter busy = f.waiter("b");
        f.findings.add(new Survey.Finding("b", true, null));
        f.advance(INTERVAL.multipliedBy(2));
        assertThat(f.now(a)).isNull();
        busy.beginLook().found(true, null);
        assertThat(f.fallbackFinds).isEmpty();
    }

    @Test
    void whatTheFallbackLearnsOfDueTimesMovesTheAlarm() {
        Waiter b = f.idle("b");
        f.findings.add(new Survey.Finding("b", false, SECOND));
        f.advance(INTERVAL.multipliedBy(2));
        assertThat(f.now(a)).isNull();
        f.advance(SECOND);
        assertThat(f.now(b)).isEqualTo(WakeReason.DUE);
    }

    @Test
    void aFailedSurveyForgetsNothingAndIsRepeatedSoon() {
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
