package dev.dormouse.wake;

import static dev.dormouse.wake.PollEvent.DELIVERY_TIMED_OUT;
import static dev.dormouse.wake.PollEvent.FALLBACK_FIRED;
import static dev.dormouse.wake.PollEvent.LISTENER_LOST;
import static dev.dormouse.wake.PollEvent.LISTENER_READY;
import static dev.dormouse.wake.PollEvent.LISTEN_IMPOSSIBLE;
import static dev.dormouse.wake.PollEvent.LOOK_FAILED;
import static dev.dormouse.wake.PollEvent.LOOK_FOUND_NOTHING;
import static dev.dormouse.wake.PollEvent.LOOK_FOUND_WORK;
import static dev.dormouse.wake.PollEvent.NOTIFIED;
import static dev.dormouse.wake.PollEvent.SEND_FAILED;
import static dev.dormouse.wake.PollEvent.STOP;
import static dev.dormouse.wake.PollMode.AGGRESSIVE;
import static dev.dormouse.wake.PollMode.LISTENING;
import static dev.dormouse.wake.PollMode.POLLING;
import static dev.dormouse.wake.PollMode.STOPPED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every cell of the table of modes and events. Times are milliseconds; the first state is entered at zero. */
class PollStateTest {

    private static final long MINUTE = 60_000;

    private final WakeSettings defaults = WakeSettings.defaults();
    private final WakeSettings everyWake = defaults.everyWake();
    private final WakeSettings neverAggressive = defaults.withAggressiveOn(Set.of());
    private final WakeSettings disabled = defaults.withEnabled(false);

    private final PollState polling = PollState.initial(0);
    private final PollState listening = at(polling, 0, LISTENER_READY);
    private final PollState aggressive = at(listening, 0, LOOK_FAILED);

    // ---- Entering aggressive mode

    @ParameterizedTest
    @EnumSource(names = {"LOOK_FAILED", "LISTENER_LOST", "DELIVERY_TIMED_OUT", "SEND_FAILED"})
    void troubleEntersAggressiveModeByDefault(PollEvent trouble) {
        assertThat(at(listening, 7, trouble)).isEqualTo(aggressiveSince(7, trouble != LISTENER_LOST));
    }

    @ParameterizedTest
    @EnumSource(names = {"NOTIFIED", "TIMER_FIRED", "FALLBACK_FIRED"})
    void ordinaryWakesKeepListeningByDefault(PollEvent wake) {
        assertThat(at(listening, 7, wake)).isEqualTo(listening);
    }

    @ParameterizedTest
    @EnumSource(
            names = {
                "LOOK_FAILED",
                "LISTENER_LOST",
                "DELIVERY_TIMED_OUT",
                "SEND_FAILED",
                "NOTIFIED",
                "TIMER_FIRED",
                "FALLBACK_FIRED"
            })
    void everyWakeEntersAggressiveModeWhereAskedFor(PollEvent wake) {
        assertThat(listening.next(wake, nanos(7), everyWake)).isEqualTo(aggressiveSince(7, wake != LISTENER_LOST));
    }

    @ParameterizedTest
    @EnumSource(names = {"LOOK_FAILED", "DELIVERY_TIMED_OUT", "SEND_FAILED"})
    void troubleWhilePollingEntersAggressiveMode(PollEvent trouble) {
        assertThat(at(polling, 7, trouble)).isEqualTo(aggressiveSince(7, false));
    }

    @ParameterizedTest
    @EnumSource
    void eventsThatAreNotNamedEnterNothing(PollEvent event) {
        assertThat(listening.next(event, 7, neverAggressive).mode()).isNotEqualTo(AGGRESSIVE);
        assertThat(polling.next(event, 7, neverAggressive).mode()).isNotEqualTo(AGGRESSIVE);
    }

