package dev.dormouse.wake;

import static dev.dormouse.wake.PollMode.AGGRESSIVE;
import static dev.dormouse.wake.PollMode.LISTENING;
import static dev.dormouse.wake.PollMode.POLLING;
import static dev.dormouse.wake.PollMode.STOPPED;

import java.time.Duration;
import java.util.Optional;

/**
 * Where one waiter stands: its {@link PollMode} and what the rules for leaving it need to know. An immutable value, owned
 * by its waiter; {@link #next} is a pure function and the only way from one state to another.
 *
 * <p>Aggressive mode is entered by the events that {@link WakeSettings#aggressiveOn} names. Each of them starts the
 * minimum stay anew, with one exception: a look that fails while the mode lasts only resets the count of empty looks. It
 * is left when the minimum stay is over <em>and</em> enough looks in a row succeeded and found nothing, to wherever the
 * listener's state then says; the listener's coming and going does not cut it short.
 *
 * <p>A listener can only be lost by whom it served: a failed attempt to reconnect is no new trouble, or a database that
 * is away for an hour would keep the node aggressive for that hour.
 *
 * @param enteredNanos when the mode was entered (or, in aggressive mode, last entered again), on the monotonic clock
 * @param emptyLooks successful empty looks in a row; counted in aggressive mode only, up to the threshold
 * @param backoffLevel looks in a row that give reason to wait longer: those that found nothing while polling, and those
 *     that failed outside of aggressive mode
 * @param listening whether the listener is up, whatever the mode
 */
record PollState(PollMode mode, long enteredNanos, int emptyLooks, int backoffLevel, boolean listening) {

    /** Enough for any backoff to have reached its maximum; keeps the number of states finite. */
    private static final int BACKOFF_LEVEL_MAX = 40;

    PollState {
        boolean legal = mode == LISTENING ? listening : mode != POLLING || !listening;
        if (!legal) {
            throw new IllegalArgumentException("mode " + mode + " does not go with listening=" + listening);
        }
    }

    /** Polling, until the listener is up. */
    static PollState initial(long nowNanos) {
        return new PollState(POLLING, nowNanos, 0, 0, false);
    }

    /**
     * The state after an event. A stopped waiter stays stopped whatever still arrives: the look and the listener that were
     * under way when it was closed may report late.
     */
    PollState next(PollEvent event, long nowNanos, WakeSettings settings) {
        if (mode == STOPPED) {
            return this;
        }
        return switch (event) {
            case NOTIFIED, TIMER_FIRED, SEND_FAILED, DELIVERY_TIMED_OUT ->
                enters(event, settings) ? aggressive(nowNanos, listening) : hopeful();
            case FALLBACK_FIRED -> enters(event, settings) ? aggressive(nowNanos, listening) : this;
            case LISTENER_LOST -> listening ? listenerLost(nowNanos, settings) : this;
            case LISTENER_READY -> listenerReady(nowNanos, settings);
            case LISTEN_IMPOSSIBLE -> listening ? notListening(nowNanos) : this;
            case LOOK_FAILED -> lookFailed(nowNanos, settings);
            case LOOK_FOUND_WORK -> new PollState(mode, enteredNanos, 0, 0, listening);
            case LOOK_FOUND_NOTHING -> lookFoundNothing(nowNanos, settings);
            case STOP -> new PollState(STOPPED, nowNanos, 0, 0, false);
        };
    }

    /**
     * How long the waiter may sleep before it looks again without being woken. Empty: as long as it likes, within the next
     * due time and the fallback.
     */
    Optional<Duration> pollDelay(WakeSettings settings) {
        return switch (mode) {
            // After a failed look nobody knows what there is to do; sleeping until a wake could sleep on top of work.
            case LISTENING ->
                backoffLevel == 0
                        ? Optional.empty()
                        : Optional.of(settings.idleBackoff().ceiling(backoffLevel));
            case AGGRESSIVE -> Optional.of(settings.aggressivePollInterval());
            case POLLING -> Optional.of(settings.idleBackoff().ceiling(backoffLevel));
            case STOPPED -> Optional.of(Duration.ZERO);
        };
    }

    private static boolean enters(PollEvent event, WakeSettings settings) {
        return settings.enabled() && settings.aggressiveOn().contains(event);
    }

    private PollState aggressive(long nowNanos, boolean listeningNow) {
        return new PollState(AGGRESSIVE, nowNanos, 0, 0, listeningNow);
    }

    /** A wake is a reason to poll at the shortest interval again. The other modes do not stretch theirs. */
    private PollState hopeful() {
        return mode == POLLING ? new PollState(mode, enteredNanos, 0, 0, false) : this;
    }

    private PollState listenerLost(long nowNanos, WakeSettings settings) {
        return enters(PollEvent.LISTENER_LOST, settings) ? aggressive(nowNanos, false) : notListening(nowNanos);
    }

    private PollState notListening(long nowNanos) {
        return mode == AGGRESSIVE
                ? new PollState(mode, enteredNanos, emptyLooks, backoffLevel, false)
                : new PollState(POLLING, nowNanos, 0, 0, false);
    }

    private PollState listenerReady(long nowNanos, WakeSettings settings) {
        if (!settings.enabled()) {
            throw new IllegalStateException("Cannot go from " + mode + " to " + LISTENING + " on "
                    + PollEvent.LISTENER_READY + ": the settings say enabled=false, so no listener may run");
        }
        return switch (mode) {
            case POLLING -> new PollState(LISTENING, nowNanos, 0, 0, true);
            case AGGRESSIVE -> new PollState(mode, enteredNanos, emptyLooks, backoffLevel, true);
            case LISTENING, STOPPED -> this;
        };
    }

    private PollState lookFailed(long nowNanos, WakeSettings settings) {
        if (mode == AGGRESSIVE) {
            return new PollState(mode, enteredNanos, 0, 0, listening);
        }
        return enters(PollEvent.LOOK_FAILED, settings) ? aggressive(nowNanos, listening) : backedOff();
    }

    private PollState lookFoundNothing(long nowNanos, WakeSettings settings) {
        return switch (mode) {
            case LISTENING -> new PollState(mode, enteredNanos, 0, 0, true);
            case POLLING -> backedOff();
            case AGGRESSIVE -> emptyWhileAggressive(nowNanos, settings);
            case STOPPED -> this;
        };
    }

    private PollState emptyWhileAggressive(long nowNanos, WakeSettings settings) {
        int empty = Math.min(emptyLooks + 1, settings.aggressiveExitThreshold());
        boolean stayedLongEnough =
                nowNanos - enteredNanos >= settings.aggressiveDuration().toNanos();
        if (stayedLongEnough && empty >= settings.aggressiveExitThreshold()) {
            return new PollState(listening ? LISTENING : POLLING, nowNanos, 0, 0, listening);
        }
        return new PollState(mode, enteredNanos, empty, 0, listening);
    }

    private PollState backedOff() {
        return new PollState(mode, enteredNanos, 0, Math.min(backoffLevel + 1, BACKOFF_LEVEL_MAX), listening);
    }
}
