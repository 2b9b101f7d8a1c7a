package dev.dormouse.postgres;

import dev.dormouse.postgres.sql.SqlCall;
import java.sql.SQLException;
import java.util.Collection;

/** Whether instances or activities are due, now or later; of any name, since the queues are shared by all. */
record OrchestrationsSurvey() implements SurveyPart {

    @Override
    public String file() {
        return "orchestrations";
    }

    @Override
    public void bind(SqlCall call, Collection<String> queues) throws SQLException {
        call.set("turns", queues.contains("turn"));
        call.set(
                "activity_queues",
                queues.stream().filter(queue -> queue.startsWith("activity")).toArray(String[]::new));
    }
}