    @ParameterizedTest
    @EnumSource(names = "LISTENER_READY", mode = EnumSource.Mode.EXCLUDE)
    void disabledMeansPlainPolling(PollEvent event) {
        assertThat(polling.next(event, 7, disabled).mode()).isEqualTo(event == STOP ? STOPPED : POLLING);
    }

    // ---- Staying in aggressive mode

    @ParameterizedTest
    @EnumSource(names = {"LISTENER_LOST", "DELIVERY_TIMED_OUT", "SEND_FAILED"})
    void newTroubleStartsTheMinimumStayAnew(PollEvent trouble) {
        PollState counted = at(aggressive, 100, LOOK_FOUND_NOTHING);

        assertThat(at(counted, 500, trouble)).isEqualTo(aggressiveSince(500, trouble != LISTENER_LOST));
    }

    @ParameterizedTest
    @EnumSource(names = {"LOOK_FAILED", "LOOK_FOUND_WORK"})
    void failuresAndWorkResetTheCountButNotTheStay(PollEvent look) {
        PollState counted = at(at(aggressive, 100, LOOK_FOUND_NOTHING), 200, LOOK_FOUND_NOTHING);

        assertThat(counted.emptyLooks()).isEqualTo(2);
        assertThat(at(counted, 300, look)).isEqualTo(aggressiveSince(0, true));
    }

    @ParameterizedTest
    @EnumSource(names = {"NOTIFIED", "TIMER_FIRED", "FALLBACK_FIRED"})
    void ordinaryWakesDoNotProlongTheStayByDefault(PollEvent wake) {
        PollState counted = at(aggressive, 100, LOOK_FOUND_NOTHING);

        assertThat(at(counted, 500, wake)).isEqualTo(counted);
        assertThat(counted.next(wake, nanos(500), everyWake)).isEqualTo(aggressiveSince(500, true));
    }

    @Test
    void listenerComingAndGoingDoesNotCutTheStayShort() {
        PollState counted = at(aggressive, 100, LOOK_FOUND_NOTHING);
        PollState impossible = at(counted, 200, LISTEN_IMPOSSIBLE);
        PollState readyAgain = at(impossible, 300, LISTENER_READY);

        assertThat(impossible).isEqualTo(new PollState(AGGRESSIVE, 0, 1, 0, false));
        assertThat(readyAgain).isEqualTo(counted);
    }

    // ---- Leaving aggressive mode

    @Test
    void leavesOnlyAfterTheMinimumStayAndEnoughEmptyLooks() {
        PollState tooEarly = emptyLooks(aggressive, 50, MINUTE - 1);
        PollState tooFew = emptyLooks(aggressive, 4, MINUTE);

        assertThat(tooEarly.mode()).isEqualTo(AGGRESSIVE);
        assertThat(tooFew.mode()).isEqualTo(AGGRESSIVE);
        assertThat(at(tooEarly, MINUTE, LOOK_FOUND_NOTHING)).isEqualTo(listeningSince(MINUTE));
        assertThat(at(tooFew, MINUTE, LOOK_FOUND_NOTHING)).isEqualTo(listeningSince(MINUTE));
    }

    @Test
    void leavesToPollingWhileTheListenerIsDown() {
        PollState lost = at(listening, 0, LISTENER_LOST);

        assertThat(emptyLooks(lost, 5, MINUTE)).isEqualTo(new PollState(POLLING, nanos(MINUTE), 0, 0, false));
    }

    @Test
    void leavesToListeningIfTheListenerCameBackMeanwhile() {
        PollState back = at(at(listening, 0, LISTENER_LOST), 1_000, LISTENER_READY);

        assertThat(back.mode()).isEqualTo(AGGRESSIVE);
        assertThat(emptyLooks(back, 5, MINUTE)).isEqualTo(listeningSince(MINUTE));
    }

