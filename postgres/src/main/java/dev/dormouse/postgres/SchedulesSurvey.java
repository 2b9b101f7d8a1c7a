package dev.dormouse.postgres;

import dev.dormouse.jobs.schedule.ScheduleQueue;
import dev.dormouse.postgres.sql.SqlCall;
import java.sql.SQLException;
import java.util.Collection;

/** When the next schedule fires. */
record SchedulesSurvey() implements SurveyPart {

    @Override
    public String file() {
        return "schedules";
    }

    @Override
    public void bind(SqlCall call, Collection<String> queues) throws SQLException {
        call.set("schedules", queues.contains(ScheduleQueue.NAME));
    }
}
