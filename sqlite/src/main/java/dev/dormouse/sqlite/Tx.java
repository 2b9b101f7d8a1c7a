package dev.dormouse.sqlite;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One transaction: its statements, its moment in time, and what to announce once it is committed. */
final class Tx {

    /** Reads one row. */
    @FunctionalInterface
    interface Row<T> {
        T read(ResultSet row) throws SQLException;
    }

    /** The clock when the transaction began, which is when it held the lock. */
    final long now;

    final Wakes wakes = new Wakes();
    private final Statements statements;

    Tx(Statements statements, long now) {
        this.statements = statements;
        this.now = now;
    }

    /** When a delay that begins now ends. */
    long after(Duration delay) {
        return delay.compareTo(Duration.ofMillis(Long.MAX_VALUE - now)) >= 0 ? Long.MAX_VALUE : now + ceilMillis(delay);
    }

    /** Never early: a part of a millisecond counts as a whole one. */
    private static long ceilMillis(Duration delay) {
        return delay.plusNanos(999_999).toMillis();
    }

    /** Parameters stand in the text as ?1, ?2 and may be repeated there. */
    int update(String sql, @Nullable Object... parameters) throws SQLException {
        return statements.bound(sql, parameters).executeUpdate();
    }

    void execute(String sql) throws SQLException {
        boolean unused = statements.bound(sql).execute();
    }

    <T> List<T> list(String sql, Row<T> row, @Nullable Object... parameters) throws SQLException {
        PreparedStatement statement = statements.bound(sql, parameters);
        List<T> rows = new ArrayList<>();
        try (ResultSet result = statement.executeQuery()) {
            while (result.next()) {
                rows.add(row.read(result));
            }
        }
        return rows;
    }

    <T> Optional<T> first(String sql, Row<T> row, @Nullable Object... parameters) throws SQLException {
        PreparedStatement statement = statements.bound(sql, parameters);
        try (ResultSet result = statement.executeQuery()) {
            return result.next() ? Optional.of(row.read(result)) : Optional.empty();
        }
    }

    boolean exists(String sql, @Nullable Object... parameters) throws SQLException {
        return first(sql, row -> true, parameters).isPresent();
    }

    /** The single number that a statement answers with; null if it is null or there is no row. */
    @Nullable
    Long number(String sql, @Nullable Object... parameters) throws SQLException {
        PreparedStatement statement = statements.bound(sql, parameters);
        try (ResultSet result = statement.executeQuery()) {
            return result.next() ? number(result, 1) : null;
        }
    }

    long count(String sql, @Nullable Object... parameters) throws SQLException {
        Long count = number(sql, parameters);
        return count == null ? 0 : count;
    }

    static @Nullable Long number(ResultSet row, int column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? null : value;
    }
}
