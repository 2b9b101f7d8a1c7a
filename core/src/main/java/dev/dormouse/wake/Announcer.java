package dev.dormouse.wake;

/**
 * Tells sleeping nodes about work that has just been committed. Never throws and never blocks for long: the work is
 * already safe, and an announcement is only a hint.
 */
public interface Announcer {

    /** Announces work whose commit has returned (or whose commit's outcome is unknown). */
    void announce(WakeHint hint);
}
