package dev.dormouse.postgres;

import dev.dormouse.jobs.JobOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Outcomes by how they are written: successes many at a time, all others one by one. */
record Outcomes(List<JobOutcome.Succeeded> succeeded, List<JobOutcome> others) {

    static Outcomes of(List<JobOutcome> outcomes) {
        List<JobOutcome.Succeeded> succeeded = new ArrayList<>(outcomes.size());
        List<JobOutcome> others = new ArrayList<>();
        for (JobOutcome outcome : outcomes) {
            // A unique key has to be given up, which a plain success has not to do.
            if (outcome instanceof JobOutcome.Succeeded success
                    && !success.job().unique()) {
                succeeded.add(success);
            } else {
                others.add(outcome);
            }
        }
        return new Outcomes(succeeded, others);
    }

    int count() {
        return succeeded.size() + others.size();
    }

    /** The limit keys that these jobs held and no longer hold. */
    Set<String> limitKeys() {
        return Stream.concat(succeeded.stream(), others.stream())
                .map(outcome -> outcome.job().limitKey())
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
    }
}
