package dev.dormouse.jobs;

import java.util.List;
import java.util.OptionalLong;

/**
 * Some jobs, newest first.
 *
 * @param next the cursor of the following page; empty if there is none
 */
public record JobPage(List<JobSummary> jobs, OptionalLong next) {

    public JobPage {
        jobs = List.copyOf(jobs);
    }
}
