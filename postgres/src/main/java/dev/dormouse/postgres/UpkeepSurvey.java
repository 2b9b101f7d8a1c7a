package dev.dormouse.postgres;

import dev.dormouse.node.Pruner;
import dev.dormouse.postgres.sql.SqlCall;
import java.sql.SQLException;
import java.util.Collection;

/** Whether there is something to remove that was kept for a time only. The file names its row and its parameter. */
record UpkeepSurvey(String file, Pruner pruner) implements SurveyPart {

    @Override
    public void bind(SqlCall call, Collection<String> queues) throws SQLException {
        call.set(file + "_retention", pruner.retention());
    }

    @Override
    public boolean ready(String name) {
        if (!name.equals("!" + file)) {
            return false;
        }
        pruner.prunable();
        return true;
    }
}
