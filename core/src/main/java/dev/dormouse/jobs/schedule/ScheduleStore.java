package dev.dormouse.jobs.schedule;

import dev.dormouse.jobs.NewJob;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where schedules are kept. Time is the store's: every "now" that decides about a tick is read there. */
public interface ScheduleStore {

    /**
     * Adds the schedules that do not exist and changes those that differ, in one transaction. One whose timing and zone are
     * the same keeps its next fire time, and one that is paused stays so. Safe when several nodes do it at once.
     *
     * @return how long until the earliest fire time of those added or changed; empty if none was
     */
    Optional<Duration> define(List<ScheduleDefinition> definitions);

    /** Fires what is due, at most so many schedules, as {@link Firing#of} decides: jobs and fire times in one commit. */
    Fired fire(int max);

    List<ScheduleStatus> list();

    Optional<ScheduleStatus> find(String name);

    /** False if there is no such schedule. */
    boolean pause(String name);

    /** Fires again from now on; what passed during the pause is not made up for. Empty if there is no such schedule. */
    Optional<Duration> resume(String name);

    /** False if there is no such schedule. Jobs that it has enqueued stay. */
    boolean remove(String name);

    /**
     * What firing did.
     *
     * @param found whether anything was due
     * @param jobs what was enqueued, to be announced now that it is committed
     * @param more something else is due, also if others hold it locked at this moment
     * @param nextDue how long until the next fire time that is not due yet; null if there is none
     * @param broken the schedules that had to be paused
     */
    record Fired(
            boolean found,
            List<NewJob> jobs,
            boolean more,
            @Nullable Duration nextDue,
            List<Firing> broken) {

        public Fired {
            jobs = List.copyOf(jobs);
            broken = List.copyOf(broken);
        }
    }
}
