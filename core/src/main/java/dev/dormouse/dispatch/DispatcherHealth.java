package dev.dormouse.dispatch;

import dev.dormouse.wake.PollMode;

/**
 * The state of one dispatcher at a glance.
 *
 * @param working the coordinator is alive and its last exchange with the store worked
 * @param deaths how often the coordinator died and was started again
 */
public record DispatcherHealth(String queue, PollMode mode, int slots, int free, boolean working, int deaths) {}
