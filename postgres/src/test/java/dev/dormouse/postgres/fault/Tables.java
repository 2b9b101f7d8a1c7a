package dev.dormouse.postgres.fault;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the tables say. */
final class Tables {

    /** All jobs, by number; one each unless something is very wrong. */
    final Map<Long, List<Row>> jobs = new HashMap<>();

    /** How many effects were made, by number. */
    final Map<Long, Integer> effects = new HashMap<>();

    /** A job; its end is what job_done says, empty if nothing. */
    record Row(long id, long n, boolean effect, String end, int attempt, long endMillis) {}

    static Tables read(Connection connection) throws SQLException {
        Tables tables = new Tables();
        try (Statement statement = connection.createStatement()) {
            ResultSet rows = statement.executeQuery(
                    "select j.id, (convert_from(j.payload, 'UTF8')::jsonb ->> 'n')::bigint, j.kind = 'effect',"
                            + " coalesce(d.state, ''), coalesce(d.attempt, 0),"
                            + " coalesce(extract(epoch from d.finished_at) * 1000, 0)::bigint"
                            + " from dormouse.job j left join dormouse.job_done d on d.id = j.id");
            while (rows.next()) {
                Row row = new Row(
                        rows.getLong(1),
                        rows.getLong(2),
                        rows.getBoolean(3),
                        rows.getString(4),
                        rows.getInt(5),
                        rows.getLong(6));
                tables.jobs.computeIfAbsent(row.n, n -> new ArrayList<>()).add(row);
            }
            rows = statement.executeQuery("select n, count(*) from effects group by n");
            while (rows.next()) {
                tables.effects.put(rows.getLong(1), rows.getInt(2));
            }
        }
        return tables;
    }

    /** Jobs that are not over. */
    static long open(Connection connection) throws SQLException {
        return number(
                connection,
                "select (select count(*) from dormouse.job_ready) + (select count(*) from dormouse.job_scheduled)"
                        + " + (select count(*) from dormouse.job_claim) + (select count(*) from dormouse.job_parked)");
    }

    static long number(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }
}