    @Test
    void staysThroughIntermittentErrorsAndLeavesAfterFiveEmptyLooksPastTheMinute() {
        PollState state = at(listening, 0, NOTIFIED);
        state = at(state, 0, LOOK_FAILED);
        assertThat(state).isEqualTo(aggressiveSince(0, true));
        state = at(state, 50, LOOK_FAILED);
        state = at(state, 100, LOOK_FOUND_NOTHING);
        assertThat(state.emptyLooks()).isEqualTo(1);
        state = at(state, 150, LOOK_FAILED);
        assertThat(state.emptyLooks()).isZero();
        state = at(state, 200, LOOK_FOUND_NOTHING);
        assertThat(state.emptyLooks()).isEqualTo(1);
        state = at(state, 59_850, LOOK_FAILED);
        state = at(at(at(state, 59_900, LOOK_FOUND_NOTHING), 59_950, LOOK_FOUND_NOTHING), MINUTE, LOOK_FOUND_NOTHING);
        assertThat(state).isEqualTo(new PollState(AGGRESSIVE, 0, 3, 0, true));
        state = at(state, 60_150, LOOK_FOUND_NOTHING);
        assertThat(state).isEqualTo(new PollState(AGGRESSIVE, 0, 4, 0, true));
        state = at(state, 60_200, LOOK_FOUND_NOTHING);
        assertThat(state).isEqualTo(listeningSince(60_200));
        assertThat(state.pollDelay(defaults)).isEmpty();
    }

    @Test
    void stayIsMeasuredAcrossTheOverflowOfTheMonotonicClock() {
        long entered = Long.MAX_VALUE - 5;
        PollState state = new PollState(AGGRESSIVE, entered, 4, 0, true);

        assertThat(state.next(LOOK_FOUND_NOTHING, entered + nanos(MINUTE) - 1, defaults)
                        .mode())
                .isEqualTo(AGGRESSIVE);
        assertThat(state.next(LOOK_FOUND_NOTHING, entered + nanos(MINUTE), defaults)
                        .mode())
                .isEqualTo(LISTENING);
    }

    // ---- The listener

    @Test
    void listensOnceTheListenerIsReady() {
        assertThat(at(at(polling, 100, LOOK_FOUND_NOTHING), 200, LISTENER_READY))
                .isEqualTo(listeningSince(200));
        assertThat(at(listening, 200, LISTENER_READY)).isEqualTo(listening);
    }

    @Test
    void pollsWhereListeningIsImpossible() {
        assertThat(at(listening, 7, LISTEN_IMPOSSIBLE)).isEqualTo(new PollState(POLLING, nanos(7), 0, 0, false));
        assertThat(at(polling, 7, LISTEN_IMPOSSIBLE)).isEqualTo(polling);
        assertThat(listening.next(LISTENER_LOST, 7, neverAggressive).mode()).isEqualTo(POLLING);
    }

    @Test
    void failedAttemptToReconnectIsNoNewTrouble() {
        PollState lost = at(listening, 0, LISTENER_LOST);

        assertThat(at(lost, 5_000, LISTENER_LOST)).isEqualTo(lost);
        assertThat(at(polling, 5_000, LISTENER_LOST)).isEqualTo(polling);
    }

    @Test
    void listenerOfADisabledNodeIsRefused() {
        assertThatIllegalStateException()
                .isThrownBy(() -> polling.next(LISTENER_READY, 0, disabled))
                .withMessage("Cannot go from POLLING to LISTENING on LISTENER_READY: "
                        + "the settings say enabled=false, so no listener may run");
    }

    // ---- Stopping

    @ParameterizedTest
    @EnumSource
    void stoppedStaysStopped(PollEvent late) {
        PollState stopped = at(aggressive, 7, STOP);

        assertThat(stopped).isEqualTo(new PollState(STOPPED, nanos(7), 0, 0, false));
        assertThat(at(stopped, 8, late)).isEqualTo(stopped);
    }

