package dev.dormouse.postgres;

import dev.dormouse.node.Pruner;
import dev.dormouse.postgres.sql.SqlCall;
import java.sql.SQLException;
import java.util.Collection;

/** Whether finished jobs can be removed. */
record FinishedJobsSurvey(Pruner pruner) implements SurveyPart {

    private static final String NAME = "!finished-jobs";

    @Override
    public String file() {
        return "finished_jobs";
    }

    @Override
    public void bind(SqlCall call, Collection<String> queues) throws SQLException {
        call.set("job_retention", pruner.retention());
    }

    @Override
    public boolean ready(String name) {
        if (!name.equals(NAME)) {
            return false;
        }
        pruner.prunable();
        return true;
    }
}
