package dev.dormouse.postgres;

import dev.dormouse.postgres.sql.SqlCall;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Which job queues have work, now or later, of the kinds that the node handles. */
record JobsSurvey(Map<String, List<String>> kinds) implements SurveyPart {

    @Override
    public String file() {
        return "jobs";
    }

    @Override
    public void bind(SqlCall call, Collection<String> queues) throws SQLException {
        List<String> names = new ArrayList<>();
        List<Long> lanes = new ArrayList<>();
        kinds.forEach((queue, ofQueue) -> ofQueue.forEach(kind -> {
            if (queues.contains("job:" + queue)) {
                names.add("job:" + queue);
                lanes.add(Lanes.of(queue, kind));
            }
        }));
        call.set("job_queues", names.toArray(String[]::new));
        call.set("job_lanes", lanes.stream().mapToLong(Long::longValue).toArray());
    }
}
