package dev.dormouse.postgres;

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
import java.util.function.LongSupplier;

/** The node's fallback: one statement for all its queues, to which every kind of work adds a part. */
final class PgSurvey implements Survey {

    private static final Duration SPARE = Duration.ofMinutes(10);

    private final Database database;
    private final LongSupplier node;
    private final List<SurveyPart> parts;
    private final Sql look;
    /** How long others should wait for this node's next survey before they forget it. */
    private final Duration absence;

    PgSurvey(Database database, LongSupplier node, Duration interval, List<SurveyPart> parts) {
        this.database = database;
        this.node = node;
        this.parts = List.copyOf(parts);
        this.absence = interval.multipliedBy(3).plus(SPARE);
        this.look = SqlFiles.of(PgSurvey.class, database.schema())
                .loadUnion("node", parts.stream().map(SurveyPart::file).toList());
    }

    @Override
    public List<Finding> look(Collection<String> queues) {
        return database.call("look at the queues " + queues, connection -> {
            try (SqlCall call = look.prepare(connection)) {
                call.set("node", node.getAsLong()).set("absence", absence);
                for (SurveyPart part : parts) {
                    part.bind(call, queues);
                }
                return findings(call.query());
            }
        });
    }

    private List<Finding> findings(ResultSet rows) throws SQLException {
        List<Finding> findings = new ArrayList<>();
        while (rows.next()) {
            Finding finding = finding(rows);
            boolean upkeep = finding.queue().startsWith("!");
            if (!upkeep) {
                findings.add(finding);
            } else if (finding.due() && parts.stream().noneMatch(part -> part.ready(finding.queue()))) {
                throw new IllegalStateException("no part of the survey knows " + finding.queue());
            }
        }
        return findings;
    }

    private static Finding finding(ResultSet rows) throws SQLException {
        long dueMillis = rows.getLong("due_in_ms");
        boolean known = !rows.wasNull();
        return new Finding(
                rows.getString("queue"),
                rows.getBoolean("ready") || (known && dueMillis <= 0),
                known && dueMillis > 0 ? Duration.ofMillis(dueMillis) : null);
    }
}
