package dev.dormouse.sqlite;

import dev.dormouse.provider.HistoryRequest;
import dev.dormouse.provider.StoredEvent;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What happened, event by event. Only ever appended to. */
final class Histories {

    private Histories() {}

    static List<List<StoredEvent>> read(Tx tx, List<HistoryRequest> requests) throws SQLException {
        List<List<StoredEvent>> histories = new ArrayList<>();
        for (HistoryRequest request : requests) {
            long execution = request.executionId() > 0 ? request.executionId() : latest(tx, request.instance());
            histories.add(read(tx, request.instance(), execution, request.afterEventId()));
        }
        return histories;
    }

    private static long latest(Tx tx, String instance) throws SQLException {
        return tx.count("select execution_id from instance where instance = ?1", instance);
    }

    static List<StoredEvent> read(Tx tx, String instance, long executionId, long after) throws SQLException {
        return tx.list("""
                select event_id, body from history
                where instance = ?1 and execution_id = ?2 and event_id > ?3
                order by event_id
                """, row -> new StoredEvent(row.getLong(1), row.getString(2)), instance, executionId, after);
    }

    static long lastEventId(Tx tx, String instance, long executionId) throws SQLException {
        return tx.count(
                "select max(event_id) from history where instance = ?1 and execution_id = ?2", instance, executionId);
    }

    static boolean repeats(Tx tx, String instance, long executionId, List<StoredEvent> events) throws SQLException {
        Set<Long> ids = new HashSet<>();
        for (StoredEvent event : events) {
            if (!ids.add(event.eventId())) {
                return true;
            }
        }
        return tx.exists("""
                select 1 from history
                where instance = ?1 and execution_id = ?2 and event_id in (select value from json_each(?3))
                """, instance, executionId, Json.numbers(ids));
    }

    static void append(Tx tx, String instance, long executionId, List<StoredEvent> events) throws SQLException {
        for (StoredEvent event : events) {
            tx.update(
                    "insert into history (instance, execution_id, event_id, body) values (?1, ?2, ?3, ?4)",
                    instance,
                    executionId,
                    event.eventId(),
                    event.body());
        }
    }
}
