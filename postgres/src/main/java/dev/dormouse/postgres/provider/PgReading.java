package dev.dormouse.postgres.provider;

import dev.dormouse.postgres.sql.Sql;
import dev.dormouse.postgres.sql.SqlCall;
import dev.dormouse.provider.CustomStatus;
import dev.dormouse.provider.ExecutionStatus;
import dev.dormouse.provider.HistoryRequest;
import dev.dormouse.provider.InstanceStatus;
import dev.dormouse.provider.SharedCalls;
import dev.dormouse.provider.StoredEvent;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads what instances are and were. */
final class PgReading {

    private static final int STATUSES_MAX = 200;

    private final ProviderDatabase database;
    private final Sql histories;
    private final Batch.Statements statements;
    private final Sql values;
    private final Sql clock;
    /** Clients that wait for many instances are often told at the same time. */
    private final SharedCalls<String, Optional<InstanceStatus>> statuses =
            new SharedCalls<>(STATUSES_MAX, this::statuses);

    PgReading(ProviderDatabase database, Batch.Statements statements) {
        this.database = database;
        this.statements = statements;
        this.histories = database.load("read_histories");
        this.values = database.load("find_values");
        this.clock = database.load("read_clock");
    }

    List<List<StoredEvent>> histories(List<HistoryRequest> requests) {
        return database.call("read " + requests.size() + " histories", connection -> {
            try (SqlCall call = histories.prepare(connection)) {
                call.set("instances", Columns.texts(requests, HistoryRequest::instance));
                call.set("executions", Columns.longs(requests, HistoryRequest::executionId));
                call.set("after", Columns.longs(requests, HistoryRequest::afterEventId));
                return read(requests.size(), call.query());
            }
        });
    }

    private static List<List<StoredEvent>> read(int count, ResultSet rows) throws SQLException {
        List<List<StoredEvent>> read = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            read.add(new ArrayList<>());
        }
        while (rows.next()) {
            read.get(rows.getInt("n") - 1).add(new StoredEvent(rows.getLong("id"), rows.getString("body")));
        }
        return read;
    }

    Optional<InstanceStatus> status(String instance) {
        return statuses.ask(instance);
    }

    private List<Optional<InstanceStatus>> statuses(List<String> instances) {
        Map<String, InstanceStatus> found = new HashMap<>();
        String which = instances.get(0) + (instances.size() > 1 ? " and others" : "");
        database.call("read the status of " + which, connection -> {
            statements
                    .batch()
                    .add("find_status")
                    .bind(call -> call.set("instances", Columns.texts(instances, name -> name)))
                    .read("find_status", rows -> {
                        while (rows.next()) {
                            found.put(rows.getString("instance"), status(rows));
                        }
                    })
                    .run(connection);
            return found;
        });
        return instances.stream()
                .map(name -> Optional.ofNullable(found.get(name)))
                .toList();
    }

    private static InstanceStatus status(ResultSet rows) throws SQLException {
        return new InstanceStatus(
                rows.getString("instance"),
                rows.getString("name"),
                rows.getString("version"),
                rows.getLong("execution_id"),
                ExecutionStatus.valueOf(rows.getString("status")),
                rows.getString("output"),
                new CustomStatus(rows.getString("custom_status"), rows.getLong("custom_status_version")));
    }

    Instant clock() {
        return database.call("read the clock", connection -> {
            try (SqlCall call = clock.prepare(connection)) {
                ResultSet rows = call.query();
                rows.next();
                return PgTurns.instant(rows, "now");
            }
        });
    }

    /** The values that the instance has now, or the one of this key. */
    Map<String, String> values(String instance, @Nullable String key) {
        return database.call("read values of instance " + instance, connection -> {
            try (SqlCall call = values.prepare(connection)) {
                Map<String, String> found = new LinkedHashMap<>();
                ResultSet rows = call.set("instance", instance).set("key", key).query();
                while (rows.next()) {
                    found.put(rows.getString("key"), rows.getString("value"));
                }
                return found;
            }
        });
    }
}