    @Test
    void everyModeCanStop() {
        assertThat(at(polling, 7, STOP).mode()).isEqualTo(STOPPED);
        assertThat(at(listening, 7, STOP).mode()).isEqualTo(STOPPED);
        assertThat(at(listening, 7, STOP).pollDelay(defaults)).contains(Duration.ZERO);
    }

    // ---- How long to sleep

    @Test
    void listeningWaiterSleepsWithoutPolling() {
        assertThat(at(listening, 7, LOOK_FOUND_NOTHING).pollDelay(defaults)).isEmpty();
        assertThat(at(listening, 7, LOOK_FOUND_WORK).pollDelay(defaults)).isEmpty();
    }

    @Test
    void aggressiveWaiterPollsAtTheShortInterval() {
        assertThat(aggressive.pollDelay(defaults)).contains(Duration.ofMillis(100));
    }

    @Test
    void pollingWaiterBacksOffToTheCap() {
        assertThat(polling.pollDelay(defaults)).contains(Duration.ofMillis(250));
        PollState state = polling;
        for (long expected : new long[] {250, 500, 1000, 2000, 2000}) {
            state = at(state, 0, LOOK_FOUND_NOTHING);
            assertThat(state.pollDelay(defaults)).contains(Duration.ofMillis(expected));
        }
        assertThat(emptyLooks(state, 1_000, 0).pollDelay(defaults)).contains(Duration.ofSeconds(2));
    }

    @ParameterizedTest
    @EnumSource(names = {"NOTIFIED", "TIMER_FIRED", "LOOK_FOUND_WORK"})
    void wakesAndWorkResetTheBackoff(PollEvent hope) {
        PollState backedOff = emptyLooks(polling, 4, 0);

        assertThat(at(backedOff, 7, hope)).isEqualTo(polling);
        assertThat(at(backedOff, 7, FALLBACK_FIRED)).isEqualTo(backedOff);
        assertThat(backedOff.next(SEND_FAILED, 7, neverAggressive)).isEqualTo(polling);
        assertThat(backedOff.next(DELIVERY_TIMED_OUT, 7, neverAggressive)).isEqualTo(polling);
    }

    @Test
    void failedLookIsRetriedEvenWhereItEntersNoAggressiveMode() {
        PollState failed = listening.next(LOOK_FAILED, 7, neverAggressive);

        assertThat(failed.pollDelay(defaults)).contains(Duration.ofMillis(250));
        assertThat(failed.next(LOOK_FAILED, 7, neverAggressive).pollDelay(defaults))
                .contains(Duration.ofMillis(500));
        assertThat(failed.next(NOTIFIED, 7, neverAggressive).pollDelay(defaults))
                .contains(Duration.ofMillis(250));
        assertThat(at(failed, 7, LOOK_FOUND_NOTHING)).isEqualTo(listening);
        assertThat(polling.next(LOOK_FAILED, 7, disabled).pollDelay(disabled)).contains(Duration.ofMillis(250));
    }

    @Test
    void modesThatContradictTheListenerAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PollState(LISTENING, 0, 0, 0, false))
                .withMessage("mode LISTENING does not go with listening=false");
        assertThatIllegalArgumentException().isThrownBy(() -> new PollState(POLLING, 0, 0, 0, true));
    }

    private PollState at(PollState state, long millis, PollEvent event) {
        return state.next(event, nanos(millis), defaults);
    }

    private PollState emptyLooks(PollState state, int count, long millis) {
        PollState last = state;
        for (int look = 0; look < count; look++) {
            last = at(last, millis, LOOK_FOUND_NOTHING);
        }
        return last;
    }

    private static PollState aggressiveSince(long millis, boolean listening) {
        return new PollState(AGGRESSIVE, nanos(millis), 0, 0, listening);
    }

    private static PollState listeningSince(long millis) {
        return new PollState(LISTENING, nanos(millis), 0, 0, true);
    }

    private static long nanos(long millis) {
        return Duration.ofMillis(millis).toNanos();
    }
}
