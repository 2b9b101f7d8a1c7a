package dev.dormouse.wake;

import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

/**
 * How a node waits for work. Immutable; start from {@link #defaults()} and change what differs.
 *
 * @param enabled whether the node listens at all; if not, it only polls, at the idle backoff
 * @param notifyMode who announces new work, and when
 * @param fallbackInterval how long a listening node sleeps at most without a look, in case every wake was lost
 * @param maxWait the longest single wait; a waiter that wants to wait longer waits again, without a look in between
 * @param timerGrace added to the delay until the next due time, never subtracted. Zero by default: the database computes
 *     that delay and its clock alone decides what is due, so there is no difference of clocks to make up for
 * @param notifyDeliveryTimeout how long a token may lie untaken before this counts as trouble. A token that comes during
 *     a look is taken after it, so a look that takes longer counts too
 * @param aggressiveDuration the shortest stay in aggressive mode
 * @param aggressiveExitThreshold how many successful empty looks in a row it takes, besides, to leave aggressive mode
 * @param aggressivePollInterval the time between two looks in aggressive mode
 * @param aggressiveOn the events that enter aggressive mode; a subset of {@link #EVERY_WAKE}
 * @param idleBackoffMin the time between two looks when the node has to poll and has just become idle
 * @param idleBackoffMax what that time doubles up to; below a minute, since nothing can cut a poll's sleep short
 */
