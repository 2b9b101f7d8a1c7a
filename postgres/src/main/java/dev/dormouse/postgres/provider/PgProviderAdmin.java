package dev.dormouse.postgres.provider;

import dev.dormouse.postgres.sql.Sql;
import dev.dormouse.postgres.sql.SqlCall;
import dev.dormouse.postgres.sql.SqlFiles;
import dev.dormouse.provider.EngineVersion;
import dev.dormouse.provider.ExecutionInfo;
import dev.dormouse.provider.ExecutionStatus;
import dev.dormouse.provider.HistoryRequest;
import dev.dormouse.provider.InstanceInfo;
import dev.dormouse.provider.ProviderAdmin;
import dev.dormouse.provider.StoredEvent;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Looks at instances; what removes them stands in {@link PgRemoval}. */
final class PgProviderAdmin implements ProviderAdmin {

    private final ProviderDatabase database;
    private final PgReading reading;
    private final PgRemoval removal;
    private final Sql list;
    private final Sql executions;
    private final Sql children;
    private final Sql tree;
    private final Sql metrics;
    private final Sql depths;
    private final Sql stats;

    PgProviderAdmin(ProviderDatabase database, PgReading reading) {
        this.database = database;
        this.reading = reading;
        this.removal = new PgRemoval(database);
        SqlFiles files = SqlFiles.of(PgProviderAdmin.class, database.schema());
        this.list = files.load("list");
        this.executions = files.load("executions");
        this.children = files.load("children");
        this.tree = files.load("tree");
        this.metrics = files.load("metrics");
        this.depths = files.load("depths");
        this.stats = files.load("stats");
    }

    @Override
    public List<InstanceInfo> list(InstanceQuery query) {
        return list(null, query);
    }

    @Override
    public Optional<InstanceInfo> findInstance(String instance) {
        return list(instance, new InstanceQuery(null, null, null, 1)).stream().findFirst();
    }

    private List<InstanceInfo> list(@Nullable String instance, InstanceQuery query) {
        String after = query.after();
        ExecutionStatus status = query.status();
        return database.call("list instances", connection -> {
            try (SqlCall call = list.prepare(connection)) {
                call.set("instance", instance).set("name", query.name());
                call.set("status", status == null ? null : status.name());
                call.set("before", after == null ? Long.MAX_VALUE : position(after));
                call.set("limit", query.limit());
                List<InstanceInfo> found = new ArrayList<>();
                for (ResultSet rows = call.query(); rows.next(); ) {
                    found.add(info(rows));
                }
                return found;
            }
        });
    }

    private static long position(String after) {
        try {
            return Long.parseLong(after);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("after must be the position of an instance in a list, not " + after, e);
        }
    }

    private static InstanceInfo info(ResultSet rows) throws SQLException {
        return new InstanceInfo(
                rows.getString("instance"),
                rows.getString("name"),
                rows.getString("version"),
                rows.getLong("execution_id"),
                ExecutionStatus.valueOf(rows.getString("status")),
                rows.getString("output"),
                rows.getString("parent"),
                PgTurns.instant(rows, "created_at"),
                PgTurns.instant(rows, "updated_at"),
                Long.toString(rows.getLong("id")));
    }

    @Override
    public List<ExecutionInfo> executions(String instance) {
        return database.call("list the executions of instance " + instance, connection -> {
            try (SqlCall call = executions.prepare(connection)) {
                List<ExecutionInfo> found = new ArrayList<>();
                for (ResultSet rows = call.set("instance", instance).query(); rows.next(); ) {
                    found.add(execution(rows));
                }
                return found;
            }
        });
    }

    private static ExecutionInfo execution(ResultSet rows) throws SQLException {
        OffsetDateTime finishedAt = rows.getObject("finished_at", OffsetDateTime.class);
        Instant finished = finishedAt == null ? null : finishedAt.toInstant();
        int engine = rows.getInt("engine");
        EngineVersion version = rows.wasNull() ? null : EngineVersion.unpack(engine);
        return new ExecutionInfo(
                rows.getLong("execution_id"),
                ExecutionStatus.valueOf(rows.getString("status")),
                rows.getString("output"),
                PgTurns.instant(rows, "started_at"),
                finished,
                rows.getLong("events"),
                version);
    }

    @Override
    public List<StoredEvent> readHistory(String instance, long executionId) {
        return reading.histories(List.of(HistoryRequest.of(instance, executionId)))
                .get(0);
    }

    @Override
    public List<String> children(String instance) {
        return database.call("list the children of instance " + instance, connection -> {
            try (SqlCall call = children.prepare(connection)) {
                return instances(call.set("instance", instance).query());
            }
        });
    }

    @Override
    public List<String> tree(String instance) {
        return database.call("list what instance " + instance + " started", connection -> {
            try (SqlCall call = tree.prepare(connection)) {
                return instances(call.set("roots", new String[] {instance}).query());
            }
        });
    }

    private static List<String> instances(ResultSet rows) throws SQLException {
        List<String> found = new ArrayList<>();
        while (rows.next()) {
            found.add(rows.getString("instance"));
        }
        return found;
    }

    @Override
    public Deleted delete(Collection<String> instances, Force force) {
        return removal.delete(instances, force);
    }

    @Override
    public Deleted deleteFinished(InstanceFilter filter) {
        return removal.deleteFinished(filter);
    }

    @Override
    public Pruned prune(String instance, int keepLast, @Nullable Duration finishedFor) {
        return removal.prune(instance, keepLast, finishedFor);
    }

    @Override
    public Pruned pruneAll(InstanceFilter filter, int keepLast, @Nullable Duration finishedFor) {
        return removal.pruneAll(filter, keepLast, finishedFor);
    }

    @Override
    public SystemMetrics metrics() {
        return database.call("count instances", connection -> {
            try (SqlCall call = metrics.prepare(connection)) {
                ResultSet rows = call.query();
                rows.next();
                return new SystemMetrics(
                        rows.getLong("instances"),
                        rows.getLong("executions"),
                        rows.getLong("running"),
                        rows.getLong("completed"),
                        rows.getLong("failed"),
                        rows.getLong("events"));
            }
        });
    }

    @Override
    public QueueDepths queueDepths() {
        return database.call("count what waits", connection -> {
            try (SqlCall call = depths.prepare(connection)) {
                ResultSet rows = call.query();
                rows.next();
                return new QueueDepths(rows.getLong("turns"), rows.getLong("messages"), rows.getLong("work"));
            }
        });
    }

    @Override
    public Optional<InstanceStats> stats(String instance) {
        return database.call("measure instance " + instance, connection -> {
            try (SqlCall call = stats.prepare(connection)) {
                ResultSet rows = call.set("instance", instance).query();
                return rows.next()
                        ? Optional.of(new InstanceStats(
                                rows.getLong("events"),
                                rows.getLong("history_bytes"),
                                rows.getLong("messages"),
                                rows.getLong("keys"),
                                rows.getLong("value_bytes")))
                        : Optional.empty();
            }
        });
    }
}
