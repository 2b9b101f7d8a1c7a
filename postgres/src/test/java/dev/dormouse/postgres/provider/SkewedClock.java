package dev.dormouse.postgres.provider;

import dev.dormouse.testkit.TestSchema;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Locale;

/**
 * The clock of a database, as far as some connections can tell: functions of the names of the server's own that add an offset.
 * They are found first because these connections search their schema first.
 */
final class SkewedClock {

    private final TestSchema functions = TestSchema.create();

    SkewedClock() {
        String schema = functions.quotedName();
        execute("create table " + schema + ".skew (by interval not null)");
        execute("insert into " + schema + ".skew values (interval '0')");
        function("now", "stable");
        function("statement_timestamp", "stable");
        function("clock_timestamp", "volatile");
    }

    private void function(String name, String kind) {
        String schema = functions.quotedName();
        execute("create function " + schema + "." + name + "() returns timestamptz language sql " + kind
                + " as $$ select pg_catalog." + name + "() + (select by from " + schema + ".skew) $$");
    }

    /** The same database for connections that are to go by this clock. */
    String url() {
        return functions.url() + "&options=-c%20search_path=" + functions.name() + ",pg_catalog";
    }

    void advance(Duration time) {
        execute(String.format(
                Locale.ROOT,
                "update %s.skew set by = by + %d * interval '1 millisecond'",
                functions.quotedName(),
                time.toMillis()));
    }

    private void execute(String sql) {
        try (Connection connection = functions.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new AssertionError(sql, e);
        }
    }

    void close() {
        functions.close();
    }
}
