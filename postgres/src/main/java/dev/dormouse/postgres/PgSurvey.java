package dev.dormouse.postgres;

import dev.dormouse.jobs.JobPruner;
import dev.dormouse.jobs.schedule.ScheduleQueue;
import dev.dormouse.postgres.sql.Sql;
import dev.dormouse.postgres.sql.SqlCall;
import dev.dormouse.postgres.sql.SqlFiles;
import dev.dormouse.wake.Survey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/** The node's fallback: one statement for all its queues. */
final class PgSurvey implements Survey {

    private static final Duration SPARE = Duration.ofMinutes(10);

    private final Database database;
    private final Sql look;
    private final LongSupplier node;
    private final Map<String, List<String>> jobKinds;
    private final JobPruner pruner;
    /** How long others should wait for this node's next survey before they forget it. */
    private final Duration absence;

    PgSurvey(
            Database database,
            Duration interval,
            LongSupplier node,
            Map<String, List<String>> jobKinds,
            JobPruner pruner) {
        this.database = database;
        this.absence = interval.multipliedBy(3).plus(SPARE);
        this.look = SqlFiles.of(PgSurvey.class, database.schema()).load("look");
        this.node = node;
        this.jobKinds = jobKinds;
        this.pruner = pruner;
    }

    @Override
    public List<Finding> look(Collection<String> queues) {
        List<String> names = new ArrayList<>();
        List<Long> lanes = new ArrayList<>();
        jobKinds.forEach((queue, kinds) -> kinds.forEach(kind -> {
            if (queues.contains("job:" + queue)) {
                names.add("job:" + queue);
                lanes.add(Lanes.of(queue, kind));
            }
        }));
        return database.call("look at the queues " + queues, connection -> {
            try (SqlCall call = look.prepare(connection)) {
                call.set("node", node.getAsLong()).set("absence", absence);
                call.set("retention", pruner.retention());
                call.set("schedules", queues.contains(ScheduleQueue.NAME));
                call.set("queues", names.toArray(String[]::new));
                call.set("lanes", lanes.stream().mapToLong(Long::longValue).toArray());
                return findings(call.query());
            }
        });
    }

    private List<Finding> findings(ResultSet rows) throws SQLException {
        List<Finding> findings = new ArrayList<>();
        boolean prunable = false;
        while (rows.next()) {
            prunable = rows.getBoolean("prunable");
            long dueMillis = rows.getLong("due_in_ms");
            boolean later = !rows.wasNull() && dueMillis > 0;
            boolean overdue = !rows.wasNull() && dueMillis <= 0;
            findings.add(new Finding(
                    rows.getString("queue"),
                    rows.getBoolean("ready") || overdue,
                    later ? Duration.ofMillis(dueMillis) : null));
        }
        if (prunable) {
            pruner.prunable();
        }
        return findings;
    }
}
