package dev.dormouse.wake;

import java.time.Duration;
import java.util.Set;

/** A mutable copy of {@link WakeSettings}, so that changing one property does not repeat all the others. */
final class WakeSettingsDraft {

    boolean enabled;
    NotifyMode notifyMode;
    Duration fallbackInterval;
    Duration maxWait;
    Duration timerGrace;
    Duration notifyDeliveryTimeout;
    Duration aggressiveDuration;
    int aggressiveExitThreshold;
    Duration aggressivePollInterval;
    Set<PollEvent> aggressiveOn;
    Duration idleBackoffMin;
    Duration idleBackoffMax;

    WakeSettingsDraft(WakeSettings settings) {
        enabled = settings.enabled();
        notifyMode = settings.notifyMode();
        fallbackInterval = settings.fallbackInterval();
        maxWait = settings.maxWait();
        timerGrace = settings.timerGrace();
        notifyDeliveryTimeout = settings.notifyDeliveryTimeout();
        aggressiveDuration = settings.aggressiveDuration();
        aggressiveExitThreshold = settings.aggressiveExitThreshold();
        aggressivePollInterval = settings.aggressivePollInterval();
        aggressiveOn = settings.aggressiveOn();
        idleBackoffMin = settings.idleBackoffMin();
        idleBackoffMax = settings.idleBackoffMax();
    }

    /** Validates: a draft may hold anything, settings may not. */
    WakeSettings settings() {
        return new WakeSettings(
                enabled,
                notifyMode,
                fallbackInterval,
                maxWait,
                timerGrace,
                notifyDeliveryTimeout,
                aggressiveDuration,
                aggressiveExitThreshold,
                aggressivePollInterval,
                aggressiveOn,
                idleBackoffMin,
                idleBackoffMax);
    }
}