public record WakeSettings(
        boolean enabled,
        NotifyMode notifyMode,
        Duration fallbackInterval,
        Duration maxWait,
        Duration timerGrace,
        Duration notifyDeliveryTimeout,
        Duration aggressiveDuration,
        int aggressiveExitThreshold,
        Duration aggressivePollInterval,
        Set<PollEvent> aggressiveOn,
        Duration idleBackoffMin,
        Duration idleBackoffMax) {

    /** What enters aggressive mode by default: signs that wakes or looks may have been missed. */
    public static final Set<PollEvent> TROUBLE = immutable(EnumSet.of(
            PollEvent.LOOK_FAILED, PollEvent.LISTENER_LOST, PollEvent.DELIVERY_TIMED_OUT, PollEvent.SEND_FAILED));

    /** Trouble and every ordinary wake too. Careful: one wake then costs a minute of ten looks a second. */
    public static final Set<PollEvent> EVERY_WAKE =
            immutable(plus(TROUBLE, PollEvent.NOTIFIED, PollEvent.TIMER_FIRED, PollEvent.FALLBACK_FIRED));

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private static final WakeSettings DEFAULTS = new WakeSettings(
            true,
            NotifyMode.AFTER_COMMIT,
            Duration.ofSeconds(60),
            Duration.ofSeconds(30),
            Duration.ZERO,
            Duration.ofMillis(100),
            Duration.ofSeconds(60),
            5,
            Duration.ofMillis(100),
            TROUBLE,
            Duration.ofMillis(250),
            Duration.ofSeconds(2));

    public WakeSettings {
        Objects.requireNonNull(notifyMode, "notifyMode");
        Durations.requirePositive("fallbackInterval", fallbackInterval);
        Durations.requirePositive("maxWait", maxWait);
        Durations.requireNotNegative("timerGrace", timerGrace);
        Durations.requirePositive("notifyDeliveryTimeout", notifyDeliveryTimeout);
        Durations.requirePositive("aggressiveDuration", aggressiveDuration);
        Durations.requirePositive("aggressivePollInterval", aggressivePollInterval);
        Durations.requirePositive("idleBackoffMin", idleBackoffMin);
        Durations.requirePositive("idleBackoffMax", idleBackoffMax);
        if (aggressiveExitThreshold < 1) {
            throw new IllegalArgumentException(
                    "aggressiveExitThreshold must be at least 1: " + aggressiveExitThreshold);
        }
        if (idleBackoffMax.compareTo(idleBackoffMin) < 0) {
            throw new IllegalArgumentException("idleBackoffMax must not be shorter than idleBackoffMin: idleBackoffMax="
                    + idleBackoffMax + ", idleBackoffMin=" + idleBackoffMin);
        }
        if (idleBackoffMax.compareTo(MINUTE) >= 0) {
            throw new IllegalArgumentException("idleBackoffMax must be below a minute: " + idleBackoffMax);
        }
        aggressiveOn = copyOf(aggressiveOn);
    }

    public static WakeSettings defaults() {
        return DEFAULTS;
    }

    public WakeSettings withEnabled(boolean enabled) {
        return with(draft -> draft.enabled = enabled);
    }

    public WakeSettings withNotifyMode(NotifyMode notifyMode) {
        return with(draft -> draft.notifyMode = notifyMode);
    }

    public WakeSettings withFallbackInterval(Duration fallbackInterval) {
        return with(draft -> draft.fallbackInterval = fallbackInterval);
    }

    public WakeSettings withMaxWait(Duration maxWait) {
        return with(draft -> draft.maxWait = maxWait);
    }

    public WakeSettings withTimerGrace(Duration timerGrace) {
        return with(draft -> draft.timerGrace = timerGrace);
    }

    public WakeSettings withNotifyDeliveryTimeout(Duration notifyDeliveryTimeout) {
        return with(draft -> draft.notifyDeliveryTimeout = notifyDeliveryTimeout);
    }

    public WakeSettings withAggressiveDuration(Duration aggressiveDuration) {
        return with(draft -> draft.aggressiveDuration = aggressiveDuration);
    }

    public WakeSettings withAggressiveExitThreshold(int aggressiveExitThreshold) {
        return with(draft -> draft.aggressiveExitThreshold = aggressiveExitThreshold);
    }

    public WakeSettings withAggressivePollInterval(Duration aggressivePollInterval) {
        return with(draft -> draft.aggressivePollInterval = aggressivePollInterval);
    }

    public WakeSettings withAggressiveOn(Set<PollEvent> aggressiveOn) {
        return with(draft -> draft.aggressiveOn = aggressiveOn);
    }

    /** Enters aggressive mode on every wake, not only on trouble. */
    public WakeSettings everyWake() {
        return withAggressiveOn(EVERY_WAKE);
    }

    public WakeSettings withIdleBackoffMin(Duration idleBackoffMin) {
        return with(draft -> draft.idleBackoffMin = idleBackoffMin);
    }

    public WakeSettings withIdleBackoffMax(Duration idleBackoffMax) {
        return with(draft -> draft.idleBackoffMax = idleBackoffMax);
    }

    /** Both bounds at once, for those that would be refused one after the other. */
    public WakeSettings withIdleBackoff(Duration min, Duration max) {
        return with(draft -> {
            draft.idleBackoffMin = min;
            draft.idleBackoffMax = max;
        });
    }

    /** The time between two looks of a node that has to poll. */
    Backoff idleBackoff() {
        return new Backoff(idleBackoffMin, idleBackoffMax);
    }

    private WakeSettings with(Consumer<WakeSettingsDraft> change) {
        WakeSettingsDraft draft = new WakeSettingsDraft(this);
        change.accept(draft);
        return draft.settings();
    }

    private static Set<PollEvent> copyOf(Set<PollEvent> events) {
        Set<PollEvent> copy = EnumSet.noneOf(PollEvent.class);
        copy.addAll(events);
        if (!EVERY_WAKE.containsAll(copy)) {
            throw new IllegalArgumentException(
                    "aggressiveOn must contain no other events than " + EVERY_WAKE + ": " + copy);
        }
        return Collections.unmodifiableSet(copy);
    }

    private static Set<PollEvent> plus(Set<PollEvent> events, PollEvent... more) {
        Set<PollEvent> all = EnumSet.copyOf(events);
        Collections.addAll(all, more);
        return all;
    }

    private static Set<PollEvent> immutable(Set<PollEvent> events) {
        return Collections.unmodifiableSet(events);
    }
}
