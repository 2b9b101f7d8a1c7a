package dev.dormouse.postgres;

import dev.dormouse.jobs.JobOutcome;
import java.util.ArrayList;
import java.util.List;

/** Outcomes by how they are written: successes many at a time, all others one by one. */
record Outcomes(List<JobOutcome.Succeeded> succeeded, List<JobOutcome> others) {

    static Outcomes of(List<JobOutcome> outcomes) {
        List<JobOutcome.Succeeded> succeeded = new ArrayList<>(outcomes.size());
        List<JobOutcome> others = new ArrayList<>();
        for (JobOutcome outcome : outcomes) {
            // A unique key has to be given up, which a plain success has not.
            if (outcome instanceof JobOutcome.Succeeded success
                    && !success.job().unique()) {
                succeeded.add(success);
            } else {
                others.add(outcome);
            }
        }
        return new Outcomes(succeeded, others);
    }
}
