package dev.dormouse.jobs.schedule;

/** What a schedule does about ticks that nobody fired in time, because no node ran or the database was away. */
public enum CatchUp {
    /** Nothing, if the latest one is more than {@link Ticks#LATE_MAX} ago; a tick younger than that is fired still. */
    NONE,
    /** Fires once for all of them, as the latest one. */
    ONE,
    /** Fires each of them, of too many the latest {@link Ticks#ALL_MAX}. */
    ALL
}
