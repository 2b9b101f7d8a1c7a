package dev.dormouse.sqlite;

import dev.dormouse.provider.ExecutionStatus;
import dev.dormouse.provider.ValueChange;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The key-value state of instances. What the current execution changes is kept apart until it ends: a turn is replayed from
 * the state at the beginning of its execution.
 */
final class Values {

    private Values() {}

    static Map<String, String> all(Tx tx, String instance) throws SQLException {
        return map(tx, "select key, value from current_value where instance = ?1", instance);
    }

    /** As it was when the current execution began. */
    static Map<String, String> snapshot(Tx tx, String instance) throws SQLException {
        return map(tx, "select key, value from value where instance = ?1", instance);
    }

    private static Map<String, String> map(Tx tx, String sql, String instance) throws SQLException {
        return tx.list(sql, row -> Map.entry(row.getString(1), row.getString(2)), instance).stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    static Optional<String> find(Tx tx, String instance, String key) throws SQLException {
        return tx.first(
                "select value from current_value where instance = ?1 and key = ?2",
                row -> row.getString(1),
                instance,
                key);
    }

    static void change(Tx tx, String instance, List<ValueChange> changes, @Nullable ExecutionStatus status)
            throws SQLException {
        for (ValueChange change : changes) {
            change(tx, instance, change);
            tx.wakes.changed(instance);
        }
        if (status != null && status != ExecutionStatus.RUNNING) {
            merge(tx, instance);
        }
    }

    private static void change(Tx tx, String instance, ValueChange change) throws SQLException {
        if (change.key() == null) {
            clearAll(tx, instance);
        } else {
            tx.update(
                    "insert or replace into value_change (instance, key, value) values (?1, ?2, ?3)",
                    instance,
                    change.key(),
                    change.value());
        }
    }

    private static void clearAll(Tx tx, String instance) throws SQLException {
        tx.update("delete from value_change where instance = ?1", instance);
        tx.update("""
                insert into value_change (instance, key, value)
                select instance, key, null from value where instance = ?1
                """, instance);
    }

    private static void merge(Tx tx, String instance) throws SQLException {
        tx.update("""
                delete from value
                where instance = ?1 and key in (select key from value_change where instance = ?1 and value is null)
                """, instance);
        tx.update("""
                insert or replace into value (instance, key, value)
                select instance, key, value from value_change where instance = ?1 and value is not null
                """, instance);
        tx.update("delete from value_change where instance = ?1", instance);
    }
}
